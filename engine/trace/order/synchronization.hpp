// SPDX-License-Identifier: MIT
// Happens-before of the C++ standard [intro.races], updated while the log is truncated and
// extended. It decides whether plain accesses race (engine/runtime/data_races/races.hpp).
// Reductions use another, larger order (engine/trace/order/happens_before.hpp), in which any two
// uses of a mutex or an atomic are ordered.
//
// An edge leads from a release to an acquire, through the version of the object that was acquired.
// The acquiring thread is ordered after everything that is ordered before the release.
//
//   object          releases                            acquires
//   thread          spawn; its end                      its start; join
//   mutex           unlock                              lock, try_lock and timed lock that succeed,
//                                                       await until it is free
//   shared mutex    unlock                              the same, and lock_shared
//                   unlock_shared                       exclusive lock only
//   semaphore       release                             acquire that succeeds: from all before it
//   latch           count_down                          wait, try_wait that is true
//   barrier         arrive                              the last to arrive of that phase
//                   next phase                          wait for that phase, and for no later one
//   once            done, failed                        call_once: every thread that enters
//   future          set; done (a deferred function)     wait, poll that is ready
//   atomic          store, read-modify-write: release   load, read-modify-write, wait, await:
//                                                       acquire
//   anything else   nothing: condition variables (their mutex does), notify, yield, choose, the end
//                   of an object, plain data, and operations that failed or were misuse
//
// Atomics    seq_cst counts as acq_rel, consume as acquire. A store heads a new release sequence,
//            also a second one by the same thread (C++20); read-modify-writes of any order continue
//            it. A compare_exchange that fails is a load with its failure order. What a relaxed
//            load reads is pending, and an acquire fence acquires it; a relaxed write releases the
//            thread's clock at its last release fence.
// Clocks     clock_of(t)[u] = n: the first n events of u are ordered before what t does next.
//            clock_of(t)[t] is the number of events of t. A join is ordered after all of a thread,
//            and so counts one more than its events.
// Versions   On request a clock also says for each object the newest version that is known there:
// by
//            coherence, no later access may act on an older one.
// Costs      O(threads) for each event; O(1) for each event that is removed. A run of changes of
//            one atomic by one thread, each of which acquires and releases everything, is one step:
//            no other thread acquires anything but the last one's clock.
// Differs    An object that is created where another one was starts without a history: edges use
//            versions, not addresses.
// Oracle     tests/trace/synchronization_random_test.cpp: a graph of all edges, and a search
//            through it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/trace/semantics/event.hpp"

namespace mcheck {

class Synchronization {
 public:
  // By thread; at least as many counts as spawned threads.
  using Clock = std::span<const std::uint32_t>;

  // What gates do to an order that they force: nothing, so that they hide no race; or they order
  // memory, so that what a thread reads after a gate is no older than what the order says.
  enum class Gates : std::uint8_t { kOrderNothing, kOrderMemory };
  // What clocks have: a count for each thread, and the newest known version of each object.
  enum class Columns : std::uint8_t { kThreads, kThreadsAndVersions };
  explicit Synchronization(Gates gates = Gates::kOrderNothing, Columns columns = Columns::kThreads);

  // Adds the events after the first size(), which were added before.
  void follow(std::span<const Event> events);
  // Adds one event. REQUIRES: its thread has been spawned.
  void append(const Event& event);
  // Removes all but the first `events` events.
  void cut(std::size_t events);
  [[nodiscard]] std::size_t size() const { return followed_; }

  enum class Known : std::uint8_t { kNow, kAtFences, kAfterNextFence };
  // Whether the version of the object, or a newer one, is known there. REQUIRES: clocks have
  // versions.
  [[nodiscard]] bool knows(Clock clock, ObjectId object, std::uint32_t version,
                           Known when = Known::kNow) const {
    if (index(object) >= object_columns_ || (when != Known::kNow && !has_fences_)) return false;
    return clock[first_column(when) + index(object)] > version;
  }
  [[nodiscard]] bool has_seq_cst_fences() const { return has_fences_; }
  // What was known at fences before some write of the object up to that version, and before some
  // read of the version.
  [[nodiscard]] Clock fenced_before_writes(std::uint32_t version) const;
  [[nodiscard]] Clock fenced_before_reads(std::uint32_t version) const;

  // Valid until the next change.
  [[nodiscard]] Clock clock_of(ThreadId thread) const { return row(threads_[index(thread)].clock); }
  // Of its thread before an event. REQUIRES: all events were added by append().
  [[nodiscard]] Clock clock_before(std::size_t event) const {
    return row(steps_[event].before.clock);
  }
  // What else a thread may acquire later or pass on; all zero: nothing.
  [[nodiscard]] Clock released_by_fence(ThreadId thread) const {
    return row(threads_[index(thread)].fence);
  }
  [[nodiscard]] Clock acquired_by_next_fence(ThreadId thread) const {
    return row(threads_[index(thread)].pending_acquire);
  }
  // What is acquired from that version of an object: by all, and in addition by exclusive locks and
  // the last to arrive at a barrier; and by a wait for the end of that phase of a barrier.
  [[nodiscard]] Clock released_to_all(std::uint32_t version) const;
  [[nodiscard]] Clock released_to_writers(std::uint32_t version) const;
  [[nodiscard]] Clock released_at_end_of(std::uint32_t version, Word phase) const;

 private:
  // All clocks are rows of one vector; row 0 is all zero and means "nothing".
  using Row = std::uint32_t;

  struct Thread {
    Row clock = 0;
    Row fence = 0;            // its clock at its last release fence
    Row pending_acquire = 0;  // what an acquire fence would acquire
  };
  // The clocks that a version of an object releases.
  struct ObjectClocks {
    Row all = 0;              // to every acquire
    Row writers = 0;          // also to exclusive locks of shared mutexes, and the last to arrive
    std::uint32_t phase = 0;  // of a barrier
    std::uint32_t previous = kNone;
    Row fenced_writes = 0;
    Row fenced_reads = 0;
  };
  // How to remove an event, or a run of events.
  struct Step {
    Thread before;
    ThreadId thread{};
    std::uint32_t rows = 0;
    std::uint32_t versions = 0;
    std::uint32_t first = 0;     // the first event
    std::uint32_t read = kNone;  // the version whose row of reads it has replaced
    Row fenced_reads = 0;        // that row
  };

  [[nodiscard]] Clock row(Row row) const { return {rows_.data() + row * width_, width_}; }
  void widen(const Event& event);
  [[nodiscard]] bool has_columns_for(const Event& event) const;
  void note_version(const Event& event);
  [[nodiscard]] std::size_t first_column(Known when) const {
    return thread_columns_ + static_cast<std::size_t>(when) * object_columns_;
  }
  void join_columns(Known into, Row other, Known from);
  void apply_order_of_fences(const Event& event, const ObjectClocks& from, ObjectClocks& to);
  void extend_run(std::span<const Event> run);
  void shorten_run(std::size_t events);
  void apply(const Event& event, const ObjectClocks& from, ObjectClocks& to);
  void apply_join(const Event& event);
  void apply_lock(const Event& event, const ObjectClocks& from, ObjectClocks& to);
  void apply_atomic(const Event& event, const ObjectClocks& from, ObjectClocks& to);
  void apply_barrier(const Event& event, const ObjectClocks& from, ObjectClocks& to);
  void apply_fence(const Event& event);
  [[nodiscard]] ObjectClocks clocks_of_version(std::uint32_t version) const;
  [[nodiscard]] ObjectClocks end_of_phase(const ObjectClocks& last, Word phase) const;
  // The thread already has what was released to it before its current event.
  void acquire(Row row) {
    if (row != previous_clock_) join(current_->clock, row);
  }
  void store_clocks(const Event& event, const ObjectClocks& to);
  void join(Row into, Row other);
  [[nodiscard]] Row copy(Row row);
  [[nodiscard]] Row merged(Row a, Row b);

  static constexpr std::size_t kBlock = 8;

  Gates gates_;
  Columns columns_;
  std::size_t thread_columns_ = kBlock;  // a multiple of kBlock, as is the width
  std::size_t object_columns_ = 0;       // of each kind of knowledge; the same
  bool has_fences_ = false;              // seq_cst ones: there are three kinds
  std::size_t width_ = kBlock;
  std::vector<std::uint32_t> rows_;          // with spare rows
  Row used_ = 1;                             // rows in use
  std::vector<Thread> threads_;              // by id
  std::vector<ObjectClocks> object_clocks_;  // by version
  std::vector<Step> steps_;
  std::size_t followed_ = 0;   // events
  Thread* current_ = nullptr;  // of the event that is being added
  Row previous_clock_ = 0;     // its clock before that event
};

}  // namespace mcheck
