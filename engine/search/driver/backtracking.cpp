// SPDX-License-Identifier: MIT
// How a search backtracks to a step of the execution before: where it takes snapshots, and what it
// runs again from there.
#include <algorithm>
#include <utility>

#include "engine/search/driver/difference.hpp"
#include "engine/search/driver/search.hpp"

namespace mcheck {
namespace {

// To run one step again costs as much time as to save and restore so many bytes. Measured:
// docs/decisions/0003-when-to-take-snapshots.md.
// The snapshots of small unmodified programs are not near a multiple of it, so that the same
// program linked in another way has snapshots at the same steps.
constexpr std::size_t kBytesPerStep = 10'240;
// The same for a stateful search, which compares memory when it runs a step of equal threads again.
constexpr std::size_t kBytesPerStepOfStates = 65'536;
// With each such amount kept, snapshots are one step further apart: what is kept grows with the
// square root of the execution's length.
constexpr std::size_t kBytesKept = std::size_t{1} << 20;
// The same for a stateful search, which comes back to each state of its path.
constexpr std::size_t kBytesKeptOfStates = std::size_t{64} << 20;
constexpr std::size_t kSnapshotsOfLongReruns = 64;

}  // namespace

void Search::backtrack_to(std::size_t step) {
  alternatives_known_ = false;
  end_cache_.backtrack();
  snapshot_policy_.note_branch(step, spacing_);
  while (snapshot_count_ > 0 && snapshots_[snapshot_count_ - 1].step > step) {
    executor_.forget(snapshots_[--snapshot_count_].memory);
  }
  const StepSnapshot* snapshot = snapshot_count_ == 0 ? nullptr : &snapshots_[snapshot_count_ - 1];
  const std::size_t from_event = snapshot == nullptr ? 0 : snapshot->execution.events;
  keep_for_comparison(from_event, step);
  if (options_.recorder != nullptr) {
    options_.recorder->length =
        snapshot == nullptr ? 0 : static_cast<std::uint32_t>(snapshot->step);
  }
  if (snapshot == nullptr) {
    run_.begin();
    snapshot_start();
  } else {
    executor_.restore(snapshot->memory);
    execution_.rewind(snapshot->execution);
    run_.note_restored();
    report_.restored_steps += snapshot->step;
  }
  if (!rerun_to(step, from_event)) {
    report_.divergence = first_difference(execution_, from_event, replayed_events_);
    if (replaced_ && report_.divergence->before == report_.divergence->now)
      describe_changed_alternatives();
    report_.stop = SearchReport::Stop::kDiverged;
  }
}

// Keeps the events from there to the choice, to compare them with what happens again.
void Search::keep_for_comparison(std::size_t from_event, std::size_t step) {
  replayed_events_.clear();
  replaced_.reset();
  // A probe may be a prefix of what comes next.
  const bool all = step == choices_.size();
  if (!all) {
    const Choice& choice = choices_[step];
    replaced_ = {.event = execution_.events()[choice.events], .enabled = choice.enabled};
  }
  if (step > 0) {
    const std::span<const Event> happened = execution_.events();
    const std::size_t until = all ? happened.size() : choices_[step].events;
    const std::span<const Event> events = happened.subspan(from_event, until - from_event);
    replayed_events_.assign(events.begin(), events.end());
  }
  choices_.truncate(step);
}

// False if the program does something else than before, or offers other alternatives.
bool Search::rerun_to(std::size_t step, std::size_t from_event) {
  executor_.set_inline_scheduler(nullptr);  // hardly any step is taken inline here
  run_.use_end_cache(nullptr);
  const bool all = repeat_choices(step);
  run_.use_end_cache(&end_cache_);
  executor_.set_inline_scheduler(this);
  if (!all) return false;
  if (step > 0 &&
      !std::ranges::equal(execution_.events().subspan(from_event), replayed_events_, same_event)) {
    return false;
  }
  return !replaced_ || is_still_offered(*replaced_);
}

bool Search::repeat_choices(std::size_t step) {
  // A stateful search will come back to all of these steps.
  const std::size_t between =
      std::max(spacing_, (step - execution_.steps()) / kSnapshotsOfLongReruns);
  std::size_t next = can_.matching != nullptr ? execution_.steps() + between : kNowhere;
  while (execution_.steps() < step) {
    const std::span<const Alternative> enabled = alternatives();
    if (execution_.steps() == next) {
      next = snapshots_here(true) && take_snapshot() ? next + between : next + 1;
    }
    const std::uint16_t chosen = choices_[execution_.steps()].chosen;
    const auto alternative = std::ranges::find(enabled, chosen, &Alternative::number);
    if (alternative == enabled.end()) return false;
    ++report_.rerun_steps;
    ++report_.events;
    run_.take(static_cast<std::uint32_t>(alternative - enabled.begin()));
  }
  return true;
}

// The events are the same; the alternatives after them are not.
void Search::describe_changed_alternatives() {
  (void)alternatives();
  const std::size_t enabled = execution_.count_with_spins();
  const ThreadId thread = replaced_->event.thread;
  report_.divergence->before = "then " + describe(execution_, replaced_->event) + ", one of " +
                               std::to_string(replaced_->enabled) + " alternatives";
  report_.divergence->now = "there are " + std::to_string(enabled) + " alternatives";
  if (!execution_.has_thread(thread)) return;
  Event wanted;
  wanted.thread = thread;
  wanted.operation = execution_.thread(thread).pending;
  report_.divergence->now += ", and " + describe(execution_, wanted);
}

// At the branch point the alternative of the last execution must still exist.
bool Search::is_still_offered(const Replaced& replaced) {
  const ThreadId thread = replaced.event.thread;
  (void)alternatives();
  alternatives_known_ = !run_.ending();
  return execution_.count_with_spins() == replaced.enabled && execution_.has_thread(thread) &&
         execution_.thread(thread).pending == replaced.event.operation;
}

// Where only one alternative exists no execution branches.
bool Search::snapshots_here(bool returns) {
  if (!returns || execution_.count_with_spins() < 2) return false;
  if (!can_snapshot_ || options_.backtrack == Backtrack::kRerun) return false;
  const std::size_t step = execution_.steps();
  const std::size_t last = snapshot_count_ == 0 ? 0 : snapshots_[snapshot_count_ - 1].step;
  if (options_.backtrack == Backtrack::kRestore) return snapshot_count_ == 0 || last != step;
  if (step < last + spacing_) return false;
  if (can_.matching != nullptr) return true;
  return snapshot_policy_.is_worthwhile(step, last, spacing_, executor_.snapshots_are_free());
}

// All executions are the same up to the first choice: threads start and suspend. They begin with
// this snapshot if to restore it costs less than to run that again.
void Search::snapshot_start() {
  if (!snapshots_start_ || !can_snapshot_ || options_.backtrack == Backtrack::kRerun) return;
  if (run_.ending()) return;
  const std::size_t before = executor_.snapshot_bytes();
  if (!take_snapshot()) return;
  const std::size_t steps = execution_.events().size() + execution_.threads().size();
  if (executor_.snapshot_bytes() <= before + steps * kBytesPerStep) return;
  snapshots_start_ = false;
  executor_.forget(snapshots_[--snapshot_count_].memory);
}

bool Search::take_snapshot() {
  const std::optional<Executor::Snapshot> memory = executor_.snapshot();
  can_snapshot_ = memory.has_value();
  if (!memory) return false;
  if (snapshots_.size() == snapshot_count_) snapshots_.emplace_back();
  StepSnapshot& snapshot = snapshots_[snapshot_count_++];
  snapshot.memory = *memory;
  snapshot.step = execution_.steps();
  execution_.snapshot(snapshot.execution);
  return true;
}

void Search::maybe_snapshot(bool returns) {
  const std::optional<bool> asked = std::exchange(snapshots_first_, std::nullopt);
  if (!(asked ? *asked : snapshots_here(returns)) || !take_snapshot()) return;
  snapshot_policy_.note_snapshot();
  const std::size_t bytes = executor_.snapshot_bytes();
  const bool matches = can_.matching != nullptr;
  const std::size_t kept = matches ? kBytesKeptOfStates : kBytesKept;
  const std::size_t per_step = matches ? kBytesPerStepOfStates : kBytesPerStep;
  spacing_ = 1 + bytes / per_step + (snapshot_count_ - 1) * bytes / kept;
}

}  // namespace mcheck
