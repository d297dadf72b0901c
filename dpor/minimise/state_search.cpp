// SPDX-License-Identifier: MIT
#include "dpor/minimise/state_search.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace mcheck {

ScheduleCost cost_of(const Execution& execution) {
  ScheduleCost cost{.preemptions = execution.preemptions()};
  ThreadId thread = kMainThread;
  for (const Event& event : execution.events()) {
    if (event.eager) continue;
    cost.switches += event.thread != thread ? 1 : 0;
    ++cost.steps;
    thread = event.thread;
  }
  return cost;
}

std::optional<Begin> StateSearch::begin_execution() {
  if (std::exchange(is_first_, false)) return Begin{.keep = 0};
  while (depth_ > 0 && levels_[depth_ - 1].remaining.empty()) --depth_;
  if (depth_ == 0) return std::nullopt;
  Level& level = levels_[depth_ - 1];
  level.taken.push_back(level.remaining.back());
  level.remaining.pop_back();
  classes_.keep(depth_ - 1);
  return Begin{.keep = depth_ - 1};
}

std::size_t StateSearch::shared_steps() const {
  std::size_t steps = 0;
  while (steps < depth_ && levels_[steps].taken.size() == 1) ++steps;
  return steps;
}

Pick StateSearch::pick(const View& view) {
  const bool was_retracted = std::exchange(retracted_, false);
  if (view.step < depth_) {
    Level& level = levels_[view.step];
    if (was_retracted) {  // more is within the bound now: leaving a spinning thread is no
                          // preemption
      offer(view, level);
      return level.remaining.empty() ? Pick{.alternative = Pick::kSpins} : take_next(view, level);
    }
    const auto alternative =
        std::ranges::find(view.alternatives, level.taken.back(), &Alternative::number);
    if (alternative == view.alternatives.end()) return {.alternative = Pick::kSpins};
    level.thread = alternative->thread;
    return {.alternative = static_cast<std::uint32_t>(alternative - view.alternatives.begin()),
            .returns = !level.remaining.empty()};
  }
  const Level* parent_level = depth_ == 0 ? nullptr : &levels_[depth_ - 1];
  std::uint32_t switches = 0;
  if (parent_level != nullptr) {
    const ThreadId thread_before = depth_ < 2 ? kMainThread : levels_[depth_ - 2].thread;
    switches = parent_level->switches + (parent_level->thread != thread_before ? 1 : 0);
  }
  if (is_too_costly(view, switches) || is_explored(view, switches)) {
    return {.alternative = Pick::kNothing};
  }
  if (levels_.size() == depth_) levels_.emplace_back();
  Level& level = levels_[depth_++];
  level.taken.clear();
  level.switches = switches;
  offer(view, level);
  return take_next(view, level);
}

bool StateSearch::is_too_costly(const View& view, std::uint32_t switches) const {
  if (goal_ != Goal::kCheapest || !best_) return false;
  return std::tuple(switches, view.step) >= std::tuple(best_->switches, best_->steps);
}

// Whether the state was entered before at no higher cost.
bool StateSearch::is_explored(const View& view, std::uint32_t switches) {
  const Fingerprint state = classes_.class_at(view);
  std::array<std::uint64_t, 4> key = {state.low, state.high, 0, 0};
  ReachedCost now;
  if (goal_ != Goal::kAny) {
    key[2] = 1 + index(depth_ == 0 ? kMainThread : levels_[depth_ - 1].thread);
    now.preemptions = view.preemptions;
  }
  if (goal_ == Goal::kCheapest) {
    key[3] = view.preemptions;
    now.switches = switches;
  }
  const auto [entry, is_new] = reached_costs_.try_emplace(fingerprint(key.data(), sizeof key), now);
  if (is_new) return false;
  ReachedCost& known = entry->second;
  if (known.preemptions <= now.preemptions && known.switches <= now.switches) return true;
  known = now;
  return false;
}

// Everything within the bound that has not been taken, the nearest to the reference last.
void StateSearch::offer(const View& view, Level& level) {
  struct Offer {
    ReferenceExecution::Distance distance;
    std::uint32_t alternative_index = 0;
  };
  std::vector<Offer> offers;
  for (std::uint32_t i = 0; i < view.alternatives.size(); ++i) {
    const Alternative& alternative = view.alternatives[i];
    if (goal_ != Goal::kAny && view.preemptions + (alternative.preempts ? 1 : 0) > bound_) continue;
    if (std::ranges::find(level.taken, alternative.number) != level.taken.end()) continue;
    offers.push_back({.distance = reference_.distance(view, alternative), .alternative_index = i});
  }
  const bool by_distance = goal_ == Goal::kAny;
  std::ranges::stable_sort(offers, [by_distance](const Offer& a, const Offer& b) {
    if (by_distance && a.distance != b.distance) return a.distance > b.distance;
    return a.alternative_index > b.alternative_index;
  });
  level.remaining.clear();
  for (const Offer& offer : offers) {
    level.remaining.push_back(
        static_cast<std::uint16_t>(view.alternatives[offer.alternative_index].number));
  }
}

Pick StateSearch::take_next(const View& view, Level& level) {
  level.taken.push_back(level.remaining.back());
  level.remaining.pop_back();
  const auto alternative =
      std::ranges::find(view.alternatives, level.taken.back(), &Alternative::number);
  level.thread = alternative->thread;
  return {.alternative = static_cast<std::uint32_t>(alternative - view.alternatives.begin()),
          .returns = !level.remaining.empty()};
}

}  // namespace mcheck
