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
#include "engine/base/growing.hpp"
#include "engine/search/class_set.hpp"
#include "engine/search/decider.hpp"
#include "engine/search/execution.hpp"
#include "engine/search/executor.hpp"
#include "engine/search/judgement.hpp"
#include "engine/search/known_ends.hpp"
#include "engine/search/moves.hpp"
#include "engine/search/run.hpp"
#include "engine/search/save_chances.hpp"
#include "engine/search/strategy.hpp"
#include "engine/trace/class_sum.hpp"
#include "engine/trace/failure.hpp"
#include "engine/trace/flight_record.hpp"

namespace mcheck {

enum class Backtrack : std::uint8_t { kAutomatic, kRestore, kRerun };

struct SearchReport;

struct SearchOptions {
  std::uint64_t executions = 0;  // 0: no limit
  double seconds = 0;            // 0: no limit
  std::uint64_t steps = 10'000;
  bool fail_at_steps = false;    // otherwise it is a limit, not a failure
  std::uint64_t stop_after = 1;  // failures; 0: do not stop
  // The search ends once executions that reached limits of mcheck cost so much (cost_of_limit),
  // unless it is not to stop at failures.
  std::uint64_t enough_limits = 1;
  Backtrack backtrack = Backtrack::kAutomatic;
  bool fingerprint_traces = false;
  std::optional<std::size_t> hold_at{};  // end at this choice (to replay a process that died)
  FlightRecord* recorder = nullptr;      // may be null
  bool besides = false;  // a search within another one: it reports no counts to the recorder
  std::function<void()> on_progress{};  // called about every 100 ms; may be empty
  // Called between executions; true ends the search as paused. May be empty.
  std::function<bool(const SearchReport&)> pause{};
  bool short_cuts = true;  // threads may take steps without suspending (inline_scheduler.hpp)
  // Do not run ends again that are in the cache (end_cache.hpp). For searches that only count and
  // judge.
  bool known_ends = false;
  // Do not run steps again that are in the cache (Executor::use_step_cache). For searches that look
  // at nothing but the log.
  bool known_steps = false;
  // A step at which the execution is checked for progress; for a single execution.
  std::optional<Judging> judging{};
  bool count_classes = false;  // remember every class seen: 16 bytes each
  // What is known (stuck_sections.hpp) of other processes that share the search, or of an execution
  // that is run again.
  SectionStandstills::Known sections = SectionStandstills::Known::kAll;
  // Accepts failures to ignore: the execution has failed, and the search goes on. May be empty.
  std::function<bool(const Failure&)> suppressed{};
  // Called at the end of each execution, before its state is lost; may be empty.
  std::function<void(Ending, const std::optional<Failure>&)> on_end{};
  // The same, but also for executions beyond the bound and for endings that are no execution.
  std::function<void(Ending, const std::optional<Failure>&)> on_each{};
};

struct FoundFailure {
  Failure failure;
  // Schedules that should reproduce it, the better first. If it was not the first failure of its
  // execution, perhaps none does: another thread may always fail first.
  std::vector<std::vector<Move>> schedules;
  bool certain = true;
  bool beyond_bound = false;  // of a limit
  std::uint64_t execution = 0;
  Judging judging{};
  std::string bug{};  // trace/bug.hpp, without the source locations
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
  std::uint64_t known_ends = 0;   // executions whose end came from the cache
  std::uint64_t known_steps = 0;  // steps that came from the cache
  std::uint64_t failing = 0;
  std::vector<FoundFailure> failures;  // the first for each distinct kind and message
  // Executions that reached a limit of mcheck, their cost, and the first for each message. They may
  // be beyond the bound.
  std::uint64_t limited = 0;
  std::uint64_t limit_cost = 0;
  std::vector<FoundFailure> limits;
  std::optional<Divergence> divergence;
  Fingerprint traces;
  double seconds = 0;
  // By object: how many executions branch from the one before at an operation on it.
  std::vector<std::uint64_t> partings;
};

// The finding of a search for one execution: its failure, else its limit; null: neither.
[[nodiscard]] inline const FoundFailure* first_found(const SearchReport& report) {
  if (!report.failures.empty()) return report.failures.data();
  return report.limits.empty() ? nullptr : report.limits.data();
}

class Search final : private Decider {
 public:
  Search(Execution& execution, Executor& executor, Strategy& strategy, SearchOptions options)
      : execution_(execution),
        executor_(executor),
        strategy_(strategy),
        can_(strategy.capabilities()),
        run_(execution, executor, options.steps),
        options_(std::move(options)),
        short_cuts_(options_.short_cuts && !options_.hold_at && !options_.judging),
        ends_(execution, executor, options_.steps) {
    run_.know_ends(&ends_);
    run_.fail_at_steps(options_.fail_at_steps);
    run_.section_standstills().know(options_.sections);
  }

  SearchReport explore();

 private:
  using Clock = std::chrono::steady_clock;

  // A choice is stored in 16 bits.
  static constexpr std::size_t kMostWays = 0xffff;
  // The loop checks the clock after so many events. Inline steps stop before that.
  static constexpr std::uint64_t kLooksAtClock = 0x3ff;
  static constexpr std::size_t kNowhere = ~std::size_t{0};

  struct Saved {
    Executor::Save world = 0;
    std::size_t step = 0;
    Execution::Mark mark;
  };

  // A choice of the current execution.
  struct Choice {
    std::uint32_t events = 0;  // how many there were before it
    std::uint16_t ways = 0;    // alternatives, those of spinning threads included
    std::uint16_t chosen = 0;  // the one taken
  };

  // The event that the next execution replaces.
  struct Replaced {
    Event event;
    std::size_t ways = 0;
  };

  void go_back_to(std::size_t step);
  void remember(std::size_t from_event, std::size_t step);
  bool rerun_to(std::size_t step, std::size_t from_event);
  bool take_again(std::size_t step);
  void tell_offers();
  bool still_offered(const Replaced& replaced);
  std::span<const Alternative> alternatives();
  void one_execution();
  [[nodiscard]] bool leads_nowhere() {
    return can_.reduction != nullptr && can_.reduction->cut_short(execution_);
  }
  [[nodiscard]] bool ends_at_failure() const {
    return can_.reduction == nullptr || can_.reduction->ends_at_failure();
  }
  Pick pick(std::span<const Alternative> ways);
  // In the middle of a thread: run_ahead.cpp.
  Going goes_on(ThreadId thread, const Operation& operation, Reply& reply) override;
  ThreadId next(const Operation& operation, Reply& reply) override;
  ThreadId ended(Reply& reply) override;
  ThreadId waits(const Operation& join, Reply& reply) override;
  // Repetitions of one step: repeated_steps.cpp.
  unsigned may_repeat() override;
  void repeated(std::span<const Repeat> steps) override;
  std::span<const Alternative> ways_of(const ThreadRecord& record);
  [[nodiscard]] bool goes_straight_on(ThreadId thread, Kind kind) const;
  [[nodiscard]] bool may_decide(ThreadId thread, const Operation& operation) const;
  [[nodiscard]] bool may_give_way(const Alternative& to) const;
  [[nodiscard]] bool may_turn() const;
  ThreadId turn(Reply& reply);
  ThreadId takes_over(Reply& reply);
  void note_straight();
  bool joins(ThreadId thread, const Operation& join, Reply& reply);
  Going rests_with(const Pick& picked);
  Going gives_way(const Pick& picked, bool saves);
  bool take_simply(ThreadRecord& record, const Alternative& way, Reply& reply);
  void judge();
  void save_start();
  bool save();
  void maybe_save(bool returns);
  [[nodiscard]] bool saves_here(bool returns);
  void note_way(const Alternative& way, std::size_t events, std::size_t step);
  void take(std::uint32_t alternative);
  void look_again();
  void cannot_follow(std::size_t ways);
  void account();
  void estimate();
  void note_parting();
  void keep_failures(bool within_bound);
  void keep_limit(const Failure& failure, bool within_bound);
  void keep_failure(const Failure& failure, const Stop* stop);
  FoundFailure* known_failure(const Failure& failure);
  void count_occurrence(const std::string& bug);
  [[nodiscard]] std::vector<std::vector<Move>> schedules_of(const Stop* stop) const;
  void count_class();
  bool stop_now();
  bool too_late();
  [[nodiscard]] double elapsed(Clock::time_point now) const;

  Execution& execution_;
  Executor& executor_;
  Strategy& strategy_;
  Capabilities can_;  // of the strategy; the search does not use `divisible`
  Run run_;
  SearchOptions options_;
  bool short_cuts_;
  KnownEnds ends_;
  SearchReport report_;
  std::vector<Saved> saves_;
  std::size_t saved_ = 0;  // how many of them are in use
  Growing<Choice> choices_;
  std::optional<Replaced> replaced_;
  bool offered_ = false;    // nothing has happened since they were computed
  bool same_ways_ = false;  // as at the last step, except for the running thread's own
  // Of inline steps: the number of events after the last one, the number up to which no checks are
  // needed, and an object that no other thread waits for.
  std::size_t passed_ = kNowhere;
  std::size_t straight_until_ = 0;
  ObjectId calm_ = kNoObject;
  bool decides_ = false;  // inline decisions are allowed now
  std::optional<Pick>
      decided_;  // made inline, and valid if the thread suspends with that operation
  std::optional<bool> saves_first_;  // and whether to take a snapshot first, if that was decided
  std::optional<Judgement> judgement_;
  ClassSet classes_;
  std::vector<std::string> bugs_;  // different ones, by their text
  std::vector<bool> counted_;      // of these, in this execution
  ClassSum class_sum_;
  std::vector<ThreadKey> threads_;
  std::vector<Event> last_time_;  // the part of the prefix that is being run again
  bool can_save_ = true;
  bool saves_start_ = true;
  std::size_t spacing_ = 1;  // minimal number of steps between snapshots
  SaveChances chances_;
  std::size_t parts_at_ = 0;  // the step at which this execution branches from the one before
  std::uint64_t next_check_ = 1;
  std::uint64_t next_estimate_ = 1;
  Clock::time_point started_;
  Clock::time_point last_progress_;
  Clock::time_point last_look_;  // between executions
  unsigned unseen_ = 0;          // executions until the next check
};

inline void Search::note_way(const Alternative& way, std::size_t events, std::size_t step) {
  const auto chosen = static_cast<std::uint16_t>(way.number);
  choices_.push_back({.events = static_cast<std::uint32_t>(events),
                      .ways = static_cast<std::uint16_t>(execution_.all_ways()),
                      .chosen = chosen});
  FlightRecord* recorder = options_.recorder;
  if (recorder == nullptr) return;
  recorder->heartbeat = recorder->heartbeat + 1;
  if (step >= FlightRecord::kMaxSteps) return;
  recorder->chosen[step] = chosen;
  recorder->length = static_cast<std::uint32_t>(step + 1);
}

}  // namespace mcheck
