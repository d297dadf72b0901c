// SPDX-License-Identifier: MIT
// The search loop: ask the strategy, take the alternative that it picks, until the strategy has
// nothing left or a limit is reached.
//
// Search owns one Run and everything that outlives a single execution: the choices of the current
// one, the snapshots along it, the end cache, the failures found so far and the report. Between two
// executions it backtracks to the last step that they share: it restores the deepest snapshot
// before that step and runs the rest again, or it runs everything again from the start. The second
// is the oracle of the first. It is also done at executions 1, 2, 4, 8 …, because only running
// again shows that a program is not repeatable. As the InlineScheduler it also takes transitions in
// the middle of a running thread (run_ahead.cpp).
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/fingerprint.hpp"
#include "engine/base/trivial_vector.hpp"
#include "engine/search/driver/end_cache.hpp"
#include "engine/search/driver/snapshot_policy.hpp"
#include "engine/search/execution/execution.hpp"
#include "engine/search/progress/progress_monitor.hpp"
#include "engine/search/states/program_state.hpp"
#include "engine/search/steps/executor.hpp"
#include "engine/search/steps/inline_scheduler.hpp"
#include "engine/search/steps/run.hpp"
#include "engine/search/strategy/class_set.hpp"
#include "engine/search/strategy/strategy.hpp"
#include "engine/search/strategy/transitions.hpp"
#include "engine/trace/failures/failure.hpp"
#include "engine/trace/order/class_sum.hpp"
#include "engine/trace/protocol/flight_record.hpp"

namespace mcheck {

enum class Backtrack : std::uint8_t { kAutomatic, kRestore, kRerun };

struct SearchReport;

struct SearchOptions {
  std::uint64_t executions = 0;  // 0: no limit
  double seconds = 0;            // 0: no limit
  std::uint64_t steps = 10'000;
  bool fail_at_steps = false;    // otherwise it is a limit, not a failure
  bool fail_at_gates = false;    // Run::fail_at_gates
  std::uint64_t stop_after = 1;  // failures; 0: do not stop
  // The search ends once executions that reached limits of mcheck cost so much (cost_of_limit),
  // unless it is not to stop at failures.
  std::uint64_t max_limit_cost = 1;
  Backtrack backtrack = Backtrack::kAutomatic;
  bool fingerprint_traces = false;
  std::optional<std::size_t> stop_at_step{};  // end at this choice (to replay a process that died)
  FlightRecord* recorder = nullptr;           // may be null
  bool is_auxiliary = false;  // a search within another one: it reports no counts to the recorder
  std::function<void()> on_progress{};  // called about every 100 ms; may be empty
  // Called between executions; true ends the search as paused. May be empty.
  std::function<bool(const SearchReport&)> pause{};
  bool inline_scheduling =
      true;  // threads may take steps without suspending (inline_scheduler.hpp)
  // Do not run ends again that are in the cache (end_cache.hpp). For searches that only count and
  // judge.
  bool cached_ends = false;
  // Do not run steps again that are in the cache (Executor::use_step_cache). For searches that look
  // at nothing but the log.
  bool cached_steps = false;
  // A step at which the execution is checked for progress; for a single execution.
  std::optional<ProgressCheck> progress_check{};
  bool count_classes = false;  // remember every class seen: 16 bytes each
  // What is known (stuck_sections.hpp) of other processes that share the search, or of an execution
  // that is run again.
  StuckSections::Coverage sections = StuckSections::Coverage::kAll;
  // Accepts failures to ignore: the execution has failed, and the search goes on. May be empty.
  std::function<bool(const Failure&)> suppressed{};
  // Called at the end of each execution, before its state is lost; may be empty.
  std::function<void(Ending, const std::optional<Failure>&)> on_end{};
  // The same, but also for executions beyond the bound and for endings that are no execution.
  std::function<void(Ending, const std::optional<Failure>&)> on_every_end{};
};

struct FoundFailure {
  Failure failure;
  // Schedules that should reproduce it, the better first. If it was not the first failure of its
  // execution, perhaps none does: another thread may always fail first.
  std::vector<std::vector<Transition>> schedules;
  bool certain = true;
  bool beyond_bound = false;  // of a limit
  std::uint64_t execution = 0;
  ProgressCheck progress_check{};
  std::string bug{};  // engine/trace/failures/bug.hpp, without the source locations
  std::uint64_t occurrences =
      0;  // executions that fail by it; only the first failure of a bug counts
  // Of the execution with these schedules: the smallest seen.
  std::pair<std::uint32_t, std::size_t> preemptions_and_steps{};
};

// Where a program that ran the same schedule again did something else, as text for the user.
struct Divergence {
  std::size_t step = 0;
  std::string before;
  std::string now;
  // The operations, where both are known.
  std::optional<Event> was{};
  std::optional<Event> is{};
};

struct SearchReport {
  enum class Stop : std::uint8_t {
    kExhausted,
    kFailures,
    kLimits,
    kExecutions,
    kSeconds,
    kDiverged,
    kPaused,
    kInterrupted,
  };
  Stop stop = Stop::kExhausted;
  std::uint64_t executions = 0;
  std::uint64_t cut_off = 0;    // of these, within the bound and not finished: assume
  std::uint64_t redundant = 0;  // started in addition, and of no use
  std::uint64_t probes = 0;  // started in addition, and ended where a thread would only have spun
  std::uint64_t beyond_bound = 0;  // of the executions, those that need more preemptions
  std::uint64_t classes = 0;       // different traces seen, if counted
  std::uint64_t events = 0;
  std::uint64_t restored_steps = 0;
  std::uint64_t rerun_steps = 0;
  std::uint64_t cached_ends = 0;   // executions whose end came from the cache
  std::uint64_t cached_steps = 0;  // steps that came from the cache
  std::uint64_t failing = 0;
  std::vector<FoundFailure> failures;  // the first for each distinct kind and message
  // Executions that reached a limit of mcheck, their cost, and the first for each message. They may
  // be beyond the bound.
  std::uint64_t limited = 0;
  std::uint64_t limit_cost = 0;
  std::vector<FoundFailure> limits;
  // Executions, of those cut off, in which gates keep threads waiting for ever; the first of them.
  std::uint64_t unmet = 0;
  std::optional<FoundFailure> first_unmet;
  std::optional<Divergence> divergence;
  Fingerprint traces;
  double seconds = 0;
  // By object: how many executions branch from the one before at an operation on it.
  std::vector<std::uint64_t> branches;
};

// The finding of a search for one execution: its failure, else its limit; null: neither.
[[nodiscard]] inline const FoundFailure* first_found(const SearchReport& report) {
  if (!report.failures.empty()) return report.failures.data();
  return report.limits.empty() ? nullptr : report.limits.data();
}

class Search final : private InlineScheduler {
 public:
  Search(Execution& execution, Executor& executor, Strategy& strategy, SearchOptions options)
      : execution_(execution),
        executor_(executor),
        strategy_(strategy),
        can_(strategy.capabilities()),
        run_(execution, executor, options.steps),
        options_(std::move(options)),
        schedules_inline_(options_.inline_scheduling && !options_.stop_at_step &&
                          !options_.progress_check && can_.matching == nullptr &&
                          execution.weak_memory() == nullptr),
        state_(execution, executor),
        end_cache_(execution, executor, options_.steps) {
    run_.use_end_cache(&end_cache_);
    run_.fail_at_steps(options_.fail_at_steps);
    run_.fail_at_gates(options_.fail_at_gates);
    run_.stuck_sections().set_coverage(options_.sections);
  }

  SearchReport explore();

 private:
  using Clock = std::chrono::steady_clock;

  // A choice is stored in 16 bits.
  static constexpr std::size_t kMaxAlternatives = 0xffff;
  // The loop checks the clock after so many events. Inline steps stop before that.
  static constexpr std::uint64_t kClockCheckMask = 0x3ff;
  static constexpr std::size_t kNowhere = ~std::size_t{0};

  struct StepSnapshot {
    Executor::Snapshot memory = 0;
    std::size_t step = 0;
    Execution::Snapshot execution;
  };

  // A choice of the current execution.
  struct Choice {
    std::uint32_t events = 0;   // how many there were before it
    std::uint16_t enabled = 0;  // alternatives, those of spinning threads included
    std::uint16_t chosen = 0;   // the one taken
  };

  // The event that the next execution replaces.
  struct Replaced {
    Event event;
    std::size_t enabled = 0;
  };

  void backtrack_to(std::size_t step);
  void keep_for_comparison(std::size_t from_event, std::size_t step);
  bool rerun_to(std::size_t step, std::size_t from_event);
  bool repeat_choices(std::size_t step);
  void describe_changed_alternatives();
  bool is_still_offered(const Replaced& replaced);
  std::span<const Alternative> alternatives();
  void run_one_execution();
  [[nodiscard]] bool ended_as_probe() {
    return can_.reduction != nullptr && can_.reduction->is_probe(execution_);
  }
  [[nodiscard]] bool ends_at_failure() const {
    return can_.reduction == nullptr || can_.reduction->ends_at_failure();
  }
  Pick pick(std::span<const Alternative> enabled);
  void keep_spinning(std::span<const Alternative> enabled);
  // In the middle of a thread: run_ahead.cpp.
  InlineDecision decide(ThreadId thread, const Operation& operation, Reply& reply) override;
  ThreadId successor(const Operation& operation, Reply& reply) override;
  ThreadId thread_ended(Reply& reply) override;
  ThreadId thread_waits(const Operation& join, Reply& reply) override;
  // Repetitions of one step: repeated_steps.cpp.
  unsigned repeat_limit() override;
  void note_repeats(std::span<const RepeatedStep> steps) override;
  std::span<const Alternative> alternatives_for(const ThreadRecord& record);
  [[nodiscard]] bool may_skip_checks(ThreadId thread, Kind kind) const;
  [[nodiscard]] bool may_schedule_inline(ThreadId thread, const Operation& operation) const;
  [[nodiscard]] bool may_switch_to(const Alternative& to) const;
  [[nodiscard]] bool may_schedule_at_end() const;
  ThreadId schedule_next(Reply& reply);
  ThreadId switch_to_pick(Reply& reply);
  void note_unchecked_limit();
  bool try_join(ThreadId thread, const Operation& join, Reply& reply);
  InlineDecision suspend_with(const Pick& picked);
  InlineDecision switch_with(const Pick& picked, bool snapshots);
  bool take_fast(ThreadRecord& record, const Alternative& alternative, Reply& reply);
  void judge();
  void snapshot_start();
  bool take_snapshot();
  void maybe_snapshot(bool returns);
  [[nodiscard]] bool snapshots_here(bool returns);
  void record_choice(const Alternative& alternative, std::size_t events, std::size_t step);
  void take(std::uint32_t alternative);
  void reexamine_step();
  void handle_missing_pick(const Pick& pick, std::size_t enabled);
  [[nodiscard]] bool has_news_of_waited_atomics() const;
  void record_execution();
  void estimate();
  void note_branch_point();
  void keep_failures(bool within_bound);
  void keep_unmet();
  void keep_limit(const Failure& failure, bool within_bound);
  void keep_failure(const Failure& failure, const Stop* stop);
  FoundFailure* known_failure(const Failure& failure);
  void count_occurrence(const std::string& bug);
  [[nodiscard]] std::vector<std::vector<Transition>> schedules_of(const Stop* stop) const;
  void count_class();
  bool should_stop();
  bool is_out_of_time();
  [[nodiscard]] double elapsed(Clock::time_point now) const;

  Execution& execution_;
  Executor& executor_;
  Strategy& strategy_;
  Capabilities can_;  // of the strategy; the search does not use `divisible`
  Run run_;
  SearchOptions options_;
  bool schedules_inline_;
  ProgramState state_;
  EndCache end_cache_;
  SearchReport report_;
  std::vector<StepSnapshot> snapshots_;
  std::size_t snapshot_count_ = 0;  // how many of them are in use
  TrivialVector<Choice> choices_;
  std::optional<Replaced> replaced_;
  bool alternatives_known_ = false;  // nothing has happened since they were computed
  bool same_alternatives_ = false;   // as at the last step, except for the running thread's own
  // Of inline steps: the number of events after the last one, the number up to which no checks are
  // needed, and an object that no other thread waits for.
  std::size_t events_after_inline_ = kNowhere;
  std::size_t unchecked_until_ = 0;
  ObjectId uncontended_ = kNoObject;
  bool schedules_now_ = false;  // inline decisions are allowed now
  std::optional<Pick>
      inline_pick_;  // made inline, and valid if the thread suspends with that operation
  std::optional<bool>
      snapshots_first_;  // and whether to take a snapshot first, if that was decided
  std::optional<ProgressMonitor> progress_monitor_;
  ClassSet classes_;
  std::vector<std::string> bugs_;  // different ones, by their text
  std::vector<bool> counted_;      // of these, in this execution
  ClassSum class_sum_;
  std::vector<ThreadKey> threads_;
  std::vector<Event> replayed_events_;  // the part of the prefix that is being run again
  bool can_snapshot_ = true;
  bool snapshots_start_ = true;
  std::size_t spacing_ = 1;  // minimal number of steps between snapshots
  SnapshotPolicy snapshot_policy_;
  std::size_t branch_step_ = 0;  // the step at which this execution branches from the one before
  std::uint64_t next_check_ = 1;
  std::uint64_t next_estimate_ = 1;
  Clock::time_point started_;
  Clock::time_point last_progress_;
  Clock::time_point last_clock_check_;  // between executions
  unsigned unchecked_ = 0;              // executions until the next check
};

inline void Search::record_choice(const Alternative& alternative, std::size_t events,
                                  std::size_t step) {
  const auto chosen = static_cast<std::uint16_t>(alternative.number);
  choices_.push_back({.events = static_cast<std::uint32_t>(events),
                      .enabled = static_cast<std::uint16_t>(execution_.count_with_spins()),
                      .chosen = chosen});
  FlightRecord* recorder = options_.recorder;
  if (recorder == nullptr) return;
  recorder->heartbeat = recorder->heartbeat + 1;
  if (step >= FlightRecord::kMaxSteps) return;
  recorder->chosen[step] = chosen;
  recorder->length = static_cast<std::uint32_t>(step + 1);
}

}  // namespace mcheck
