// SPDX-License-Identifier: MIT
#include "dpor/depth_first.hpp"

namespace mcheck {

std::optional<Begin> DepthFirst::begin_execution() {
  if (first_) {
    first_ = false;
    return Begin{.keep = 0};
  }
  while (!stack_.empty() && stack_.back().taken == stack_.back().last) stack_.pop_back();
  if (stack_.empty()) return std::nullopt;
  ++stack_.back().taken;
  return Begin{.keep = stack_.size() - 1};
}

Pick DepthFirst::pick(const View& view) {
  if (view.step == stack_.size()) stack_.emplace_back();
  // Only asked about the last entry: a new one, or one that has moved on. There, a thread may have
  // been found to spin since the last time; it stood behind those that were taken.
  Choice& choice = stack_.back();
  // Alternatives that preempt stand behind those that do not (search/strategy.hpp), so what is
  // within the bound is a front part of them.
  auto within = static_cast<std::uint32_t>(view.alternatives.size());
  if (bound_ >= 0 && view.preemptions >= static_cast<std::uint32_t>(bound_)) {
    while (within > 1 && view.alternatives[within - 1].preempts) --within;
    if (within < view.alternatives.size()) bound_hit_ = true;
  }
  choice.last = within - 1;
  if (choice.taken > choice.last) {
    choice.taken = choice.last;
    return {.alternative = Pick::kSpins};
  }
  return {.alternative = choice.taken, .returns = choice.taken < choice.last};
}

// If there is no other way to go on, the entry that was new is none.
void DepthFirst::retracted() {
  if (stack_.back().taken == 0) stack_.pop_back();
}

}  // namespace mcheck
