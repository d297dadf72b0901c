// SPDX-License-Identifier: MIT
#include "dpor/state_search.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace mcheck {

ScheduleCost cost_of(const Execution& execution) {
  ScheduleCost cost{.preemptions = execution.preemptions()};
  ThreadId runs = kMainThread;
  for (const Event& event : execution.events()) {
    if (event.eager) continue;
    cost.switches += event.thread != runs ? 1 : 0;
    ++cost.steps;
    runs = event.thread;
  }
  return cost;
}

std::optional<Begin> StateSearch::begin_execution() {
  if (std::exchange(first_, false)) return Begin{.keep = 0};
  while (depth_ > 0 && levels_[depth_ - 1].left.empty()) --depth_;
  if (depth_ == 0) return std::nullopt;
  Level& level = levels_[depth_ - 1];
  level.taken.push_back(level.left.back());
  level.left.pop_back();
  classes_.keep(depth_ - 1);
  return Begin{.keep = depth_ - 1};
}

std::size_t StateSearch::shared() const {
  std::size_t steps = 0;
  while (steps < depth_ && levels_[steps].taken.size() == 1) ++steps;
  return steps;
}

Pick StateSearch::pick(const View& view) {
  const bool again = std::exchange(retracted_, false);
  if (view.step < depth_) {
    Level& level = levels_[view.step];
    if (again) {  // more is within the bound now: leaving a spinning thread is no preemption
      offer(view, level);
      return level.left.empty() ? Pick{.alternative = Pick::kSpins} : take_next(view, level);
    }
    const auto way = std::ranges::find(view.alternatives, level.taken.back(), &Alternative::number);
    if (way == view.alternatives.end()) return {.alternative = Pick::kSpins};
    level.runs = way->thread;
    return {.alternative = static_cast<std::uint32_t>(way - view.alternatives.begin()),
            .returns = !level.left.empty()};
  }
  const Level* before = depth_ == 0 ? nullptr : &levels_[depth_ - 1];
  std::uint32_t switches = 0;
  if (before != nullptr) {
    const ThreadId runs_before = depth_ < 2 ? kMainThread : levels_[depth_ - 2].runs;
    switches = before->switches + (before->runs != runs_before ? 1 : 0);
  }
  if (is_too_dear(view, switches) || is_known(view, switches)) {
    return {.alternative = Pick::kNothing};
  }
  if (levels_.size() == depth_) levels_.emplace_back();
  Level& level = levels_[depth_++];
  level.taken.clear();
  level.switches = switches;
  offer(view, level);
  return take_next(view, level);
}

bool StateSearch::is_too_dear(const View& view, std::uint32_t switches) const {
  if (wanted_ != Wanted::kCheapest || !best_) return false;
  return std::tuple(switches, view.step) >= std::tuple(best_->switches, best_->steps);
}

// Whether the state was entered before at no higher cost.
bool StateSearch::is_known(const View& view, std::uint32_t switches) {
  const Fingerprint state = classes_.at(view);
  std::array<std::uint64_t, 4> key = {state.low, state.high, 0, 0};
  Reached now;
  if (wanted_ != Wanted::kAny) {
    key[2] = 1 + index(depth_ == 0 ? kMainThread : levels_[depth_ - 1].runs);
    now.preemptions = view.preemptions;
  }
  if (wanted_ == Wanted::kCheapest) {
    key[3] = view.preemptions;
    now.switches = switches;
  }
  const auto [entry, is_new] = reached_.try_emplace(fingerprint(key.data(), sizeof key), now);
  if (is_new) return false;
  Reached& then = entry->second;
  if (then.preemptions <= now.preemptions && then.switches <= now.switches) return true;
  then = now;
  return false;
}

// Everything within the bound that has not been taken, the nearest to the reference last.
void StateSearch::offer(const View& view, Level& level) {
  struct Offer {
    Guide::Distance distance;
    std::uint32_t place = 0;
  };
  std::vector<Offer> offers;
  for (std::uint32_t i = 0; i < view.alternatives.size(); ++i) {
    const Alternative& way = view.alternatives[i];
    if (wanted_ != Wanted::kAny && view.preemptions + (way.preempts ? 1 : 0) > bound_) continue;
    if (std::ranges::find(level.taken, way.number) != level.taken.end()) continue;
    offers.push_back({.distance = guide_.distance(view, way), .place = i});
  }
  const bool by_guide = wanted_ == Wanted::kAny;
  std::ranges::stable_sort(offers, [by_guide](const Offer& a, const Offer& b) {
    if (by_guide && a.distance != b.distance) return a.distance > b.distance;
    return a.place > b.place;
  });
  level.left.clear();
  for (const Offer& offer : offers) {
    level.left.push_back(static_cast<std::uint16_t>(view.alternatives[offer.place].number));
  }
}

Pick StateSearch::take_next(const View& view, Level& level) {
  level.taken.push_back(level.left.back());
  level.left.pop_back();
  const auto way = std::ranges::find(view.alternatives, level.taken.back(), &Alternative::number);
  level.runs = way->thread;
  return {.alternative = static_cast<std::uint32_t>(way - view.alternatives.begin()),
          .returns = !level.left.empty()};
}

}  // namespace mcheck
