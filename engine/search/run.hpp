// SPDX-License-Identifier: MIT
// Moves one execution along: lets the executor's threads go from operation to operation and the log
// tell what happened. Between two choices every thread stands at an operation it has announced;
// thread-local code, and operations that are no choice, run by themselves in between.
#pragma once

#include <optional>
#include <utility>

#include "engine/search/execution.hpp"
#include "engine/search/executor.hpp"
#include "engine/search/known_ends.hpp"
#include "engine/search/section_standstills.hpp"

namespace mcheck {

class Run {
 public:
  // An execution in which one thread performs `steps` operations that are no choice in a row fails.
  Run(Execution& execution, Executor& executor, std::uint64_t steps)
      : execution_(execution), executor_(executor), steps_(steps) {}

  // Starts over: main runs to its first operation.
  void begin();
  // From now on a thread that fails stops for ever, and the others go on to the end, as they do
  // after a false assumption: reductions have to see what they would do.
  void go_on_without_stopped(bool whole) {
    whole_ = whole;
    execution_.stay_in_circles(whole);
  }
  // From now on too many steps are a failure, and no limit.
  void fail_at_steps(bool fails) { fails_at_steps_ = fails; }
  // From now on an execution whose end is known ends there; null: none does.
  void know_ends(KnownEnds* ends) { ends_ = ends; }
  // Everybody rests: whether it has just ended so.
  bool ends_as_known() {
    if (ends_ == nullptr || !ends_->look()) return false;
    ending_ = Ending::kFinished;
    return true;
  }
  // After the world and the execution were put back to an earlier choice.
  void resumed() { forget_end(), restless_ = false; }

  // How the execution ended, once it has. With stopped threads: the first of them that failed.
  [[nodiscard]] const std::optional<Ending>& ending() const { return ending_; }
  [[nodiscard]] const std::optional<Failure>& failure() const { return failure_; }

  // The ways to go on. None exactly when the execution has ended.
  std::span<const Alternative> alternatives();
  // Whether a thread that has just come to where threads poll would only come back there, had it
  // come in time for older versions: docs/algorithms/spin_loops.md. Before it is tried as it
  // stands.
  void try_older(const ThreadRecord& record);

  // Takes one of what alternatives() has just returned. With `hold`, the thread does not
  // go on afterwards: the execution ends there, as if cut off.
  void take(std::uint32_t chosen, bool hold = false);

  // In the middle of a thread that wants to start another: what would happen once it had come to
  // rest. False: it has to.
  bool spawns(ThreadId thread, const Operation& spawn, Reply& reply);

  // Another thread than the one that a step began with goes on in the middle of it, where that is
  // at rest with what it wants to do announced. REQUIRES: may_move().
  void move(ThreadId thread) { moving_ = thread; }
  // So far nobody else is to be moved because of what has happened in the step, and nothing is
  // watched in it.
  [[nodiscard]] bool may_move() const {
    return !restless_ && !settles_ && !outside_ && !outside_sum_ &&
           execution_.changes() == changes_before_;
  }
  [[nodiscard]] ThreadId moving() const { return moving_; }

  // The last step brought its thread back to where it was, for all one could see. Whether all
  // memory was the same is known once the step is gone back, and the thread tried.
  [[nodiscard]] bool came_back() const { return came_back_; }

  // The execution fails from outside, or has reached a limit.
  void fail(const Failure& failure);
  // The execution ends here, and says nothing.
  void cut(Ending ending = Ending::kCutOff) { ending_ = ending; }
  [[nodiscard]] SectionStandstills& section_standstills() { return section_standstills_; }

 private:
  // What a thread could change besides its own.
  struct Outside {
    Fingerprint memory;
    std::size_t changes = 0;

    friend bool operator==(const Outside&, const Outside&) = default;
  };

  void forget_end() { ending_.reset(), failure_.reset(), came_back_ = false; }
  Outside outside(ThreadId thread) { return {executor_.outside(thread), execution_.changes()}; }
  void go_on(ThreadId thread, const Outcome& outcome);
  bool step(ThreadId& thread, const Outcome& outcome);
  void arrive(ThreadId thread, const Step& at);
  bool runs_counted_loop(ThreadId thread, const Step& at);
  void compare_loop_exits(const Alternative& way);
  void note_position(ThreadId thread);
  void note_outside(ThreadId thread);
  void compare_outside(ThreadId thread);
  void note_observed(const Event& event);
  void settle();
  void settle(const ThreadRecord& record);
  void note_eager(Kind kind) { restless_ |= kind != Kind::kJoin && !is_pause(kind); }
  bool try_spinners(bool again = false);
  void conclude();
  void finish();
  bool spawns_too_many(const ThreadRecord& record);
  bool failed_by(const Outcome& outcome, ThreadId thread) {
    return outcome.misuse != Misuse::kNone && misused(outcome, thread);
  }
  bool misused(const Outcome& outcome, ThreadId thread);
  void stop(const Stop& stop);
  void conclude_with_stopped();
  void conclude_standstill();

  Execution& execution_;
  Executor& executor_;
  std::uint64_t steps_;
  KnownEnds* ends_ = nullptr;
  bool whole_ = false;
  bool fails_at_steps_ = false;
  // Somebody may be about to start, or able to go on without a choice: something has happened that
  // can let others do so.
  bool restless_ = false;
  bool settles_ = false;  // and is looked for
  bool came_back_ = false;
  bool ran_counted_loop_ = false;
  Outcome looked_;  // what the last step came to, if a loop may poll with it
  ThreadId moving_{};
  std::size_t changes_before_ = 0;  // of objects, before it moved
  std::optional<Outside> outside_;  // of the thread in motion, before it moved; if it matters
  // The same of one that waits in vain: the sum, and how many changes there were.
  std::optional<std::pair<std::uint64_t, std::size_t>> outside_sum_;
  std::optional<Ending> ending_;
  std::optional<Failure> failure_;
  SectionStandstills section_standstills_;
};

// "T1 waits for `guard` (lock), held by T2 …": what a deadlock looks like from each thread.
[[nodiscard]] std::string describe_blocked(const Execution& execution);
// The same of one thread that is blocked, or spins.
[[nodiscard]] std::string describe_blocked(const Execution& execution, const ThreadRecord& record);

// Whether it is about to lock, or to wait until a lock is free.
[[nodiscard]] bool wants_lock(const Execution& execution, const ThreadRecord& record);

// The threads that hold what this thread waits for, if that can be said.
[[nodiscard]] ThreadSet holders_for(const Execution& execution, const ThreadRecord& waiting);

}  // namespace mcheck
