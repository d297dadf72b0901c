// SPDX-License-Identifier: MIT
#include "dpor/bounds/depth_first.hpp"

#include <algorithm>

#include "engine/search/execution/execution.hpp"

namespace mcheck {
namespace {

// Removes choices without a remaining alternative, and takes the next one of the last choice left.
void advance(DepthFirstShard& stack) {
  while (!stack.empty() && !stack.back().is_open()) stack.pop_back();
  if (!stack.empty()) ++stack.back().taken;
}

bool is_open(const DepthFirstChoice& choice) { return choice.is_open(); }

}  // namespace

std::optional<Begin> DepthFirst::begin_execution() {
  if (stack_not_run_) {
    stack_not_run_ = false;
    return Begin{.keep = 0};
  }
  advance(stack_);
  if (!stack_.empty()) return Begin{.keep = stack_.size() - 1};
  if (queued_shards_.empty()) return std::nullopt;
  stack_ = std::move(queued_shards_.front());
  queued_shards_.pop_front();
  return Begin{.keep = 0};
}

// Alternatives that preempt come last (engine/search/strategy/strategy.hpp), so those within the
// bound are a prefix.
std::uint32_t DepthFirst::alternatives_within_bound(const View& view) {
  auto allowed = static_cast<std::uint32_t>(view.alternatives.size());
  if (switches_ == Switches::kBetweenCalls) {
    const ThreadRecord& next = view.execution.thread(view.alternatives.front().thread);
    if (next.pending.kind == Kind::kCallBegin) return allowed;
  }
  if (bound_ < 0 || view.preemptions < static_cast<std::uint32_t>(bound_)) return allowed;
  while (allowed > 1 && view.alternatives[allowed - 1].preempts) --allowed;
  if (allowed < view.alternatives.size()) bound_hit_ = true;
  return allowed;
}

Pick DepthFirst::pick(const View& view) {
  const std::uint32_t alternatives = bound_ < 0
                                         ? static_cast<std::uint32_t>(view.alternatives.size())
                                         : alternatives_within_bound(view);
  if (view.step == stack_.size())
    stack_.push_back({.taken = 0, .last = alternatives - 1, .alternatives = alternatives});
  DepthFirstChoice& choice = stack_[view.step];
  const bool is_last_step = view.step + 1 == stack_.size();
  if (choice.alternatives != alternatives &&
      !(is_last_step && alternatives < choice.alternatives)) {
    return {.alternative = Pick::kImpossible};  // another process saw more alternatives
  }
  // A thread may have been found to spin since the last execution. Its alternatives came after
  // those that were taken.
  choice.last = std::min(choice.last, alternatives - 1);
  choice.alternatives = alternatives;
  if (choice.taken > choice.last) {
    choice.taken = choice.last;
    return {.alternative = Pick::kSpins};
  }
  if (mass_.size() > view.step) {
    mass_.erase(mass_.begin() + static_cast<std::ptrdiff_t>(view.step), mass_.end());
  } else if (mass_.size() < view.step) {
    mass_.resize(view.step);
  }
  const double mass = view.step == 0 ? 1 : mass_.back();
  mass_.push_back(alternatives == 1 ? mass : mass / alternatives);
  return {.alternative = choice.taken, .returns = choice.is_open()};
}

void DepthFirst::note_run_ahead(std::size_t step, std::size_t, std::size_t steps) {
  stack_.insert(stack_.end(), steps, {.taken = 0, .last = 0, .alternatives = 1});
  mass_.resize(step);
  mass_.resize(step + steps, step == 0 ? 1 : mass_.back());
}

// If there is no other alternative, the step that was added does not exist.
void DepthFirst::retracted() {
  if (stack_.back().taken == 0) stack_.pop_back();
}

void DepthFirst::end_execution(const Execution&, Ending) {
  if (mass_.size() < stack_.size())
    return;  // it did not reach the step at which it should have
             // branched
  finished_mass_ += stack_.empty() ? 1 : mass_[stack_.size() - 1];
}

std::vector<std::string> DepthFirst::outstanding(const Identities&) const {
  std::vector<std::string> shards;
  DepthFirstShard next = stack_;
  if (!stack_not_run_) advance(next);
  if (stack_not_run_ || !next.empty()) shards.push_back(shard_text(next));
  for (const DepthFirstShard& shard : queued_shards_) shards.push_back(shard_text(shard));
  return shards;
}

std::optional<std::string> DepthFirst::give_shard(const Identities&) {
  if (queued_shards_.empty()) return split_stack();
  const bool busy = stack_not_run_ || std::ranges::any_of(stack_, is_open);
  if (!busy && queued_shards_.size() == 1) return std::nullopt;  // the search would keep nothing
  std::string shard = shard_text(queued_shards_.front());
  queued_shards_.pop_front();
  return shard;
}

std::optional<std::string> DepthFirst::split_stack() {
  const auto open = std::ranges::find_if(stack_, is_open);
  if (open == stack_.end()) return std::nullopt;
  const bool others_open = stack_not_run_ || std::any_of(open + 1, stack_.end(), is_open);
  const std::uint32_t remaining = open->last - open->taken;
  const std::uint32_t split_off = (remaining + (others_open ? 1 : 0)) / 2;
  if (split_off == 0) return std::nullopt;
  DepthFirstShard shard(stack_.begin(), open + 1);
  for (DepthFirstChoice& choice : shard) choice.last = choice.taken;
  shard.back().last = open->last;
  open->last -= split_off;
  shard.back().taken = open->last + 1;
  return shard_text(shard);
}

bool DepthFirst::take_over(std::string_view shard, Identities&) {
  std::optional<DepthFirstShard> parsed = parse_depth_first_shard(shard);
  if (!parsed) return false;
  queued_shards_.push_back(std::move(*parsed));
  return true;
}

void DepthFirst::start_empty() { stack_not_run_ = false; }

}  // namespace mcheck
