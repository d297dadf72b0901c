// SPDX-License-Identifier: MIT
#include "dpor/bounds/delay_bounded.hpp"

#include <algorithm>

#include "engine/search/execution/execution.hpp"

namespace mcheck {
namespace {

// The thread that made the last choice.
ThreadId last_running_thread(const Execution& execution) {
  const std::span<const Event> events = execution.events();
  for (std::size_t i = events.size(); i > 0; --i) {
    if (!events[i - 1].eager) return events[i - 1].thread;
  }
  return kMainThread;
}

std::size_t thread_index(const Execution& execution, ThreadId thread) {
  const auto found = std::ranges::find(execution.threads(), thread, &ThreadRecord::id);
  return static_cast<std::size_t>(found - execution.threads().begin());
}

}  // namespace

std::optional<Begin> DelayBounded::begin_execution() {
  if (is_first_) {
    is_first_ = false;
    return Begin{.keep = 0};
  }
  while (!stack_.empty() && stack_.back().taken == stack_.back().last) stack_.pop_back();
  if (stack_.empty()) return std::nullopt;
  ++stack_.back().taken;
  delays_spent_ = stack_.back().delays;
  return Begin{.keep = stack_.size() - 1};
}

// The thread that ran last, unless it yielded, and then the others in round robin order.
void DelayBounded::order_by_round_robin(const View& view) {
  const Execution& execution = view.execution;
  const ThreadId running = last_running_thread(execution);
  const std::size_t count = execution.threads().size();
  const std::size_t running_index = thread_index(execution, running);
  const bool is_enabled = view.alternatives.front().thread == running;
  const auto round_robin_distance = [&](ThreadId thread) {
    if (thread == running) return is_enabled ? 0 : count;
    return 1 + (thread_index(execution, thread) + count - running_index - 1) % count;
  };
  candidates_.clear();
  for (std::uint32_t i = 0; i < view.alternatives.size(); ++i)
    candidates_.push_back({.alternative = i});
  std::ranges::stable_sort(candidates_, {}, [&](const Candidate& candidate) {
    return round_robin_distance(view.alternatives[candidate.alternative].thread);
  });
  for (std::size_t i = 1; i < candidates_.size(); ++i) {
    const bool same_thread = view.alternatives[candidates_[i].alternative].thread ==
                             view.alternatives[candidates_[i - 1].alternative].thread;
    candidates_[i].delays = candidates_[i - 1].delays + (same_thread ? 0 : 1);
  }
}

// How many candidates, which are ordered by their delays, the bound allows.
std::uint32_t DelayBounded::allowed_alternatives(std::uint32_t delays_spent) {
  auto allowed = static_cast<std::uint32_t>(candidates_.size());
  if (bound_ < 0) return allowed;
  while (delays_spent + candidates_[allowed - 1].delays > static_cast<std::uint32_t>(bound_))
    --allowed;
  if (allowed < candidates_.size()) bound_hit_ = true;
  return allowed;
}

Pick DelayBounded::pick(const View& view) {
  order_by_round_robin(view);
  if (view.step == stack_.size()) {
    stack_.push_back(
        {.taken = 0, .last = allowed_alternatives(delays_spent_) - 1, .delays = delays_spent_});
  }
  const Choice& choice = stack_[view.step];
  if (choice.taken >= candidates_.size()) {
    return {.alternative = spin_found_ ? Pick::kSpins : Pick::kImpossible};
  }
  delays_spent_ += candidates_[choice.taken].delays;
  return {.alternative = candidates_[choice.taken].alternative,
          .returns = choice.taken < choice.last};
}

}  // namespace mcheck
