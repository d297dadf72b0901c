// SPDX-License-Identifier: MIT
// The loop: ask the strategy, take what it picks, until it has nothing left or a limit is reached.
//
// Between two executions the world goes back to the last point they share, by restoring the deepest
// save on the way there and running the rest again, or by running all of it again from the start.
// The second is the oracle of the first; it is also done now and then in any case, because running
// again is what shows that a program does not repeat itself.
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
  bool fail_at_steps = false;    // otherwise that is a limit, and no failure
  std::uint64_t stop_after = 1;  // failures; 0: keep going
  // Executions that reach a limit of mcheck end the search once they cost so much (cost_of_limit),
  // unless it is to keep going.
  std::uint64_t enough_limits = 1;
  Backtrack backtrack = Backtrack::kAutomatic;
  bool fingerprint_traces = false;
  std::optional<std::size_t> hold_at{};  // end when this many choices are made (for a dead child)
  FlightRecord* recorder = nullptr;      // may be null
  bool besides = false;  // not the search that was asked for: the recorder is told no counts
  std::function<void()> on_progress{};  // called about every 100 ms; may be empty
  // Asked between any two executions; true ends the search as paused. May be empty.
  std::function<bool(const SearchReport&)> pause{};
  bool short_cuts = true;  // threads that go on need not come to rest (decider.hpp)
  // Ends that are known are not run again (known_ends.hpp): for who only counts and judges.
  bool known_ends = false;
  // Nor are steps that are known (Executor::know_steps): for who sees nothing but the log.
  bool known_steps = false;
  // A step at which the execution is judged by what it has come to; for one execution.
  std::optional<Judging> judging{};
  bool count_classes = false;  // remember every class seen: 16 bytes each
  // What section_standstills.hpp knows of others that share the search, or of an execution that is
  // run again.
  SectionStandstills::Known sections = SectionStandstills::Known::kAll;
  // Failures that are none: the execution has failed, and the search goes on. May be empty.
  std::function<bool(const Failure&)> suppressed{};
  // Called at the end of each execution, while it can be looked at; may be empty.
  std::function<void(Ending, const std::optional<Failure>&)> on_end{};
  // The same, at those too that say nothing or are beyond the bound.
  std::function<void(Ending, const std::optional<Failure>&)> on_each{};
};

struct FoundFailure {
  Failure failure;
  // Schedules that should show it, the better first; where it came second in its execution it is
  // possible that none does, and that another thread is the first to fail whenever this one fails.
  std::vector<std::vector<Move>> schedules;
  bool certain = true;
  bool beyond_bound = false;  // of a limit
  std::uint64_t execution = 0;
  Judging judging{};
  std::string bug{};              // trace/bug.hpp, without the places
  std::uint64_t occurrences = 0;  // executions that fail by it; of one bug the first counts
  // Of the execution whose schedules these are: the least of all that were seen.
  std::pair<std::uint32_t, std::size_t> preemptions_and_steps{};
};

// Where a program did something else than the last time, told for people.
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
  std::uint64_t cut_off = 0;       // of these, within the bound and not finished: assume
  std::uint64_t redundant = 0;     // started besides, and of no use
  std::uint64_t probes = 0;        // started besides, and ended where a thread would only have spun
  std::uint64_t beyond_bound = 0;  // of the executions, those that need more preemptions
  std::uint64_t classes = 0;       // different traces seen, if counted
  std::uint64_t events = 0;
  std::uint64_t restored_steps = 0;
  std::uint64_t rerun_steps = 0;
  std::uint64_t known_ends = 0;   // executions whose end was not run again
  std::uint64_t known_steps = 0;  // steps that were not
  std::uint64_t failing = 0;
  std::vector<FoundFailure> failures;  // one for each distinct kind and message, the first found
  // Executions that reached a limit of mcheck, what they cost, and the first for each message. They
  // may be beyond the bound.
  std::uint64_t limited = 0;
  std::uint64_t limit_cost = 0;
  std::vector<FoundFailure> limits;
  std::optional<Divergence> divergence;
  Fingerprint traces;
  double seconds = 0;
  // By object: how many executions part from the one before at an operation on it.
  std::vector<std::uint64_t> partings;
};

// What was found of the one execution that was run: a failure, or else a limit; null: neither.
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

  // A choice is written down in 16 bits.
  static constexpr std::size_t kMostWays = 0xffff;
  // After so many events the loop looks at the clock, and no thread passes it by.
  static constexpr std::uint64_t kLooksAtClock = 0x3ff;
  static constexpr std::size_t kNowhere = ~std::size_t{0};

  struct Saved {
    Executor::Save world = 0;
    std::size_t step = 0;
    Execution::Mark mark;
  };

  // A choice of this execution.
  struct Choice {
    std::uint32_t events = 0;  // how many there were before
    std::uint16_t ways = 0;    // to go on, spinning included
    std::uint16_t chosen = 0;  // which of them
  };

  // What was done the last time where the next execution does something else.
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
  // In the middle of a thread: short_cut.cpp.
  Going goes_on(ThreadId thread, const Operation& operation, Reply& reply) override;
  ThreadId next(const Operation& operation, Reply& reply) override;
  ThreadId ended(Reply& reply) override;
  ThreadId waits(const Operation& join, Reply& reply) override;
  // The same again and again: repeats.cpp.
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
  Capabilities can_;  // of the strategy; `divisible` is no concern of the search
  Run run_;
  SearchOptions options_;
  bool short_cuts_;
  KnownEnds ends_;
  SearchReport report_;
  std::vector<Saved> saves_;
  std::size_t saved_ = 0;  // how many of them are in use
  Growing<Choice> choices_;
  std::optional<Replaced> replaced_;
  bool offered_ = false;    // the alternatives are known: nothing has happened since
  bool same_ways_ = false;  // but for the thread that goes on, as the last time
  // Of these steps: how many events there were after the last one, how many there may be before
  // more is to be asked, and an object for which nobody else waits.
  std::size_t passed_ = kNowhere;
  std::size_t straight_until_ = 0;
  ObjectId calm_ = kNoObject;
  bool decides_ = false;             // it may be asked in the middle of a thread
  std::optional<Pick> decided_;      // was picked there, and waits for the thread to come to rest
  std::optional<bool> saves_first_;  // and whether memory is to be saved first, if that was asked
  std::optional<Judgement> judgement_;
  ClassSet classes_;
  std::vector<std::string> bugs_;  // different ones, by what they say
  std::vector<bool> counted_;      // of these, in this execution
  ClassSum class_sum_;
  std::vector<ThreadKey> threads_;
  std::vector<Event> last_time_;  // the part of the prefix that is being run again
  bool can_save_ = true;
  bool saves_start_ = true;
  std::size_t spacing_ = 1;  // steps between saves that pay
  SaveChances chances_;
  std::size_t parts_at_ = 0;  // the step at which this execution parts from the one before
  std::uint64_t next_check_ = 1;
  std::uint64_t next_estimate_ = 1;
  Clock::time_point started_;
  Clock::time_point last_progress_;
  Clock::time_point last_look_;  // at the clock, between executions
  unsigned unseen_ = 0;          // so many executions end before the next
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
