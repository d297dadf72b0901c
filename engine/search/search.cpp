// SPDX-License-Identifier: MIT
#include "engine/search/search.hpp"

#include <algorithm>
#include <utility>

#include "engine/search/difference.hpp"
#include "engine/search/standstill.hpp"
#include "engine/trace/result.hpp"

namespace mcheck {

SearchReport Search::explore() {
  started_ = last_progress_ = last_look_ = Clock::now();
  if (options_.recorder != nullptr) options_.recorder->exploring = 1;
  run_.go_on_without_stopped(can_.reduction != nullptr);
  executor_.ask(this);
  const bool needs_all = options_.count_classes || options_.fingerprint_traces ||
                         options_.hold_at || options_.judging ||
                         options_.backtrack == Backtrack::kRerun;
  ends_.allow(options_.known_ends && !needs_all);
  const bool runs_all = options_.hold_at || options_.judging || !options_.short_cuts ||
                        options_.backtrack == Backtrack::kRerun;
  const bool knows = options_.known_steps && !runs_all;
  executor_.know_steps(knows);
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
    const bool examines = !options_.besides && (first || (check && report_.executions > 1));
    if (examines) executor_.examine(true);
    if (first || check || options_.backtrack == Backtrack::kRerun) saved_ = 0;
    if (check &&
        choices_.size() > begin->keep + 1) {  // all of the execution before, not only its prefix
      executor_.know_steps(false);
      go_back_to(choices_.size() - 1);
      if (report_.stop == SearchReport::Stop::kDiverged) break;
      executor_.know_steps(knows);
      saved_ = 0;
    }
    if (!first && examines) executor_.examine(false);
    go_back_to(first ? 0 : begin->keep);
    if (report_.stop == SearchReport::Stop::kDiverged) break;
    parts_at_ = begin->keep;
    ends_.run_each(report_.executions + 1 >= next_check_);  // it will be run again, to its end
    one_execution();
    if (first && examines) executor_.examine(false);
    if (!first) note_parting();
    if (stop_now()) break;
  }
  executor_.end();
  executor_.ask(nullptr);
  report_.known_steps = executor_.known_steps();
  executor_.forget_steps();
  report_.seconds = elapsed(Clock::now());
  if (options_.recorder != nullptr) options_.recorder->exploring = 0;
  return std::move(report_);
}

std::span<const Alternative> Search::alternatives() {
  if (!execution_.may_try() || run_.ending() || can_.reduction == nullptr) {
    return run_.alternatives();
  }
  for (const ThreadRecord& record : execution_.threads()) {
    const bool has_come = record.status == ThreadRecord::Status::kReady && record.older != kNone;
    if (has_come && can_.reduction->asks_of_older(execution_, record.id)) run_.try_older(record);
  }
  return run_.alternatives();
}

void Search::one_execution() {
  for (;;) {
    const bool known = std::exchange(offered_, false);
    const std::span<const Alternative> ways =
        known ? execution_.last_alternatives() : alternatives();
    if (ways.empty()) {
      // All threads that are left wait for one whose assumption is false.
      if (options_.judging && run_.ending() == Ending::kCutOff) judge();
      // Not after a limit of time: then nobody knows whether it is a probe.
      const bool limited = run_.ending() == Ending::kLimit;
      if (!limited && !ends_.is_known() && leads_nowhere()) {
        run_.cut(Ending::kProbe);
      }
      break;
    }
    if (ways.size() == 1 && !decided_ && run_.ends_as_known()) break;
    if (options_.hold_at && execution_.steps() >= *options_.hold_at) run_.cut();
    if (options_.judging) judge();
    if (run_.ending()) break;
    if (execution_.steps() >= options_.steps) {
      run_.fail(without_end(execution_, ways[0].thread, options_.steps));
      break;
    }
    if (execution_.all_ways() > kMostWays) {
      run_.fail({.kind = FailureKind::kLimitChoices,
                 .thread = ways[0].thread,
                 .message = "offers " + std::to_string(ways.size()) +
                            " ways to go on at one step: choose() from fewer"});
      break;
    }
    const Pick pick = decided_ ? *std::exchange(decided_, std::nullopt) : this->pick(ways);
    if (pick.alternative == Pick::kNothing) {
      run_.cut(Ending::kRedundant);
      break;
    }
    if (pick.alternative == Pick::kSpins) {
      run_.cut(Ending::kProbe);
      break;
    }
    if (pick.alternative >= ways.size()) {
      cannot_follow(ways.size());
      break;
    }
    maybe_save(pick.returns);
    take(pick.alternative);
    while (run_.came_back() && report_.stop == SearchReport::Stop::kExhausted) look_again();
    if (report_.stop == SearchReport::Stop::kDiverged) break;
    // One failure is enough, and here it is.
    const Stop* const failed = first_failure(execution_.stops());
    const bool is_all = failed != nullptr && !is_limit(failed->failure.kind);
    if (options_.stop_after == 1 && is_all && ends_at_failure()) {
      run_.fail(failed->failure);
    }
  }
  const bool may_be_left_out = ends_.is_known() && ends_.has_steps() && can_.reduction != nullptr;
  if (may_be_left_out && can_.reduction->leaves_out(execution_)) run_.cut(Ending::kRedundant);
  account();
}

// The picked alternative does not exist. If a thread has failed before, the pick would have been
// that thread's: it races, for example, as soon as others run first, and stops. Otherwise the
// program is not repeatable.
void Search::cannot_follow(std::size_t ways) {
  const std::span<const Stop> stops = execution_.stops();
  const auto failed = std::ranges::find_if(stops, &Stop::failed);
  if (failed != stops.end()) return run_.fail(failed->failure);
  report_.divergence = {.step = execution_.events().size(),
                        .before = "there were more ways to go on",
                        .now = "there are " + std::to_string(ways)};
  report_.stop = SearchReport::Stop::kDiverged;
  run_.cut();
}

void Search::judge() {
  if (!judgement_) judgement_.emplace(execution_, executor_, *options_.judging);
  if (const std::optional<Failure> failure = judgement_->arrive()) run_.fail(*failure);
}

Pick Search::pick(std::span<const Alternative> ways) {
  return strategy_.pick({.execution = execution_,
                         .alternatives = ways,
                         .step = execution_.steps(),
                         .preemptions = execution_.preemptions()});
}

void Search::take(std::uint32_t alternative) {
  offered_ = false;
  note_way(execution_.last_alternatives()[alternative], execution_.events().size(),
           execution_.steps());
  const bool hold = options_.hold_at && execution_.steps() + 1 == *options_.hold_at;
  decides_ = short_cuts_;
  same_ways_ = false;
  passed_ = kNowhere;
  run_.take(alternative, hold);
  decides_ = false;
  passed_ = kNowhere;
  ++report_.events;
  const bool looks_at_clock = (report_.events & 0x3ff) == 0 && options_.seconds > 0;
  if (looks_at_clock && elapsed(Clock::now()) > options_.seconds && !run_.ending()) {
    report_.stop = SearchReport::Stop::kSeconds;
    run_.cut();
  }
}

// As far as one can see, the step was an idle iteration of a loop. Now that the site is known, the
// search goes back by one step and watches it closely. This happens once for each site in the
// program. Earlier snapshots do not know the site, so they are discarded.
void Search::look_again() {
  const std::uint16_t chosen = choices_.back().chosen;
  while (saved_ > 0) executor_.forget(saves_[--saved_].world);
  go_back_to(execution_.steps() - 1);
  if (report_.stop == SearchReport::Stop::kDiverged) return run_.cut();
  const std::span<const Alternative> ways = alternatives();
  const auto way = std::ranges::find(ways, chosen, &Alternative::number);
  if (way == ways.end()) return strategy_.retracted();
  take(static_cast<std::uint32_t>(way - ways.begin()));
}

void Search::account() {
  decided_.reset();
  saves_first_.reset();
  if (run_.failure()) executor_.failed(*run_.failure());
  executor_.end();
  const bool unfinished = report_.stop != SearchReport::Stop::kExhausted;
  const Ending ending = *run_.ending();
  if (ending == Ending::kFinished && !run_.failure() && !unfinished) ends_.note_end();
  if (ending == Ending::kRedundant) {
    ++report_.redundant;
  } else if (ending == Ending::kProbe || ending == Ending::kSpun) {
    ++report_.probes;
  } else if (!unfinished) {
    ++report_.executions;
    report_.known_ends += ends_.is_known() ? 1 : 0;
    if (options_.count_classes) count_class();
  }
  if (options_.recorder != nullptr) {
    if (!options_.besides) {
      options_.recorder->executions = report_.executions;
      options_.recorder->events = report_.events;
      options_.recorder->classes = report_.classes;
    }
    options_.recorder->heartbeat = options_.recorder->heartbeat + 1;
  }
  if (options_.fingerprint_traces) {
    report_.traces = report_.traces.then(fingerprint_of(execution_.events()));
  }
  if (options_.on_each) options_.on_each(ending, run_.failure());
  strategy_.end_execution(execution_, ending);
  const bool counts = is_execution(ending);
  const bool within = can_.bounded == nullptr || can_.bounded->within_bound();
  if (counts && within && options_.on_end) options_.on_end(ending, run_.failure());
  if (counts && !unfinished && !within) ++report_.beyond_bound;
  if (!unfinished && within && ending == Ending::kCutOff) ++report_.cut_off;
  if (ending == Ending::kFailed || ending == Ending::kLimit) keep_failures(within);
  estimate();
}

void Search::note_parting() {
  if (parts_at_ >= choices_.size()) return;
  const Event& event = execution_.events()[choices_[parts_at_].events];
  const std::size_t object = index(event.operation.object);
  if (object >= report_.partings.size()) report_.partings.resize(object + 1);
  ++report_.partings[object];
}

// Not after each execution: some strategies take longer for it than for a short execution.
void Search::estimate() {
  constexpr std::uint64_t kOneOf = 16;
  constexpr std::uint64_t kMost = 4096;
  if (options_.recorder == nullptr || options_.besides || can_.estimating == nullptr) return;
  if (report_.executions < next_estimate_) return;
  options_.recorder->estimate_kind = static_cast<std::uint32_t>(can_.estimating->estimate_kind());
  options_.recorder->finished_mass = can_.estimating->finished_mass();
  next_estimate_ = report_.executions + 1 + std::min(report_.executions / kOneOf, kMost);
}

void Search::count_class() {
  if (classes_.size() >= kMostClasses) return;
  threads_.clear();
  for (const ThreadRecord& record : execution_.threads()) {
    threads_.push_back({record.id, execution_.identities().path_key(record.id)});
  }
  const std::size_t versions = execution_.versions().size();
  classes_.insert(class_sum_.of(execution_.events(), versions, threads_));
  report_.classes = classes_.size();
}

bool Search::stop_now() {
  if (report_.stop != SearchReport::Stop::kExhausted) return true;
  if (options_.stop_after > 0 && bugs_.size() >= options_.stop_after) {
    report_.stop = SearchReport::Stop::kFailures;
    return true;
  }
  if (options_.stop_after > 0 && report_.limit_cost >= options_.enough_limits) {
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
  return too_late();
}

// To read the clock takes as long as several steps, so short executions do not read it each time.
bool Search::too_late() {
  constexpr unsigned kUnseen = 4;
  if (unseen_ > 0 && --unseen_ > 0) return false;
  const Clock::time_point now = Clock::now();
  if (now - last_look_ < std::chrono::milliseconds(1)) unseen_ = kUnseen;
  last_look_ = now;
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
