// SPDX-License-Identifier: MIT
// Explores a body from inside a program: a body and options in, a result out. `mcheck explore`, a
// checked program started by hand and unit tests all use this.
//
//   const auto result = mcheck::explore([] { … threads, checks … }, {.bound = 2});
//   REQUIRE(result.verdict == mcheck::verdict::verified);
//
// The body runs many times, each time from the same state of memory. What it changes in the stack
// of its caller is not restored: so a test can count executions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <mcheck/detail/quantifier.hpp>

namespace mcheck {

enum class verdict : std::uint8_t { verified, bug, incomplete, not_repeatable };

enum class backtracking : std::uint8_t { automatic, restore, rerun };

// Whether each execution runs in a process of its own. Automatic: if an unmodified program changes
// what only the kernel knows, such as open files.
enum class isolation : std::uint8_t { automatic, fork, none };

// When a freed block is reused for an allocation of its size. Later: after eight others (fewer if
// larger than 8 KiB) have been freed. Choice: at once or later, and both are tried. Automatic:
// choice for blocks of a size whose addresses the program's atomics hold, so that it may mistake
// one for another; later for others.
enum class reusing : std::uint8_t { automatic, later, choice };

// The progress that every operation of a program must make: docs/progress.md.
enum class guarantee : std::uint8_t { none, obstruction_free, lock_free };

// Which orders of the calls of a class test may explain its results: docs/guide/classes.md.
// Linearizable: those that take no call before one that had returned when it began. Sequential:
// those that keep the order within each thread. Quiescent: those that take no call across a moment
// at which none was running.
enum class consistency : std::uint8_t { linearizable, sequential, quiescent };

// The memory model of atomics: sequential consistency, or that of C++20 as RC11. Automatic: RC11
// once two threads share an atomic that one of them uses with an order weaker than seq_cst, unless
// other options need sequential consistency.
enum class memory_model : std::uint8_t { automatic, sc, rc11 };

struct options {
  std::string strategy = "optimal";
  int bound = -1;                // preemptions (delays) in an execution; -1: any number
  int bound_from = -1;           // try this bound first, then the next, up to `bound`; -1: do not
  std::uint64_t executions = 0;  // give up after so many; 0: never
  double seconds = 0;            // give up after so long; 0: never
  std::uint64_t steps = 10'000;  // a longer execution ends there: incomplete
  bool fail_at_steps = false;    // or that is a bug
  bool allow_endless =
      false;  // it runs for ever by design: of fair cycles only starvation is a bug
  std::uint64_t stop_after = 1;  // failures; 0: keep going
  std::uint64_t seed = 0;        // for strategies with random choices
  unsigned depth = 3;            // of the bugs that strategy pct looks for
  unsigned spurious = 0;         // spurious wake-ups and failures per thread
  bool timeouts = true;          // timed operations may time out at any point
  backtracking backtrack = backtracking::automatic;
  double minimise = 2;           // seconds to simplify schedules of failures; 0: do not
  double patience = 2;           // seconds of computing without a scheduling point: incomplete
  bool any_exit_status = false;  // of an unmodified program; otherwise it has to be 0
  bool plain_points = false;     // of the same: plain accesses are scheduling points
  bool ignore_races = false;     // a data race is no failure
  bool ignore_leaks = false;     // nor is a block that nothing points to at the end
  memory_model memory = memory_model::automatic;
  std::string orders{};        // other memory orders: engine/trace/semantics/order_change.hpp
  bool list_orders = false;    // the result lists the places of atomic operations
  bool strict_misuse = false;  // misuse that every implementation defines fails, too
  bool symmetry = true;        // where states are compared, equal threads may exchange places
  reusing reuse = reusing::automatic;
  std::uint64_t reuse_size_classes = 0;  // reuse by choice: bit n for blocks of 16 * (n + 1) bytes
  isolation isolate = isolation::automatic;
  std::string suppressions{};  // failures to ignore: the text of a file in ThreadSanitizer's format
  std::string schedule{};      // gates and events at locations: the text of a schedule file
  std::string schedule_file{};  // its name, for messages
  mcheck::quantifier quantifier = mcheck::quantifier::for_all;
  bool order_by_sleeps = false;  // one execution, in which sleeps alone order the threads
  int nondet_from = 0;           // results of __VERIFIER_nondet_int() and the like: each of these
  int nondet_to = 0;
  bool linearizable = true;  // of a class test: results that no order of the calls gives fail
  bool linearizable_waits = false;                    // also if calls wait, which others may see
  consistency condition = consistency::linearizable;  // and which orders count
  guarantee progress = guarantee::none;  // otherwise all states are explored, not all executions
};

struct summary {
  mcheck::verdict verdict = mcheck::verdict::incomplete;
  std::uint64_t executions = 0;
  std::uint64_t probes = 0;  // in addition, ended where a thread would only have spun
  std::uint64_t events = 0;
  bool bound_hit = false;
  // Kind of the first failure: "deadlock"; if incomplete, the limit that was reached:
  // "limit-steps"; "": none.
  std::string failure;
  std::string message;                // of the first failure
  std::string schedule;               // replays the first failure
  std::vector<std::string> warnings;  // findings that are no failure of an execution
  std::uint64_t traces_low = 0;       // fingerprint of all traces, in the order explored
  std::uint64_t traces_high = 0;
};

namespace detail {

summary explore(void (*call)(void* body), void* body, const options& how);

}  // namespace detail

template <class Body>
summary explore(Body&& body, const options& how = {}) {
  auto call = [&body] { body(); };
  using Call = decltype(call);
  return detail::explore([](void* given) { (*static_cast<Call*>(given))(); }, &call, how);
}

}  // namespace mcheck
