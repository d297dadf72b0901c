// SPDX-License-Identifier: MIT
// Repetitions of a step that are logged together (repeated_step.hpp).
#include <algorithm>

#include "engine/search/driver/search.hpp"

namespace mcheck {
namespace {

void record_repeats(FlightRecord& recorder, std::size_t step, std::size_t steps,
                    std::uint16_t chosen) {
  recorder.heartbeat = recorder.heartbeat + 1;
  const std::size_t end = std::min<std::size_t>(step + steps, FlightRecord::kMaxSteps);
  for (std::size_t i = step; i < end; ++i) recorder.chosen[i] = chosen;
  if (end > step) recorder.length = static_cast<std::uint32_t>(end);
}

}  // namespace

// Each is a copy of the last event, except for what it did to the value.
void Execution::append_repeats(std::span<const RepeatedStep> steps) {
  const Event form = events_.back();
  const Version written = versions_[form.version_after];
  const bool fetches = form.operation.kind == Kind::kFetch;
  auto position = static_cast<std::uint32_t>(events_.size());
  auto version = static_cast<std::uint32_t>(versions_.size());
  Event* event = events_.append(steps.size());
  Version* made = versions_.append(steps.size());
  std::uint32_t nth = form.index;
  Word before = written.value;
  std::uint32_t version_before = form.version_after;
  for (const RepeatedStep& step : steps) {
    *event = form;
    event->operation.a = step.a;
    event->index = ++nth;
    event->result = fetches ? before : 0;
    event->version_before = version_before;
    event->version_after = version;
    ++event;
    before = step.after;
    *made++ = {.value = before,
               .threads = written.threads & Version::kMaxThreadSets,
               .object = written.object,
               .writer = position++,
               .previous = version_before};
    version_before = version++;
  }
  objects_[index(form.operation.object)].version = version_before;
  const auto count = static_cast<std::uint32_t>(steps.size());
  ThreadRecord& record = thread(form.thread);
  record.pending = events_.back().operation;
  record.events += count;
  record.last_event = position - 1;
  record.effect_free_from = record.events;
  steps_ += count;
}

// The step does not change which threads are enabled, and the strategy would pick the same thread.
unsigned Search::repeat_limit() {
  const std::span<const Event> events = execution_.events();
  if (can_.run_ahead == nullptr || !same_alternatives_ || events_after_inline_ != events.size() ||
      !schedules_now_ || inline_pick_)
    return 0;
  const Event& last = events.back();
  const bool plain = last.operation.kind == Kind::kFetch || last.operation.kind == Kind::kStore;
  if (!plain || last.operation.object != uncontended_) return 0;
  const std::span<const Alternative> enabled = execution_.last_alternatives();
  if (enabled[0].thread != last.thread || last.chosen != enabled[0].number || last.preempts)
    return 0;
  const std::size_t step = execution_.steps();
  const std::size_t unasked = can_.run_ahead->grant_run_ahead(step, enabled.size());
  const std::size_t until_clock = kClockCheckMask - (report_.events & kClockCheckMask);
  const std::size_t left = options_.steps - std::min(options_.steps, step);
  return static_cast<unsigned>(std::min({unasked, until_clock, left}));
}

void Search::note_repeats(std::span<const RepeatedStep> steps) {
  const std::size_t step = execution_.steps();
  execution_.append_repeats(steps);
  Choice choice = choices_.back();
  choice.events = static_cast<std::uint32_t>(events_after_inline_);
  Choice* made = choices_.append(steps.size());
  for (std::size_t i = 0; i < steps.size(); ++i) {
    *made++ = choice;
    ++choice.events;
  }
  if (options_.recorder != nullptr) {
    record_repeats(*options_.recorder, step, steps.size(), choices_.back().chosen);
  }
  can_.run_ahead->note_run_ahead(step, execution_.last_alternatives().size(), steps.size());
  report_.events += steps.size();
  events_after_inline_ = execution_.events().size();
}

}  // namespace mcheck
