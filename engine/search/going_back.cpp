// SPDX-License-Identifier: MIT
// How a search backtracks to a step of the execution before: where it takes snapshots, and what it
// runs again from there.
#include <algorithm>
#include <utility>

#include "engine/search/difference.hpp"
#include "engine/search/search.hpp"

namespace mcheck {
namespace {

// To run one step again costs as much time as to save and restore so many bytes. Measured:
// docs/decisions/0003-when-to-save.md.
constexpr std::size_t kBytesPerStep = 8192;
// With each such amount kept, snapshots are one step further apart: what is kept grows with the
// square root of the execution's length.
constexpr std::size_t kBytesKept = std::size_t{1} << 20;

}  // namespace

void Search::go_back_to(std::size_t step) {
  offered_ = false;
  ends_.go_back();
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
    save_start();
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

// Keeps the events from there to the choice, to compare them with what happens again.
void Search::remember(std::size_t from_event, std::size_t step) {
  last_time_.clear();
  replaced_.reset();
  // A probe may be a prefix of what comes next.
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
  choices_.cut(step);
}

// False if the program does something else than before, or offers other alternatives.
bool Search::rerun_to(std::size_t step, std::size_t from_event) {
  executor_.ask(nullptr);  // hardly any step is taken inline here
  run_.know_ends(nullptr);
  const bool all = take_again(step);
  run_.know_ends(&ends_);
  executor_.ask(this);
  if (!all) return false;
  if (step > 0 &&
      !std::ranges::equal(execution_.events().subspan(from_event), last_time_, same_event)) {
    return false;
  }
  return !replaced_ || still_offered(*replaced_);
}

bool Search::take_again(std::size_t step) {
  while (execution_.steps() < step) {
    const std::span<const Alternative> ways = alternatives();
    const std::uint16_t chosen = choices_[execution_.steps()].chosen;
    const auto way = std::ranges::find(ways, chosen, &Alternative::number);
    if (way == ways.end()) return false;
    ++report_.rerun_steps;
    ++report_.events;
    run_.take(static_cast<std::uint32_t>(way - ways.begin()));
  }
  return true;
}

// The events are the same; the alternatives after them are not.
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

// At the branch point the alternative of the last execution must still exist.
bool Search::still_offered(const Replaced& replaced) {
  const ThreadId thread = replaced.event.thread;
  (void)alternatives();
  offered_ = !run_.ending();
  return execution_.all_ways() == replaced.ways && execution_.has_thread(thread) &&
         execution_.thread(thread).pending == replaced.event.operation;
}

// Where only one alternative exists no execution branches.
bool Search::saves_here(bool returns) {
  if (!returns || execution_.all_ways() < 2) return false;
  if (!can_save_ || options_.backtrack == Backtrack::kRerun) return false;
  const std::size_t step = execution_.steps();
  const std::size_t last = saved_ == 0 ? 0 : saves_[saved_ - 1].step;
  if (options_.backtrack == Backtrack::kRestore) return saved_ == 0 || last != step;
  if (step < last + spacing_) return false;
  return chances_.is_worth(step, last, spacing_, executor_.saves_freely());
}

// All executions are the same up to the first choice: threads start and suspend. They begin with
// this snapshot if to restore it costs less than to run that again.
void Search::save_start() {
  if (!saves_start_ || !can_save_ || options_.backtrack == Backtrack::kRerun) return;
  if (run_.ending()) return;
  const std::size_t before = executor_.save_bytes();
  if (!save()) return;
  const std::size_t steps = execution_.events().size() + execution_.threads().size();
  if (executor_.save_bytes() <= before + steps * kBytesPerStep) return;
  saves_start_ = false;
  executor_.forget(saves_[--saved_].world);
}

bool Search::save() {
  const std::optional<Executor::Save> world = executor_.save();
  can_save_ = world.has_value();
  if (!world) return false;
  if (saves_.size() == saved_) saves_.emplace_back();
  Saved& save = saves_[saved_++];
  save.world = *world;
  save.step = execution_.steps();
  execution_.mark(save.mark);
  return true;
}

void Search::maybe_save(bool returns) {
  const std::optional<bool> asked = std::exchange(saves_first_, std::nullopt);
  if (!(asked ? *asked : saves_here(returns)) || !save()) return;
  chances_.note_save();
  const std::size_t bytes = executor_.save_bytes();
  spacing_ = 1 + bytes / kBytesPerStep + (saved_ - 1) * bytes / kBytesKept;
}

}  // namespace mcheck
