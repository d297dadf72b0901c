// SPDX-License-Identifier: MIT
#include "engine/runtime/data_races/touched_stacks.hpp"

MCHECK_HOST_STATE std::uintptr_t mcheck_lowest_touched = ~std::uintptr_t{0};
MCHECK_HOST_STATE std::uintptr_t mcheck_highest_left = 0;
MCHECK_HOST_STATE std::uintptr_t mcheck_stack_at_hook = 0;
MCHECK_HOST_STATE std::uintptr_t mcheck_entry_limit = 0;
MCHECK_HOST_STATE std::uintptr_t mcheck_exit_limit = ~std::uintptr_t{0};

namespace mcheck {
namespace {

MCHECK_HOST_STATE std::array<std::uint16_t, kMaxThreads> region_of_thread = {};
MCHECK_HOST_STATE std::uintptr_t thread_locals_offset = 0;
MCHECK_HOST_STATE bool hooks_forced = false;

void set_limits() {
  mcheck_entry_limit = hooks_forced ? ~std::uintptr_t{0} : mcheck_highest_left;
  mcheck_exit_limit = hooks_forced ? 0 : mcheck_lowest_touched;
}

}  // namespace

void TouchedStacks::register_thread(ThreadId thread, std::size_t place, const void* stack_end) {
  region_of_thread[index(thread)] = static_cast<std::uint16_t>(place);
  thread_locals_offset = reinterpret_cast<std::uintptr_t>(stack_end) % kThreadRegionBytes;
}

bool TouchedStacks::is_thread_local(std::uintptr_t address) {
  return address % kThreadRegionBytes >= thread_locals_offset;
}

std::size_t TouchedStacks::region_of(ThreadId thread) { return region_of_thread[index(thread)]; }

// Changes through the undo log that rewind() reads.
void TouchedStacks::change(std::uintptr_t granule, Change::What what, bool add) {
  Stack& stack = stacks_[number_of(granule)];
  std::set<std::uintptr_t>& set = what == Change::What::kLeft ? stack.left : stack.touched;
  const bool changed = add ? set.insert(granule).second : set.erase(granule) > 0;
  if (changed) changes_.push_back({.granule = granule, .what = what, .added = add});
}

void TouchedStacks::note_suspension(ThreadId thread, std::uintptr_t at_hook) {
  std::uintptr_t& known = at_hook_[index(thread)];
  if (known == at_hook) return;
  changes_.push_back({.granule = known, .what = Change::What::kAtHook, .thread = thread});
  known = at_hook;
}

void TouchedStacks::touch(std::uintptr_t granule) { change(granule, Change::What::kTouched, true); }

bool TouchedStacks::is_touched(std::uintptr_t granule) const {
  const auto stack = stacks_.find(number_of(granule));
  return stack != stacks_.end() && stack->second.touched.contains(granule);
}

bool TouchedStacks::is_left(std::uintptr_t granule) const {
  const auto stack = stacks_.find(number_of(granule));
  return stack != stacks_.end() && stack->second.left.contains(granule);
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

void TouchedStacks::leave(std::uintptr_t granule) {
  change(granule, Change::What::kTouched, false);
  change(granule, Change::What::kLeft, true);
}

void TouchedStacks::reuse(std::uintptr_t granule) { change(granule, Change::What::kLeft, false); }

void TouchedStacks::publish_limits(std::size_t place) const {
  clear_limits();
  const auto stack = stacks_.find(place);
  if (stack == stacks_.end()) return;
  const auto& [touched, left] = stack->second;
  if (!touched.empty()) mcheck_lowest_touched = *touched.begin();
  if (!left.empty()) mcheck_highest_left = *left.rbegin() + sizeof(std::uint64_t);
  set_limits();
}

void TouchedStacks::clear_limits() {
  mcheck_lowest_touched = ~std::uintptr_t{0};
  mcheck_highest_left = 0;
  set_limits();
}

void TouchedStacks::force_hooks(bool all) {
  hooks_forced = all;
  set_limits();
}

void TouchedStacks::add_state(ThreadId thread, std::vector<std::uint64_t>& words) const {
  words.push_back(at_hook_[index(thread)]);
  const auto stack = stacks_.find(region_of(thread));
  if (stack == stacks_.end()) return;
  const auto& [touched, left] = stack->second;
  words.insert(words.end(), touched.begin(), touched.end());
  words.push_back(0);
  words.insert(words.end(), left.begin(), left.end());
  words.push_back(0);
}

void TouchedStacks::rewind(std::size_t snapshot) {
  for (; changes_.size() > snapshot; changes_.pop_back()) {
    const Change& last = changes_.back();
    if (last.what == Change::What::kEnd) {
      ends_.cut(ends_.size() - 1);
      continue;
    }
    if (last.what == Change::What::kAtHook) {
      at_hook_[index(last.thread)] = last.granule;
      continue;
    }
    Stack& stack = stacks_[number_of(last.granule)];
    std::set<std::uintptr_t>& set = last.what == Change::What::kLeft ? stack.left : stack.touched;
    if (last.added) {
      set.erase(last.granule);
    } else {
      set.insert(last.granule);
    }
  }
}

}  // namespace mcheck
