// SPDX-License-Identifier: MIT
// Drives one execution.
//
// Run owns how far the current execution is: whether it has ended, and how; which thread is
// running; which eager operations are still to be performed; what to compare when a thread may have
// looped. It passes outcomes from Execution to the Executor, and announced operations back. Between
// two choices every thread is suspended at an operation it has announced. Thread-local code, and
// eager operations, which are no choice, run in between. It does not choose: Search does.
#pragma once

#include <optional>
#include <utility>

#include "engine/search/driver/end_cache.hpp"
#include "engine/search/execution/execution.hpp"
#include "engine/search/failures/stuck_sections.hpp"
#include "engine/search/steps/executor.hpp"

namespace mcheck {

class Run {
 public:
  // An execution fails if one thread performs `steps` eager operations in a row.
  Run(Execution& execution, Executor& executor, std::uint64_t steps)
      : execution_(execution), executor_(executor), steps_(steps) {}

  // Starts over: main runs to its first operation.
  void begin();
  // From now on a thread that fails stops for ever, and the others run to their ends, as after a
  // false assumption: reductions have to see what they would do.
  void run_past_failures(bool enable) {
    runs_past_failures_ = enable;
    execution_.keep_in_loops(enable);
  }
  // From now on too many steps are a failure, not a limit.
  void fail_at_steps(bool fails) { fails_at_steps_ = fails; }
  // From now on an execution in which gates keep threads waiting for ever is a failure. Otherwise
  // it is cut off, as by a false assumption, and has a failure() all the same.
  void fail_at_gates(bool fails) { fails_at_gates_ = fails; }
  // From now on an execution stops where its end is in the cache; null: none does.
  void use_end_cache(EndCache* cache) { end_cache_ = cache; }
  // All threads are suspended. Whether the end is in the cache: then the execution has just ended.
  bool ends_from_cache() {
    if (end_cache_ == nullptr || !end_cache_->look_up()) return false;
    ending_ = Ending::kFinished;
    return true;
  }
  // Memory and execution were restored to an earlier choice.
  void note_restored() { clear_ending(), eager_pending_ = false; }

  // How the execution ended; no value: it has not. With stopped threads: the first that failed.
  [[nodiscard]] const std::optional<Ending>& ending() const { return ending_; }
  [[nodiscard]] const std::optional<Failure>& failure() const { return failure_; }

  // The enabled alternatives. Empty if and only if the execution has ended.
  std::span<const Alternative> alternatives();
  // Finds out whether a thread that has just arrived at a spin site would also spin with versions
  // from before it arrived: docs/algorithms/spin_loops.md. Called before its trial with the current
  // one.
  void try_older_versions(const ThreadRecord& record);

  // No thread that is enabled, with older versions only, takes its step. The execution ends there,
  // unless a thread that was known to spin no longer does.
  void keep_spinning();

  // Takes one of the last alternatives(). With `hold`, the thread does not continue afterwards: the
  // execution ends there, as if cut off.
  void take(std::uint32_t chosen, bool hold = false);

  // Performs a spawn in the middle of a thread, with the effects that it has after a suspension.
  // False: the thread has to suspend.
  bool try_spawn(ThreadId thread, const Operation& spawn, Reply& reply);

  // A suspended thread continues in the middle of the step that another one began, and that one
  // stays suspended at the operation it announced. REQUIRES: may_switch().
  void switch_to(ThreadId thread) { current_ = thread; }
  // Whether so far no other thread has to run because of what happened in the step, and nothing is
  // watched in it.
  [[nodiscard]] bool may_switch() const {
    return !eager_pending_ && !running_eager_ && !shared_before_ && !shared_sum_before_ &&
           execution_.object_changes() == object_changes_before_;
  }
  [[nodiscard]] ThreadId current() const { return current_; }

  // Whether the last step led its thread back to where it was, as far as its stack tells. A trial,
  // after the search has gone back by one step, tells whether all memory is the same.
  [[nodiscard]] bool looped_back() const { return looped_back_; }

  // The execution fails for a reason from outside, or has reached a limit.
  void fail(const Failure& failure);
  // The execution ends here without a result.
  void cut(Ending ending = Ending::kCutOff) { ending_ = ending; }
  [[nodiscard]] StuckSections& stuck_sections() { return stuck_sections_; }

 private:
  // What a thread can change outside of its own memory.
  struct SharedState {
    Fingerprint memory;
    std::size_t object_changes = 0;

    friend bool operator==(const SharedState&, const SharedState&) = default;
  };

  void clear_ending() { ending_.reset(), failure_.reset(), looped_back_ = false; }
  SharedState shared_memory(ThreadId thread) {
    return {executor_.shared_memory(thread), execution_.object_changes()};
  }
  [[nodiscard]] bool others_are_enabled(ThreadId thread) const;
  void run_to_choice(ThreadId thread, const Outcome& outcome);
  bool step(ThreadId& thread, const Outcome& outcome);
  void check_for_loop(ThreadId thread, const Step& at);
  bool try_counted_loop(ThreadId thread, const Step& at);
  void compare_loop_exits(const Alternative& choice);
  void note_position(ThreadId thread);
  void note_shared(ThreadId thread);
  void compare_shared(ThreadId thread);
  void note_observed(const Event& event);
  void run_eager();
  void run_eager(const ThreadRecord& record);
  void note_eager(Kind kind) { eager_pending_ |= kind != Kind::kJoin && !is_pause(kind); }
  bool try_spinners(bool again = false);
  void try_weak_ways();
  void conclude();
  void finish();
  bool exceeds_thread_limit(const ThreadRecord& record);
  bool is_misuse(const Outcome& outcome, ThreadId thread) {
    return outcome.misuse != Misuse::kNone && stop_for_misuse(outcome, thread);
  }
  bool stop_for_misuse(const Outcome& outcome, ThreadId thread);
  void stop(const Stop& stop);
  void conclude_with_stopped();
  void conclude_stuck();

  Execution& execution_;
  Executor& executor_;
  std::uint64_t steps_;
  EndCache* end_cache_ = nullptr;
  bool runs_past_failures_ = false;
  bool fails_at_steps_ = false;
  bool fails_at_gates_ = false;
  // A thread may have to start, or an eager operation may be enabled: something has happened that
  // can cause that.
  bool eager_pending_ = false;
  bool running_eager_ = false;  // such threads are being run now
  bool looped_back_ = false;
  bool ran_counted_loop_ = false;
  Outcome last_read_;  // outcome of the last step, if a loop can spin with it
  ThreadId current_{};
  std::size_t object_changes_before_ = 0;  // before the running thread continued
  std::optional<SharedState>
      shared_before_;  // of the running thread, before it continued; if needed
  // For a thread in a futile wait: the sum, and the number of object changes.
  std::optional<std::pair<std::uint64_t, std::size_t>> shared_sum_before_;
  std::optional<Ending> ending_;
  std::optional<Failure> failure_;
  StuckSections stuck_sections_;
};

// "T1 waits for `guard` (lock), held by T2 …": a deadlock as seen by each thread.
[[nodiscard]] std::string describe_blocked(const Execution& execution);
// The same of one thread that is blocked, or spins.
[[nodiscard]] std::string describe_blocked(const Execution& execution, const ThreadRecord& record);

// The condition of a gate (<mcheck/gates.hpp>, wait_until) that the thread evaluates; or none.
[[nodiscard]] ObjectId condition_waited_for(const Execution& execution, ThreadId thread);

// Whether its next operation locks, or waits until a lock is free.
[[nodiscard]] bool wants_lock(const Execution& execution, const ThreadRecord& record);

// The threads that hold what this thread waits for, as far as that is defined.
[[nodiscard]] ThreadSet holders_for(const Execution& execution, const ThreadRecord& waiting);

}  // namespace mcheck
