// SPDX-License-Identifier: MIT
#include "dpor/hunt.hpp"

#include <algorithm>

#include "dpor/chances.hpp"

namespace mcheck {
namespace {

// Largest distance in steps of two accesses that count as near.
constexpr std::uint32_t kNear = 32;
constexpr double kWorthNear = 1;
constexpr double kWorthFar = 0.7;
constexpr double kWorthAgain = 0.25;  // of a known site in another pair
constexpr double kDecay = 0.6;
constexpr double kWorthNothing = 0.1;
// The search may stop after this many executions without a new conflict.
constexpr std::uint64_t kQuiet = 40;
// A thread is held for this many steps at least, and for the length of the longest execution.
constexpr std::size_t kLeastHold = 200;

}  // namespace

Hunt::Hunt(const SamplerOptions& options, Encounters& encounters)
    : Sampler(options), encounters_(encounters), threads_(kMaxThreads) {}

bool Hunt::seems_done() const { return places_.empty() && executions_ >= last_news_ + kQuiet; }

void Hunt::start() {
  for (ThreadState& state : threads_) state = {};
  met_ = touched_ = 0;
  lowest_ = 0;
  change_ = longest_ == 0 ? 0 : 1 + random().below(longest_);
}

std::size_t Hunt::choose(const View& view, std::span<const Ready> ready) {
  hear(view);
  for (const Ready& one : ready) draw_or_demote(view, one);
  const auto priority = [&](const Ready& one) {
    const ThreadState& state = threads_[index(one.thread)];
    return std::pair{!state.held, state.priority};
  };
  const auto best = [&] {
    return static_cast<std::size_t>(std::ranges::max_element(ready, {}, priority) - ready.begin());
  };
  std::size_t chosen = best();
  if (change_ != 0 && view.step == change_) {
    state_of(ready[chosen].thread).priority = --lowest_;
    chosen = best();
  }
  if (state_of(ready[chosen].thread).held) {  // no other thread is enabled
    chosen = longest_held(ready);
    release(state_of(ready[chosen].thread));
  }
  return chosen;
}

// Handles what was observed since the last step.
void Hunt::hear(const View& view) {
  for (const Encounter& one : encounters_.met().subspan(met_)) {
    last_news_ = executions_;
    const double worth = one.distance <= kNear ? kWorthNear : kWorthFar;
    raise(one.before, worth);
    raise(one.now, worth);
  }
  met_ = encounters_.met().size();
  const std::span<const Touch> touched = encounters_.touched().subspan(touched_);
  touched_ = encounters_.touched().size();
  for (const Touch& touch : touched) state_of(touch.thread).places.push_back(touch.stack);
  for (const ThreadRecord& record : view.execution.threads()) {
    if (!state_of(record.id).places.empty()) maybe_hold(record.id, view);
    ThreadState& state = state_of(record.id);
    if (state.held && view.step - state.since > std::max(kLeastHold, longest_)) release(state);
  }
}

void Hunt::raise(StackId place, double worth) {
  const auto [entry, is_new] = places_.try_emplace(place);
  entry->second.worth = std::max(entry->second.worth, is_new ? worth : kWorthAgain);
  if (is_new) encounters_.watch(place, true);
}

// All accesses of the thread since its last operation are held together.
void Hunt::maybe_hold(ThreadId thread, const View& view) {
  ThreadState& state = state_of(thread);
  double worth = 0;
  for (const StackId place : state.places) {
    const auto known = places_.find(place);
    if (known != places_.end()) worth = std::max(worth, known->second.worth);
  }
  constexpr std::uint64_t kParts = 1000;
  const auto chance = static_cast<std::uint64_t>(worth * kParts);
  if (!state.held && random().below(kParts) < chance) {
    state.held = true;
    state.since = view.step;
    state.held_for = std::move(state.places);
    ++holds_;
  }
  state.places.clear();
}

void Hunt::release(ThreadState& state) {
  state.held = false;
  std::ranges::sort(state.held_for);
  const auto twice = std::ranges::unique(state.held_for);
  state.held_for.erase(twice.begin(), twice.end());
  for (const StackId place : state.held_for) {
    const auto known = places_.find(place);
    if (known == places_.end()) continue;
    known->second.worth *= kDecay;
    if (known->second.worth >= kWorthNothing) continue;
    places_.erase(known);
    encounters_.watch(place, false);
  }
  state.held_for.clear();
}

void Hunt::draw_or_demote(const View& view, const Ready& ready) {
  ThreadState& state = state_of(ready.thread);
  if (!state.drawn) {
    state.drawn = true;
    state.priority = static_cast<Priority>(random().next() >> 2) + 1;
  }
  const std::uint32_t yields = view.execution.thread(ready.thread).yields;
  if (yields == state.yields) return;
  state.yields = yields;
  state.priority = --lowest_;
}

std::size_t Hunt::longest_held(std::span<const Ready> ready) const {
  const auto first = std::ranges::min_element(
      ready, {}, [&](const Ready& one) { return threads_[index(one.thread)].since; });
  return static_cast<std::size_t>(first - ready.begin());
}

// A thread that is still held at the end was held in vain. So does a site decay that no thread
// reaches any more.
void Hunt::learn(const Execution& execution, Ending) {
  for (ThreadState& state : threads_) {
    if (state.held) release(state);
  }
  longest_ = std::max(longest_, execution.steps());
  ++executions_;
  constexpr double kForgets = 0.97;
  for (auto place = places_.begin(); place != places_.end();) {
    place->second.worth *= kForgets;
    if (place->second.worth >= kWorthNothing) {
      ++place;
      continue;
    }
    encounters_.watch(place->first, false);
    place = places_.erase(place);
  }
}

std::vector<std::string> Hunt::guarantees() const {
  return {"threads were held " + count_text(holds_, "time") +
          " at places where others had been near: what was not found may be there"};
}

}  // namespace mcheck
