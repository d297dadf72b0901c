// SPDX-License-Identifier: MIT
#include "dpor/delay.hpp"

#include <algorithm>

#include "engine/search/execution.hpp"

namespace mcheck {
namespace {

// The thread that made the last choice.
ThreadId last_to_run(const Execution& execution) {
  const std::span<const Event> events = execution.events();
  for (std::size_t i = events.size(); i > 0; --i) {
    if (!events[i - 1].eager) return events[i - 1].thread;
  }
  return kMainThread;
}

std::size_t place_of(const Execution& execution, ThreadId thread) {
  const auto found = std::ranges::find(execution.threads(), thread, &ThreadRecord::id);
  return static_cast<std::size_t>(found - execution.threads().begin());
}

}  // namespace

std::optional<Begin> DelayBounded::begin_execution() {
  if (first_) {
    first_ = false;
    return Begin{.keep = 0};
  }
  while (!stack_.empty() && stack_.back().taken == stack_.back().last) stack_.pop_back();
  if (stack_.empty()) return std::nullopt;
  ++stack_.back().taken;
  spent_ = stack_.back().delays;
  return Begin{.keep = stack_.size() - 1};
}

// The thread that ran last, unless it yielded, and then the others in round robin order.
void DelayBounded::order_by_turns(const View& view) {
  const Execution& execution = view.execution;
  const ThreadId running = last_to_run(execution);
  const std::size_t count = execution.threads().size();
  const std::size_t own = place_of(execution, running);
  const bool goes_on = view.alternatives.front().thread == running;
  const auto turn = [&](ThreadId thread) {
    if (thread == running) return goes_on ? 0 : count;
    return 1 + (place_of(execution, thread) + count - own - 1) % count;
  };
  ways_.clear();
  for (std::uint32_t i = 0; i < view.alternatives.size(); ++i) ways_.push_back({.alternative = i});
  std::ranges::stable_sort(
      ways_, {}, [&](const Way& way) { return turn(view.alternatives[way.alternative].thread); });
  for (std::size_t i = 1; i < ways_.size(); ++i) {
    const bool same = view.alternatives[ways_[i].alternative].thread ==
                      view.alternatives[ways_[i - 1].alternative].thread;
    ways_[i].delays = ways_[i - 1].delays + (same ? 0 : 1);
  }
}

// How many candidates, which are ordered by their delays, the bound allows.
std::uint32_t DelayBounded::within(std::uint32_t spent) {
  auto allowed = static_cast<std::uint32_t>(ways_.size());
  if (bound_ < 0) return allowed;
  while (spent + ways_[allowed - 1].delays > static_cast<std::uint32_t>(bound_)) --allowed;
  if (allowed < ways_.size()) bound_hit_ = true;
  return allowed;
}

Pick DelayBounded::pick(const View& view) {
  order_by_turns(view);
  if (view.step == stack_.size()) {
    stack_.push_back({.taken = 0, .last = within(spent_) - 1, .delays = spent_});
  }
  const Choice& choice = stack_[view.step];
  if (choice.taken >= ways_.size()) {
    return {.alternative = polls_ ? Pick::kSpins : Pick::kImpossible};
  }
  spent_ += ways_[choice.taken].delays;
  return {.alternative = ways_[choice.taken].alternative, .returns = choice.taken < choice.last};
}

}  // namespace mcheck
