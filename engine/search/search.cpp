// SPDX-License-Identifier: MIT
#include "engine/search/search.hpp"

#include <algorithm>
#include <utility>

#include "engine/search/difference.hpp"
#include "engine/search/standstill.hpp"
#include "engine/trace/result.hpp"

namespace mcheck {
namespace {

using Clock = std::chrono::steady_clock;

// What a step costs to run again, in bytes of memory saved and restored for the same time. Found by
// measuring: see docs/decisions/0003-when-to-save.md.
constexpr std::size_t kBytesPerStep = 8192;
// Each time that so much is kept, saves are a step further apart: what is kept of an execution
// grows with the root of its length.
constexpr std::size_t kBytesKept = std::size_t{1} << 20;

}  // namespace

SearchReport Search::explore() {
  started_ = last_progress_ = Clock::now();
  if (options_.recorder != nullptr) options_.recorder->exploring = 1;
  run_.go_on_without_stopped(strategy_.whole_executions());
  executor_.ask(this);
  for (bool first = true;; first = false) {
    const std::optional<Begin> begin = strategy_.begin_execution();
    if (!begin) break;
    if (options_.executions > 0 && report_.executions >= options_.executions) {
      report_.stop = SearchReport::Stop::kExecutions;
      break;
    }
    // Run again at executions 1, 2, 4, 8 …: what is restored cannot show that it would not repeat.
    const bool check = report_.executions >= next_check_;
    if (check) next_check_ *= 2;
    if (first || check || options_.backtrack == Backtrack::kRerun) saved_ = 0;
    if (check &&
        choices_.size() > begin->keep + 1) {  // all of the execution before, not its front only
      go_back_to(choices_.size() - 1);
      if (report_.stop == SearchReport::Stop::kDiverged) break;
      saved_ = 0;
    }
    go_back_to(first ? 0 : begin->keep);
    if (report_.stop == SearchReport::Stop::kDiverged) break;
    parts_at_ = begin->keep;
    one_execution();
    if (!first) note_parting();
    if (stop_now()) break;
  }
  executor_.end();
  executor_.ask(nullptr);
  report_.seconds = elapsed();
  if (options_.recorder != nullptr) options_.recorder->exploring = 0;
  return std::move(report_);
}

void Search::go_back_to(std::size_t step) {
  offered_ = false;
  chances_.note_turn(step, spacing_);
  while (saved_ > 0 && saves_[saved_ - 1].step > step) {
    executor_.forget(saves_[--saved_].world);
  }
  const Saved* save = saved_ == 0 ? nullptr : &saves_[saved_ - 1];
  const std::size_t from_event = save == nullptr ? 0 : save->mark.events;
  remember(from_event, step);
  if (options_.recorder != nullptr) {
    options_.recorder->length = save == nullptr ? 0 : static_cast<std::uint32_t>(save->step);
  }
  if (save == nullptr) {
    run_.begin();
  } else {
    executor_.restore(save->world);
    execution_.rewind(save->mark);
    run_.resumed();
    report_.restored_steps += save->step;
  }
  if (!rerun_to(step, from_event)) {
    report_.divergence = first_difference(execution_, from_event, last_time_);
    if (replaced_ && report_.divergence->before == report_.divergence->now) tell_offers();
    report_.stop = SearchReport::Stop::kDiverged;
  }
}

// Keeps what happened between the event and the choice, to hold it against what happens again.
void Search::remember(std::size_t from_event, std::size_t step) {
  last_time_.clear();
  replaced_.reset();
  // A probe may be a front part of what comes next.
  const bool all = step == choices_.size();
  if (!all) {
    const Choice& choice = choices_[step];
    replaced_ = {.event = execution_.events()[choice.events], .ways = choice.ways};
  }
  if (step > 0) {
    const std::span<const Event> happened = execution_.events();
    const std::size_t until = all ? happened.size() : choices_[step].events;
    const std::span<const Event> events = happened.subspan(from_event, until - from_event);
    last_time_.assign(events.begin(), events.end());
  }
  choices_.resize(step);
}

// False where the program does other things than before, or no longer offers the same choices.
bool Search::rerun_to(std::size_t step, std::size_t from_event) {
  executor_.ask(nullptr);  // hardly anything happens in the middle of a thread here
  while (execution_.steps() < step) {
    const std::span<const Alternative> ways = alternatives();
    const std::uint16_t chosen = choices_[execution_.steps()].chosen;
    const auto way = std::ranges::find(ways, chosen, &Alternative::number);
    if (way == ways.end()) return executor_.ask(this), false;
    ++report_.rerun_steps;
    ++report_.events;
    run_.take(static_cast<std::uint32_t>(way - ways.begin()));
  }
  executor_.ask(this);
  if (step > 0 &&
      !std::ranges::equal(execution_.events().subspan(from_event), last_time_, same_event)) {
    return false;
  }
  return !replaced_ || still_offered(*replaced_);
}

// All that happened is the same; what could happen next is not.
void Search::tell_offers() {
  (void)alternatives();
  const std::size_t ways = execution_.all_ways();
  const ThreadId thread = replaced_->event.thread;
  report_.divergence->before = "then " + describe(execution_, replaced_->event) + ", one of " +
                               std::to_string(replaced_->ways) + " ways to go on";
  report_.divergence->now = "there are " + std::to_string(ways) + " ways to go on";
  if (!execution_.has_thread(thread)) return;
  Event wanted;
  wanted.thread = thread;
  wanted.operation = execution_.thread(thread).pending;
  report_.divergence->now += ", and " + describe(execution_, wanted);
}

// Where the execution will turn off, what was done the last time must still be there to be done.
bool Search::still_offered(const Replaced& replaced) {
  const ThreadId thread = replaced.event.thread;
  (void)alternatives();
  offered_ = !run_.ending();
  return execution_.all_ways() == replaced.ways && execution_.has_thread(thread) &&
         execution_.thread(thread).pending == replaced.event.operation;
}

std::span<const Alternative> Search::alternatives() {
  if (!execution_.may_try() || run_.ending()) return run_.alternatives();
  for (const ThreadRecord& record : execution_.threads()) {
    const bool has_come = record.status == ThreadRecord::Status::kReady && record.older != kNone;
    if (has_come && strategy_.asks_of_older(execution_, record.id)) run_.try_older(record);
  }
  return run_.alternatives();
}

void Search::one_execution() {
  for (;;) {
    const bool known = std::exchange(offered_, false);
    const std::span<const Alternative> ways =
        known ? execution_.last_alternatives() : alternatives();
    if (ways.empty()) {
      if (strategy_.cut_short(execution_)) run_.cut(Ending::kProbe);
      break;
    }
    if (options_.hold_at && execution_.steps() >= *options_.hold_at) run_.cut();
    if (options_.judging) judge();
    if (run_.ending()) break;
    if (execution_.steps() >= options_.steps) {
      run_.fail(without_end(execution_, ways[0].thread, options_.steps));
      break;
    }
    if (execution_.all_ways() > kMostWays) {
      run_.fail({.kind = FailureKind::kMisuse,
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
    // One failure is all that is wanted, and it is here.
    const std::span<const Stop> stops = execution_.stops();
    const bool failed = !stops.empty() && !stops[0].cut;
    if (options_.stop_after == 1 && failed && strategy_.ends_at_failure()) {
      run_.fail(stops[0].failure);
    }
  }
  account();
}

// What was picked is not there. Where a thread has failed on the way it would have been that
// thread's: it races, say, as soon as others come first, and goes no further. Otherwise the program
// does not repeat itself.
void Search::cannot_follow(std::size_t ways) {
  const std::span<const Stop> stops = execution_.stops();
  const auto failed = std::ranges::find(stops, false, &Stop::cut);
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

// Where there is one way to go on, no execution parts from this one.
bool Search::saves_here(bool returns) {
  if (!returns || execution_.all_ways() < 2) return false;
  if (!can_save_ || options_.backtrack == Backtrack::kRerun) return false;
  const std::size_t step = execution_.steps();
  const std::size_t last = saved_ == 0 ? 0 : saves_[saved_ - 1].step;
  if (options_.backtrack == Backtrack::kRestore) return saved_ == 0 || last != step;
  return step >= last + spacing_ && chances_.is_worth(step, last, spacing_);
}

void Search::maybe_save(bool returns) {
  if (!saves_here(returns)) return;
  const std::optional<Executor::Save> world = executor_.save();
  if (!world) {
    can_save_ = false;
    return;
  }
  chances_.note_save();
  const std::size_t bytes = executor_.save_bytes();
  spacing_ = 1 + bytes / kBytesPerStep + saved_ * bytes / kBytesKept;
  if (saves_.size() == saved_) saves_.emplace_back();
  Saved& save = saves_[saved_++];
  save.world = *world;
  save.step = execution_.steps();
  execution_.mark(save.mark);
}

void Search::take(std::uint32_t alternative) {
  offered_ = false;
  note_way(execution_.last_alternatives()[alternative], execution_.events().size());
  const bool hold = options_.hold_at && execution_.steps() + 1 == *options_.hold_at;
  decides_ = short_cuts_;
  same_ways_ = false;
  run_.take(alternative, hold);
  decides_ = false;
  ++report_.events;
  if ((report_.events & 0x3ff) == 0 && options_.seconds > 0 && elapsed() > options_.seconds &&
      !run_.ending()) {
    report_.stop = SearchReport::Stop::kSeconds;
    run_.cut();
  }
}

// The step was, for all one could see, an idle turn of a loop. Now that one knows where to look, it
// is gone back and looked at closely; this happens once for each place in the program. Saves from
// before know nothing of the place.
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
  if (run_.failure()) executor_.failed(*run_.failure());
  executor_.end();
  const bool unfinished = report_.stop != SearchReport::Stop::kExhausted;
  const Ending ending = *run_.ending();
  if (ending == Ending::kRedundant) {
    ++report_.redundant;
  } else if (ending == Ending::kProbe || ending == Ending::kSpun) {
    ++report_.probes;
  } else if (!unfinished) {
    ++report_.executions;
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
  // What needs more preemptions than the bound is not told, whoever happens to come across it.
  const bool counts =
      ending == Ending::kFinished || ending == Ending::kFailed || ending == Ending::kCutOff;
  const bool within = strategy_.within_bound();
  if (counts && within && options_.on_end) options_.on_end(ending, run_.failure());
  if (counts && !unfinished && !within) ++report_.beyond_bound;
  if (!unfinished && within && ending == Ending::kCutOff) ++report_.cut_off;
  if (ending == Ending::kFailed && within) keep_failures();
  estimate();
}

void Search::note_parting() {
  if (parts_at_ >= choices_.size()) return;
  const Event& event = execution_.events()[choices_[parts_at_].events];
  const std::size_t object = index(event.operation.object);
  if (object >= report_.partings.size()) report_.partings.resize(object + 1);
  ++report_.partings[object];
}

// Now and then: for some strategies it takes longer than a short execution.
void Search::estimate() {
  constexpr std::uint64_t kOneOf = 64;
  constexpr std::uint64_t kMost = 4096;
  if (options_.recorder == nullptr || options_.besides) return;
  if (report_.executions < next_estimate_) return;
  options_.recorder->finished_mass = strategy_.finished_mass();
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
  if (options_.pause && options_.pause(report_)) {
    report_.stop = SearchReport::Stop::kPaused;
    return true;
  }
  if (options_.recorder != nullptr && options_.recorder->stop != 0) {
    report_.stop = SearchReport::Stop::kInterrupted;
    return true;
  }
  if (options_.seconds <= 0 && !options_.on_progress) return false;
  const Clock::time_point now = Clock::now();
  if (options_.on_progress && now - last_progress_ > std::chrono::milliseconds(100)) {
    last_progress_ = now;
    options_.on_progress();
  }
  if (options_.seconds > 0 && elapsed() > options_.seconds) {
    report_.stop = SearchReport::Stop::kSeconds;
    return true;
  }
  return false;
}

double Search::elapsed() const {
  return std::chrono::duration<double>(Clock::now() - started_).count();
}

}  // namespace mcheck
