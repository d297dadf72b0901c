// SPDX-License-Identifier: MIT
#include "dpor/depth_first.hpp"

#include <algorithm>

namespace mcheck {
namespace {

// Removes choices without a remaining alternative, and takes the next one of the last choice left.
void advance(DepthFirstPart& stack) {
  while (!stack.empty() && !stack.back().is_open()) stack.pop_back();
  if (!stack.empty()) ++stack.back().taken;
}

bool is_open(const DepthFirstChoice& choice) { return choice.is_open(); }

}  // namespace

std::optional<Begin> DepthFirst::begin_execution() {
  if (untouched_) {
    untouched_ = false;
    return Begin{.keep = 0};
  }
  advance(stack_);
  if (!stack_.empty()) return Begin{.keep = stack_.size() - 1};
  if (later_.empty()) return std::nullopt;
  stack_ = std::move(later_.front());
  later_.pop_front();
  return Begin{.keep = 0};
}

// Alternatives that preempt come last (search/strategy.hpp), so those within the bound are a
// prefix.
std::uint32_t DepthFirst::ways_within_bound(const View& view) {
  auto within = static_cast<std::uint32_t>(view.alternatives.size());
  if (bound_ < 0 || view.preemptions < static_cast<std::uint32_t>(bound_)) return within;
  while (within > 1 && view.alternatives[within - 1].preempts) --within;
  if (within < view.alternatives.size()) bound_hit_ = true;
  return within;
}

Pick DepthFirst::pick(const View& view) {
  const std::uint32_t ways =
      bound_ < 0 ? static_cast<std::uint32_t>(view.alternatives.size()) : ways_within_bound(view);
  if (view.step == stack_.size()) stack_.push_back({.taken = 0, .last = ways - 1, .ways = ways});
  DepthFirstChoice& choice = stack_[view.step];
  const bool newest = view.step + 1 == stack_.size();
  if (choice.ways != ways && !(newest && ways < choice.ways)) {
    return {.alternative = Pick::kImpossible};  // another process saw more alternatives
  }
  // A thread may have been found to spin since the last execution. Its alternatives came after
  // those that were taken.
  choice.last = std::min(choice.last, ways - 1);
  choice.ways = ways;
  if (choice.taken > choice.last) {
    choice.taken = choice.last;
    return {.alternative = Pick::kSpins};
  }
  if (mass_.size() != view.step) mass_.resize(view.step);
  const double mass = view.step == 0 ? 1 : mass_.back();
  mass_.push_back(ways == 1 ? mass : mass / ways);
  return {.alternative = choice.taken, .returns = choice.is_open()};
}

void DepthFirst::gone(std::size_t step, std::size_t, std::size_t steps) {
  stack_.insert(stack_.end(), steps, {.taken = 0, .last = 0, .ways = 1});
  mass_.resize(step);
  mass_.resize(step + steps, step == 0 ? 1 : mass_.back());
}

// If there is no other alternative, the step that was added does not exist.
void DepthFirst::retracted() {
  if (stack_.back().taken == 0) stack_.pop_back();
}

void DepthFirst::end_execution(const Execution&, Ending) {
  if (mass_.size() < stack_.size()) return;  // it did not reach the step at which it should have
                                             // branched
  finished_mass_ += stack_.empty() ? 1 : mass_[stack_.size() - 1];
}

std::vector<std::string> DepthFirst::outstanding(const Identities&) const {
  std::vector<std::string> parts;
  DepthFirstPart next = stack_;
  if (!untouched_) advance(next);
  if (untouched_ || !next.empty()) parts.push_back(part_text(next));
  for (const DepthFirstPart& part : later_) parts.push_back(part_text(part));
  return parts;
}

std::optional<std::string> DepthFirst::give_away(const Identities&) {
  if (later_.empty()) return give_away_ways();
  const bool busy = untouched_ || std::ranges::any_of(stack_, is_open);
  if (!busy && later_.size() == 1) return std::nullopt;  // the search would keep nothing
  std::string part = part_text(later_.front());
  later_.pop_front();
  return part;
}

std::optional<std::string> DepthFirst::give_away_ways() {
  const auto open = std::ranges::find_if(stack_, is_open);
  if (open == stack_.end()) return std::nullopt;
  const bool more = untouched_ || std::any_of(open + 1, stack_.end(), is_open);
  const std::uint32_t left = open->last - open->taken;
  const std::uint32_t given = (left + (more ? 1 : 0)) / 2;
  if (given == 0) return std::nullopt;
  DepthFirstPart part(stack_.begin(), open + 1);
  for (DepthFirstChoice& choice : part) choice.last = choice.taken;
  part.back().last = open->last;
  open->last -= given;
  part.back().taken = open->last + 1;
  return part_text(part);
}

bool DepthFirst::take_over(std::string_view part, Identities&) {
  std::optional<DepthFirstPart> parsed = parse_depth_first_part(part);
  if (!parsed) return false;
  later_.push_back(std::move(*parsed));
  return true;
}

void DepthFirst::start_empty() { untouched_ = false; }

}  // namespace mcheck
