// SPDX-License-Identifier: MIT
#include "engine/runtime/touched_stacks.hpp"

#include <array>

MCHECK_HOST_STATE std::uintptr_t mcheck_lowest_touched = ~std::uintptr_t{0};
MCHECK_HOST_STATE std::uintptr_t mcheck_highest_left = 0;
MCHECK_HOST_STATE std::uintptr_t mcheck_entry_limit = 0;
MCHECK_HOST_STATE std::uintptr_t mcheck_exit_limit = ~std::uintptr_t{0};

namespace mcheck {
namespace {

MCHECK_HOST_STATE std::array<std::uint16_t, kMaxThreads> place_of_thread = {};
MCHECK_HOST_STATE bool takes_all_hooks = false;

void set_limits() {
  mcheck_entry_limit = takes_all_hooks ? ~std::uintptr_t{0} : mcheck_highest_left;
  mcheck_exit_limit = takes_all_hooks ? 0 : mcheck_lowest_touched;
}

}  // namespace

void TouchedStacks::settle(ThreadId thread, std::size_t place) {
  place_of_thread[index(thread)] = static_cast<std::uint16_t>(place);
}

std::size_t TouchedStacks::place_of(ThreadId thread) { return place_of_thread[index(thread)]; }

// Keeps a log of what has changed, from which rewind() undoes it.
void TouchedStacks::change(std::uintptr_t eight, bool of_left, bool add) {
  Stack& stack = stacks_[number_of(eight)];
  std::set<std::uintptr_t>& set = of_left ? stack.left : stack.touched;
  const bool changed = add ? set.insert(eight).second : set.erase(eight) > 0;
  if (changed) changes_.push_back({.eight = eight, .of_left = of_left, .added = add});
}

void TouchedStacks::touch(std::uintptr_t eight) { change(eight, false, true); }

bool TouchedStacks::is_touched(std::uintptr_t eight) const {
  const auto stack = stacks_.find(number_of(eight));
  return stack != stacks_.end() && stack->second.touched.contains(eight);
}

bool TouchedStacks::is_left(std::uintptr_t eight) const {
  const auto stack = stacks_.find(number_of(eight));
  return stack != stacks_.end() && stack->second.left.contains(eight);
}

std::vector<std::uintptr_t> TouchedStacks::touched_below(std::size_t place,
                                                         std::uintptr_t end) const {
  const auto stack = stacks_.find(place);
  if (stack == stacks_.end()) return {};
  const std::set<std::uintptr_t>& touched = stack->second.touched;
  return {touched.begin(), touched.lower_bound(end)};
}

std::vector<std::uintptr_t> TouchedStacks::left_from(std::size_t place,
                                                     std::uintptr_t begin) const {
  const auto stack = stacks_.find(place);
  if (stack == stacks_.end()) return {};
  const std::set<std::uintptr_t>& left = stack->second.left;
  return {left.lower_bound(begin & ~std::uintptr_t{7}), left.end()};
}

void TouchedStacks::leave(std::uintptr_t eight) {
  change(eight, false, false);
  change(eight, true, true);
}

void TouchedStacks::reuse(std::uintptr_t eight) { change(eight, true, false); }

bool TouchedStacks::has_left(std::size_t place) const {
  const auto stack = stacks_.find(place);
  return stack != stacks_.end() && !stack->second.left.empty();
}

void TouchedStacks::show(std::size_t place) const {
  show_nothing();
  const auto stack = stacks_.find(place);
  if (stack == stacks_.end()) return;
  const auto& [touched, left] = stack->second;
  if (!touched.empty()) mcheck_lowest_touched = *touched.begin();
  if (!left.empty()) mcheck_highest_left = *left.rbegin() + sizeof(std::uint64_t);
  set_limits();
}

void TouchedStacks::show_nothing() {
  mcheck_lowest_touched = ~std::uintptr_t{0};
  mcheck_highest_left = 0;
  set_limits();
}

void TouchedStacks::take_all_hooks(bool all) {
  takes_all_hooks = all;
  set_limits();
}

void TouchedStacks::rewind(std::size_t mark) {
  for (; changes_.size() > mark; changes_.pop_back()) {
    const Change& last = changes_.back();
    Stack& stack = stacks_[number_of(last.eight)];
    std::set<std::uintptr_t>& set = last.of_left ? stack.left : stack.touched;
    if (last.added) {
      set.erase(last.eight);
    } else {
      set.insert(last.eight);
    }
  }
}

}  // namespace mcheck
