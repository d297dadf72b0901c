// SPDX-License-Identifier: MIT
// Whether a program is robust: each execution graph that RC11 permits is one of sequential
// consistency. Then a search of its interleavings verifies it under RC11.
//
// Idea     Build a graph that is not sequentially consistent event by event, up to the first one
//          that makes it so. Up to there it is the graph of an interleaving, in which that access
//          could act on a version of its object although the newest one comes before it in the
//          order of sequential consistency (program order, reads-from, modification order,
//          from-read). So in each state of a search of interleavings it is enough to compare two
//          relations, for each access that comes next:
//            follows   the newest version comes before the thread, in that order
//            knows     RC11 does not let the thread act on an older one: what happens before it has
//                      written or read the newest, or an order of seq_cst accesses leads there,
//                      or of seq_cst fences
//          A thread that follows and does not know may see an older version: not robust.
// Paper    Lahav, Margalit: Robustness against release/acquire semantics, PLDI 2019. They compare
//          values, and do not have relaxed accesses; here relaxed accesses are those whose reader
//          knows less.
// Changes  A read-modify-write or a store cannot come between a version and the read-modify-write
//          that read it. So it is enough that the thread knows the last version that a store wrote.
// Errors   On one side only: of the order of seq_cst operations (psc) only what follows from
//          accesses alone, or from fences alone, is used. A robust program may be called not
//          robust.
// Newest   Atomics that threads wait for act on their newest version (waited_atomics.hpp), which is
//          an assumption if such an access follows and does not know. Which ones these are is known
//          at the end of the search.
// States   Which threads follow, and which know, belongs to the identity of a state. Where all
//          threads know a version, it tells no states apart.
// Oracle   tests/dpor/states/robustness_test.cpp: the executions of random programs under RC11.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/fingerprint.hpp"
#include "engine/search/execution/execution.hpp"
#include "engine/search/states/clock_holders.hpp"
#include "engine/search/strategy/capabilities.hpp"
#include "engine/search/weak_memory/sequential_clocks.hpp"
#include "engine/search/weak_memory/waited_atomics.hpp"
#include "engine/trace/order/synchronization.hpp"

namespace mcheck {

class RobustnessCheck {
 public:
  // Checks the events of the log after the first `unchanged`, which are those of an earlier call.
  void follow(const Execution& execution, std::size_t unchanged);
  // Which threads follow and which know each version. REQUIRES: all events were followed.
  [[nodiscard]] Fingerprint state(const Execution& execution, const ThreadNames& names);

  // So far, or in all states.
  [[nodiscard]] StateMatching::Robustness result(bool in_all_states) const;

 private:
  struct Violation {
    const void* object = nullptr;  // WaitedAtomics
    std::string access;            // "load `x`"
  };
  // By version. Versions that only change who waits for an atomic have the value of an earlier one.
  struct Origin {
    std::uint32_t value = kNone;  // the version with the write of its value; kNone: the first one
    std::uint32_t store = kNone;  // the last version up to it that a store wrote
    bool is_seq_cst = false;      // the write of its value
  };

  void cut(std::size_t events);
  void append(const Execution& execution, const Event& event);
  void note_origin(const Event& event);
  [[nodiscard]] Origin origin_of(std::uint32_t version) const;
  void check(const Execution& execution, ThreadId thread, const Operation& operation,
             std::uint32_t newest);
  void note_waiting_threads(const Execution& execution);
  void note_waited(const Execution& execution, const Operation& operation);
  void note_violation(const Execution& execution, const Operation& operation);
  [[nodiscard]] bool is_settled(ObjectId object, const Origin& origin) const;
  void add_object(const Execution& execution, const ClockHolder& object);

  Synchronization known_{Synchronization::Gates::kOrderNothing,
                         Synchronization::Columns::kThreadsAndVersions};
  SequentialClocks sequence_;
  SequentialClocks seq_cst_;                 // of seq_cst accesses alone
  std::vector<std::size_t> seq_cst_events_;  // where they stand in the log
  std::vector<Origin> origins_;
  std::vector<std::size_t> origins_before_;  // by event: how many there were
  ClockHolders holders_;
  std::vector<Word> words_;
  Fingerprint objects_;  // a sum: in any order
  WaitedAtomics waited_;
  std::vector<Violation> violations_;  // the first one of each object
  bool acts_on_newest_ = false;        // a violation but for the library's own atomics
};

}  // namespace mcheck
