// SPDX-License-Identifier: MIT
// Plain accesses of the program: how hooks in its code reach the race detector, and how the machine
// tells the detector which thread runs and what has happened.
//
// The hooks may be called at any time. Outside of model threads, and while no detector is active,
// they do nothing. If an access races, the execution ends there, and the hook does not return.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/fingerprint.hpp"
#include "engine/base/host_state.hpp"
#include "engine/runtime/conflicts/conflicts.hpp"
#include "engine/runtime/data_races/access_knowledge.hpp"
#include "engine/runtime/data_races/races.hpp"
#include "engine/search/execution/execution.hpp"
#include "engine/trace/order/synchronization.hpp"

namespace mcheck {

// The detector, while a thread of a checked program runs; null otherwise.
MCHECK_HOST_STATE extern Races* active_races;

class Accesses;

// The detector has found a race: the execution ends, unless the race is suppressed. Then this
// returns, and the access must be examined again.
void race_found();

// If set, plain accesses are scheduling points, and the fast path is disabled.
MCHECK_HOST_STATE extern bool plain_points;

// The Accesses that have yet to process the operations that ran ahead; null: none.
MCHECK_HOST_STATE extern Accesses* lagging_accesses;
void process_run_ahead();
inline void catch_up() {
  if (lagging_accesses != nullptr) [[unlikely]]
    process_run_ahead();
}

// --- for hooks -----------------------------------------------------------------------------------
// The program is about to read or write; `caller` is the return address.
inline void plain_access(const void* address, std::size_t size, bool write, const void* caller) {
  Races* const races = active_races;
  if (races == nullptr || races->is_same_epoch(address, size, write)) return;
  catch_up();
  while (races->access_slowly(address, size, write, caller)) [[unlikely]] race_found();
}
// The slow path of plain_access(); announces the access first if it is a scheduling point. The
// bytes of the first function lie in one granule and are accessed at once; those of the second may
// be more.
void slow_plain_access(const void* address, std::size_t size, bool write, const void* caller);
void wide_access(const void* address, std::size_t size, bool write, const void* caller);
// The same, and never a scheduling point: it belongs to an operation that is one, or is so large
// that there would be too many.
void unscheduled_access(const void* address, std::size_t size, bool write, const void* caller);
// A scheduling point for each granule.
void announce_access(const void* address, std::size_t size, bool write);
// The atomic operation there is the thread's last event.
void atomic_access(const void* address, std::size_t size, bool write, const void* caller);
// A call uses an object as a whole: a stream, or an object whose method is annotated. Only in a
// search for conflicts. `kind` is an AccessKind.
void object_access(const void* object, std::size_t size, unsigned kind, const void* caller);
// The program uses a lock there. Its memory may be the engine's, in the region of a finished
// thread.
void lock_access(const void* lock, const void* caller);
// The program has received the memory; is about to free it.
void memory_allocated(const void* address, std::size_t size);
void memory_freed(const void* address, std::size_t size, const void* caller);

// --- for the machine -----------------------------------------------------------------------------
struct DataAccess {
  ThreadId thread{};
  const void* caller = nullptr;
};

class Accesses {
 public:
  // Nothing has happened.
  void begin();
  // The thread continues after all events so far: its accesses are checked until leave().
  void enter(ThreadId thread, const Execution& execution);
  // True: it has reached the conflict to stop at.
  bool leave();
  // The thread's operation, the last event, ran ahead. What it orders is computed when it matters.
  void run_ahead(ThreadId thread, const Execution& execution) {
    if (only_data_) return;
    lagging_accesses = this;
    run_ahead_thread_ = thread;
    run_ahead_execution_ = &execution;
    run_ahead_events_ = execution.events().size();
    races_.end_epoch();
  }
  // It was an access to an atomic. Of several equal ones in a row, the last represents all.
  void run_ahead_atomic(const void* address, std::size_t size, bool write) {
    const auto event = static_cast<std::uint32_t>(run_ahead_events_ - 1);
    if (!run_ahead_atomics_.empty()) {
      RunAheadAtomic& last = run_ahead_atomics_.back();
      const bool equal = last.address == address && last.size == size && last.write == write;
      if (equal && last.thread == run_ahead_thread_) {
        last.event = event;
        return;
      }
    }
    run_ahead_atomics_.push_back(
        {address, event, run_ahead_thread_, static_cast<std::uint8_t>(size), write});
  }
  // Whether an atomic access there cannot race: all recorded accesses to the bytes are atomic.
  [[nodiscard]] bool is_atomic_only(const void* address) const {
    return races_.is_atomic_only(address);
  }

  // Parallel to snapshots of memory: restoring one drops those after it.
  void snapshot(std::size_t number);
  void restore(std::size_t number);

  // A trial step: it is not taken if it loops back (loops/spin_detection.cpp). It is checked as if
  // its operation had been performed, with that version. If it is kept, the thread has completed
  // one more iteration: its accesses stay, as done before its next event.
  void begin_trial(ThreadId thread, const Execution& execution, const Outcome& outcome,
                   std::uint32_t version);
  void pause_in_trial(ThreadId thread, const Operation& pause);
  void end_trial(bool keep);
  // Whether the event happens before what the thread does next.
  [[nodiscard]] bool is_ordered_after(ThreadId thread, const Event& event,
                                      const Execution& execution);

  // A fingerprint of what decides whether later accesses race: access_knowledge.hpp.
  [[nodiscard]] Fingerprint knowledge(const Execution& execution, const ThreadNames& names);
  [[nodiscard]] bool tells_equal_threads_apart() const {
    return knowledge_.tells_equal_threads_apart();
  }

  void capture(bool on) { races_.capture(on); }
  // Before the first execution.
  void make_scheduling_points(bool on);
  // Only data_access() reports accesses: running ahead needs no processing.
  void only_data(bool on) { only_data_ = on; }
  [[nodiscard]] bool is_only_data() const { return only_data_; }
  // Data that is an object of its own, identified by its address: it begins, written by the thread;
  // the thread's last event reads or writes it. True if it races.
  [[nodiscard]] bool data_access(const void* data, bool write, const DataAccess& access,
                                 const Execution& execution);
  void begin_data(const void* data, const DataAccess& access, const Execution& execution);
  void ignore_races(bool on) { races_.ignore(on); }
  // Before the first execution: conflicts are collected, and races end no execution.
  void collect_conflicts();
  // Null: conflicts are not collected.
  [[nodiscard]] Conflicts* conflicts() const { return conflicts_.get(); }
  [[nodiscard]] bool unexplored_orders() const { return races_.unexplored_orders(); }
  [[nodiscard]] const Race& found() const { return races_.found(); }
  [[nodiscard]] Races& races() { return races_; }

 private:
  friend void process_run_ahead();

  struct Snapshot {
    std::size_t events = 0;
    Races::Snapshot races;
  };
  struct RunAheadAtomic {
    const void* address = nullptr;
    std::uint32_t event = 0;
    ThreadId thread{};
    std::uint8_t size = 0;
    bool write = false;
  };

  void process_run_ahead_events();
  void forget_run_ahead();
  [[nodiscard]] Snapshot snapshot() {
    return {.events = order_.size(), .races = races_.snapshot()};
  }
  void rewind(const Snapshot& snapshot);
  void enter_epoch(ThreadId thread, const Execution& execution);
  void process_trial_events(const Execution& execution);

  Synchronization order_;
  Races races_;
  AccessKnowledge knowledge_;
  std::unique_ptr<Conflicts> conflicts_;
  std::vector<Snapshot> snapshots_;
  bool in_trial_ = false;
  std::vector<Event> trial_events_;       // events of the trial step that are not processed yet
  std::optional<Snapshot> before_trial_;  // once some are
  ThreadId run_ahead_thread_{};
  const Execution* run_ahead_execution_ = nullptr;
  std::size_t run_ahead_events_ = 0;  // events so far; those since the last processing ran ahead
  std::vector<RunAheadAtomic> run_ahead_atomics_;
  bool only_data_ = false;
};

// "data race on 4 bytes at 0x…: T1 writes; main read before, and nothing orders them"
[[nodiscard]] std::string race_text(const Race& race, const Execution& execution);
// "T1 writes", "main read before", "24 bytes, allocated by main"
[[nodiscard]] std::string side_text(const Race::Side& side, const Execution& execution);
[[nodiscard]] std::string side_before_text(const Race::Side& side, const Execution& execution);
[[nodiscard]] std::string block_text(const Race& race, const Execution& execution);

}  // namespace mcheck
