// SPDX-License-Identifier: MIT
// What C++ promises to have happened before: happens-before as the standard has it [intro.races],
// kept up to date while the log is cut back and grows again. It judges plain accesses
// (runtime/races.hpp); the order that reductions go by is another, and larger
// (happens_before.hpp): there every two uses of a mutex or an atomic are ordered.
//
// An edge leads from what gives to what takes, through the version of the object that was taken.
// Whoever takes is ordered after all that its givers had done, and after all that those were.
//
//   object          gives                               takes
//   thread          spawn; its end                      its start; join
//   mutex           unlock                              lock, try_lock and timed lock that succeed,
//                                                       await until it is free
//   shared mutex    unlock                              the same, and lock_shared
//                   unlock_shared                       exclusive lock only
//   semaphore       release                             acquire that succeeds: from all before it
//   latch           count_down                          wait, try_wait that is true
//   barrier         arrive                              the last to arrive of that phase
//                   next phase                          wait for that phase, and for no later one
//   once            done, failed                        call_once: whoever enters
//   future          set; done (a deferred function)     wait, poll that is ready
//   atomic          store, read-modify-write: release   load, read-modify-write, wait, await:
//   acquire anything else   nothing: condition variables (their mutex does), notify, yield, choose,
//   the end
//                   of an object, plain data, and whatever failed or was misused
//
// Atomics    seq_cst counts as acq_rel, consume as acquire. A store heads a new release sequence,
//            also one by the same thread (C++20); read-modify-writes continue it, whatever their
//            order. A compare_exchange that fails is a load with its failure order. A relaxed load
//            notes what it would have taken, and an acquire fence takes it; a relaxed write gives
//            what its thread had at its last release fence.
// Clocks     clock_of(t)[u] = n: what u did up to its nth event, and that event, is ordered before
//            what t does next. clock_of(t)[t] is how many events t has had. A join is ordered after
//            all of a thread, and so one further than its last event.
// Costs      O(threads) for each event; going back, O(1) for each event that is taken back. Of a
// run,
//            one thread's changes of one atomic, one after the other and each of them ordered after
//            all and giving all, the last one's clock is all that anybody takes: it is one step.
// Differs    an object that is made anew where another was starts without a history: edges go by
//            versions, not by addresses.
// Oracle     tests/trace/synchronization_random_test.cpp: a graph of all edges and a search through
// it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/trace/event.hpp"

namespace mcheck {

class Synchronization {
 public:
  // By thread; there are at least as many counts as threads that have been spawned.
  using Clock = std::span<const std::uint32_t>;

  Synchronization();

  // REQUIRES: the first size() of the events are those that were followed before.
  void follow(std::span<const Event> events);
  // One more has happened. REQUIRES: its thread has been spawned.
  void append(const Event& event);
  // Only the first `events` of what was followed have happened.
  void cut(std::size_t events);
  [[nodiscard]] std::size_t size() const { return followed_; }

  // Valid until the next call that changes anything.
  [[nodiscard]] Clock clock_of(ThreadId thread) const {
    return {rows_.data() + threads_[index(thread)].clock * width_, width_};
  }

 private:
  // All clocks are rows of one vector; row 0 is all zero, and stands for "nothing".
  using Row = std::uint32_t;

  struct Thread {
    Row clock = 0;
    Row fence = 0;  // its clock at its last release fence
    Row noted = 0;  // what an acquire fence would take
  };
  // What an object gives in a version of it.
  struct Given {
    Row all = 0;              // to whoever takes
    Row writers = 0;          // more, to exclusive locks of shared mutexes and the last to arrive
    std::uint32_t phase = 0;  // of a barrier
    std::uint32_t previous = kNone;
  };
  // What taking an event back takes, or a run of them.
  struct Step {
    Thread before;
    ThreadId thread{};
    std::uint32_t rows = 0;
    std::uint32_t versions = 0;
    std::uint32_t first = 0;  // event
  };

  void widen(std::size_t threads);
  void go_on(std::span<const Event> run);
  void shorten_run(std::size_t events);
  void take_part(const Event& event, const Given& from, Given& to);
  void take_lock(const Event& event, const Given& from, Given& to);
  void take_atomic(const Event& event, const Given& from, Given& to);
  void take_barrier(const Event& event, const Given& from, Given& to);
  void take_fence(const Event& event);
  [[nodiscard]] Given given(std::uint32_t version) const;
  [[nodiscard]] Given end_of_phase(const Given& last, Word phase) const;
  // What was given when the thread had come to its event before it has already.
  void take(Row row) {
    if (row != before_) join(current_->clock, row);
  }
  void keep(const Event& event, const Given& to);
  void join(Row into, Row other);
  [[nodiscard]] Row copy(Row row);
  [[nodiscard]] Row both(Row a, Row b);

  static constexpr std::size_t kBlock = 8;

  std::size_t width_ = kBlock;       // a multiple of that
  std::vector<std::uint32_t> rows_;  // with room for more
  Row used_ = 1;                     // so many are in use
  std::vector<Thread> threads_;      // by id
  std::vector<Given> given_;         // by version
  std::vector<Step> steps_;
  std::size_t followed_ = 0;   // events
  Thread* current_ = nullptr;  // of the event that is being added
  Row before_ = 0;             // and its clock before
};

}  // namespace mcheck
