// SPDX-License-Identifier: MIT
#include "engine/search/driver/search.hpp"

#include <algorithm>
#include <utility>

#include "engine/search/driver/difference.hpp"
#include "engine/search/failures/stuck.hpp"
#include "engine/trace/results/result.hpp"

namespace mcheck {
namespace {

Executor::Matching matching_of(const StateMatching* states, bool checks_progress) {
  using Matching = Executor::Matching;
  if (states == nullptr) return checks_progress ? Matching::kExact : Matching::kOff;
  return states->allows_symmetry() ? Matching::kUpToSymmetry : Matching::kExact;
}

}  // namespace

SearchReport Search::explore() {
  started_ = last_progress_ = last_clock_check_ = Clock::now();
  if (options_.recorder != nullptr) options_.recorder->exploring = 1;
  if (WeakMemory* const memory = execution_.weak_memory(); memory != nullptr)
    memory->waited().begin_search();
  run_.run_past_failures(can_.reduction != nullptr);
  executor_.set_inline_scheduler(this);
  executor_.match_states(matching_of(can_.matching, options_.progress_check.has_value()));
  const bool needs_all = options_.count_classes || options_.fingerprint_traces ||
                         options_.stop_at_step || options_.progress_check ||
                         options_.backtrack == Backtrack::kRerun || can_.matching != nullptr ||
                         execution_.weak_memory() != nullptr;
  end_cache_.allow(options_.cached_ends && !needs_all);
  const bool runs_all = options_.stop_at_step || options_.progress_check ||
                        !options_.inline_scheduling || options_.backtrack == Backtrack::kRerun;
  const bool caches_steps = options_.cached_steps && !runs_all;
  executor_.use_step_cache(caches_steps);
  for (bool first = true;; first = false) {
    const std::optional<Begin> begin = strategy_.begin_execution();
    if (!begin) break;
    if (options_.executions > 0 && report_.executions >= options_.executions) {
      report_.stop = SearchReport::Stop::kExecutions;
      break;
    }
    // At executions 1, 2, 4, 8 … run again: what is restored cannot show that it is not repeatable.
    const bool check = report_.executions >= next_check_;
    if (check) next_check_ *= 2;
    // With a close examination. Often it is done for the first execution only.
    const bool examines = !options_.is_auxiliary && (first || (check && report_.executions > 1));
    if (examines) executor_.examine(true);
    if (first || check || options_.backtrack == Backtrack::kRerun) snapshot_count_ = 0;
    if (check &&
        choices_.size() > begin->keep + 1) {  // all of the execution before, not only its prefix
      executor_.use_step_cache(false);
      backtrack_to(choices_.size() - 1);
      if (report_.stop == SearchReport::Stop::kDiverged) break;
      executor_.use_step_cache(caches_steps);
      snapshot_count_ = 0;
    }
    if (!first && examines) executor_.examine(false);
    backtrack_to(first ? 0 : begin->keep);
    if (report_.stop == SearchReport::Stop::kDiverged) break;
    branch_step_ = begin->keep;
    end_cache_.run_all_ends(report_.executions + 1 >=
                            next_check_);  // it will be run again, to its end
    run_one_execution();
    if (first && examines) executor_.examine(false);
    if (!first) note_branch_point();
    if (should_stop()) break;
  }
  executor_.end();
  if (report_.stop == SearchReport::Stop::kDiverged && has_news_of_waited_atomics())
    report_.stop = SearchReport::Stop::kPaused;  // this is what differs: the search starts again
  executor_.set_inline_scheduler(nullptr);
  report_.cached_steps = executor_.cached_steps();
  executor_.clear_step_cache();
  report_.seconds = elapsed(Clock::now());
  if (options_.recorder != nullptr) options_.recorder->exploring = 0;
  return std::move(report_);
}

bool Search::has_news_of_waited_atomics() const {
  const WeakMemory* const memory = execution_.weak_memory();
  return memory != nullptr && memory->waited().has_news();
}

std::span<const Alternative> Search::alternatives() {
  if (!execution_.has_spin_candidates() || run_.ending() || can_.reduction == nullptr) {
    return run_.alternatives();
  }
  for (const ThreadRecord& record : execution_.threads()) {
    const bool has_come =
        record.status == ThreadRecord::Status::kReady && record.try_versions_before != kNone;
    if (has_come && can_.reduction->needs_older_versions(execution_, record.id))
      run_.try_older_versions(record);
  }
  return run_.alternatives();
}

void Search::run_one_execution() {
  for (;;) {
    const bool known = std::exchange(alternatives_known_, false);
    const std::span<const Alternative> enabled =
        known ? execution_.last_alternatives() : alternatives();
    if (enabled.empty()) {
      // All threads that are left wait for one whose assumption is false.
      if (options_.progress_check && run_.ending() == Ending::kCutOff) judge();
      // Not after a limit of time: then nobody knows whether it is a probe.
      const bool limited = run_.ending() == Ending::kLimit;
      if (!limited && !end_cache_.is_hit() && ended_as_probe()) {
        run_.cut(Ending::kProbe);
      }
      break;
    }
    if (enabled.size() == 1 && !inline_pick_ && run_.ends_from_cache()) break;
    if (options_.stop_at_step && execution_.steps() >= *options_.stop_at_step) run_.cut();
    if (options_.progress_check) judge();
    if (run_.ending()) break;
    if (execution_.steps() >= options_.steps) {
      run_.fail(step_limit_failure(execution_, enabled[0].thread, options_.steps));
      break;
    }
    if (execution_.count_with_spins() > kMaxAlternatives) {
      run_.fail({.kind = FailureKind::kLimitChoices,
                 .thread = enabled[0].thread,
                 .message = "offers " + std::to_string(enabled.size()) +
                            " alternatives at one step: choose() from fewer"});
      break;
    }
    const Pick pick =
        inline_pick_ ? *std::exchange(inline_pick_, std::nullopt) : this->pick(enabled);
    if (pick.alternative == Pick::kNothing) {
      run_.cut(Ending::kRedundant);
      break;
    }
    if (pick.alternative == Pick::kKeepSpinning) {
      keep_spinning(enabled);
      continue;
    }
    if (pick.alternative >= enabled.size()) {
      handle_missing_pick(pick, enabled.size());
      break;
    }
    maybe_snapshot(pick.returns);
    take(pick.alternative);
    while (run_.looped_back() && report_.stop == SearchReport::Stop::kExhausted) reexamine_step();
    if (report_.stop == SearchReport::Stop::kDiverged) break;
    // One failure is enough, and here it is.
    const Stop* const failed = first_failure(execution_.stops());
    const bool is_all = failed != nullptr && !is_limit(failed->failure.kind);
    if (options_.stop_after == 1 && is_all && ends_at_failure()) {
      run_.fail(failed->failure);
    }
  }
  const bool may_be_left_out =
      end_cache_.is_hit() && end_cache_.has_steps() && can_.reduction != nullptr;
  if (may_be_left_out && can_.reduction->is_redundant(execution_)) run_.cut(Ending::kRedundant);
  record_execution();
}

// The picked alternative does not exist. If a thread has failed before, the pick would have been
// that thread's: it races, for example, as soon as others run first, and stops. Otherwise the
// program is not repeatable.
void Search::handle_missing_pick(const Pick& pick, std::size_t enabled) {
  if (pick.alternative == Pick::kSpins) return run_.cut(Ending::kProbe);
  const std::span<const Stop> stops = execution_.stops();
  const auto failed = std::ranges::find_if(stops, &Stop::failed);
  if (failed != stops.end()) return run_.fail(failed->failure);
  report_.divergence = {.step = execution_.events().size(),
                        .before = "there were more alternatives",
                        .now = "there are " + std::to_string(enabled)};
  report_.stop = SearchReport::Stop::kDiverged;
  run_.cut();
}

void Search::judge() {
  if (!progress_monitor_)
    progress_monitor_.emplace(execution_, executor_, *options_.progress_check);
  if (const std::optional<Failure> failure = progress_monitor_->check_step()) run_.fail(*failure);
}

// Threads that spin keep spinning. If others could go on, the strategy keeps them where they are,
// as in another execution they read later. A strategy that does not ask for it could have gone on
// with older versions, too.
void Search::keep_spinning(std::span<const Alternative> enabled) {
  if (!only_older_versions(execution_, enabled)) return run_.cut(Ending::kSpun);
  const ThreadId thread = enabled[0].thread;
  run_.keep_spinning();
  if (strategy_.decides_to_keep_spinning() || !run_.ending() || run_.failure()) return;
  run_.fail({.kind = FailureKind::kLimitChoices,
             .thread = thread,
             .message = "spins at the end and could read an older value, which only --strategy "
                        "optimal tries"});
}

Pick Search::pick(std::span<const Alternative> enabled) {
  if (execution_.weak_memory() != nullptr && !strategy_.decides_to_keep_spinning() &&
      only_older_versions(execution_, enabled))
    return {.alternative = Pick::kKeepSpinning};
  return strategy_.pick({.execution = execution_,
                         .alternatives = enabled,
                         .step = execution_.steps(),
                         .preemptions = execution_.preemptions(),
                         .states = can_.matching != nullptr ? &state_ : nullptr});
}

void Search::take(std::uint32_t alternative) {
  alternatives_known_ = false;
  record_choice(execution_.last_alternatives()[alternative], execution_.events().size(),
                execution_.steps());
  const bool hold = options_.stop_at_step && execution_.steps() + 1 == *options_.stop_at_step;
  schedules_now_ = schedules_inline_;
  same_alternatives_ = false;
  events_after_inline_ = kNowhere;
  run_.take(alternative, hold);
  schedules_now_ = false;
  events_after_inline_ = kNowhere;
  ++report_.events;
  const bool checks_clock = (report_.events & 0x3ff) == 0 && options_.seconds > 0;
  if (checks_clock && elapsed(Clock::now()) > options_.seconds && !run_.ending()) {
    report_.stop = SearchReport::Stop::kSeconds;
    run_.cut();
  }
}

// As far as one can see, the step was an idle iteration of a loop. Now that the site is known, the
// search goes back by one step and watches it closely. This happens once for each site in the
// program. Earlier snapshots do not know the site, so they are discarded.
void Search::reexamine_step() {
  const std::uint16_t chosen = choices_.back().chosen;
  while (snapshot_count_ > 0) executor_.forget(snapshots_[--snapshot_count_].memory);
  backtrack_to(execution_.steps() - 1);
  if (report_.stop == SearchReport::Stop::kDiverged) return run_.cut();
  const std::span<const Alternative> enabled = alternatives();
  const auto alternative = std::ranges::find(enabled, chosen, &Alternative::number);
  if (alternative == enabled.end()) return strategy_.retracted();
  take(static_cast<std::uint32_t>(alternative - enabled.begin()));
}

void Search::record_execution() {
  inline_pick_.reset();
  snapshots_first_.reset();
  if (run_.failure()) executor_.failed(*run_.failure());
  executor_.end();
  const bool unfinished = report_.stop != SearchReport::Stop::kExhausted;
  const Ending ending = *run_.ending();
  if (ending == Ending::kFinished && !run_.failure() && !unfinished) end_cache_.store_end();
  if (ending == Ending::kRedundant) {
    ++report_.redundant;
  } else if (ending == Ending::kProbe || ending == Ending::kSpun) {
    ++report_.probes;
  } else if (!unfinished) {
    ++report_.executions;
    report_.cached_ends += end_cache_.is_hit() ? 1 : 0;
    if (options_.count_classes) count_class();
  }
  if (options_.recorder != nullptr) {
    if (!options_.is_auxiliary) {
      options_.recorder->executions = report_.executions;
      options_.recorder->events = report_.events;
      options_.recorder->classes = report_.classes;
    }
    options_.recorder->heartbeat = options_.recorder->heartbeat + 1;
  }
  if (options_.fingerprint_traces) {
    report_.traces = report_.traces.then(fingerprint_of(execution_.events()));
  }
  if (options_.on_every_end) options_.on_every_end(ending, run_.failure());
  strategy_.end_execution(execution_, ending);
  const bool counts = is_execution(ending);
  const bool within = can_.bounded == nullptr || can_.bounded->within_bound();
  if (counts && within && options_.on_end) options_.on_end(ending, run_.failure());
  if (counts && !unfinished && !within) ++report_.beyond_bound;
  if (!unfinished && within && ending == Ending::kCutOff) {
    ++report_.cut_off;
    if (run_.failure()) keep_unmet();
  }
  if (ending == Ending::kFailed || ending == Ending::kLimit) keep_failures(within);
  estimate();
}

void Search::note_branch_point() {
  if (branch_step_ >= choices_.size()) return;
  const Event& event = execution_.events()[choices_[branch_step_].events];
  const std::size_t object = index(event.operation.object);
  if (object >= report_.branches.size()) report_.branches.resize(object + 1);
  ++report_.branches[object];
}

// Not after each execution: some strategies take longer for it than for a short execution.
void Search::estimate() {
  constexpr std::uint64_t kExecutionsShare = 16;
  constexpr std::uint64_t kMaxInterval = 4096;
  if (options_.recorder == nullptr || options_.is_auxiliary || can_.estimating == nullptr) return;
  if (report_.executions < next_estimate_) return;
  options_.recorder->estimate_kind = static_cast<std::uint32_t>(can_.estimating->estimate_kind());
  options_.recorder->finished_mass = can_.estimating->finished_mass();
  next_estimate_ =
      report_.executions + 1 + std::min(report_.executions / kExecutionsShare, kMaxInterval);
}

void Search::count_class() {
  if (classes_.size() >= kMaxClasses) return;
  threads_.clear();
  for (const ThreadRecord& record : execution_.threads()) {
    threads_.push_back({record.id, execution_.identities().path_key(record.id)});
  }
  const std::size_t versions = execution_.versions().size();
  classes_.insert(class_sum_.of(execution_.events(), versions, threads_));
  report_.classes = classes_.size();
}

bool Search::should_stop() {
  if (report_.stop != SearchReport::Stop::kExhausted) return true;
  if (options_.stop_after > 0 && bugs_.size() >= options_.stop_after) {
    report_.stop = SearchReport::Stop::kFailures;
    return true;
  }
  if (options_.stop_after > 0 && report_.limit_cost >= options_.max_limit_cost) {
    report_.stop = SearchReport::Stop::kLimits;
    return true;
  }
  if (options_.pause && options_.pause(report_)) {
    report_.stop = SearchReport::Stop::kPaused;
    return true;
  }
  if (options_.recorder != nullptr && options_.recorder->stop != 0) {
    report_.stop = SearchReport::Stop::kInterrupted;
    return true;
  }
  if (options_.seconds <= 0 && !options_.on_progress) return false;
  return is_out_of_time();
}

// To read the clock takes as long as several steps, so short executions do not read it each time.
bool Search::is_out_of_time() {
  constexpr unsigned kUnchecked = 4;
  if (unchecked_ > 0 && --unchecked_ > 0) return false;
  const Clock::time_point now = Clock::now();
  if (now - last_clock_check_ < std::chrono::milliseconds(1)) unchecked_ = kUnchecked;
  last_clock_check_ = now;
  if (options_.on_progress && now - last_progress_ > std::chrono::milliseconds(100)) {
    last_progress_ = now;
    options_.on_progress();
  }
  if (options_.seconds <= 0 || elapsed(now) <= options_.seconds) return false;
  report_.stop = SearchReport::Stop::kSeconds;
  return true;
}

double Search::elapsed(Clock::time_point now) const {
  return std::chrono::duration<double>(now - started_).count();
}

}  // namespace mcheck
