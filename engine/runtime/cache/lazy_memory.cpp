// SPDX-License-Identifier: MIT
#include "engine/runtime/cache/lazy_memory.hpp"

#include <algorithm>
#include <utility>

#include "engine/platform/system/system_calls.hpp"

namespace mcheck {

// Clears regions that are no longer used.
void LazyMemory::use_regions() {
  regions_.clear();
  for (std::size_t i = kMain; i < current_.size(); ++i) {
    regions_.push_back(region_number(stack_begin(current_[i])));
  }
  if (std::ranges::equal(regions_, program_memory_.regions_in_use())) return;
  access_guards_.unguard_all();
  program_memory_.use_regions(regions_);
}

void LazyMemory::restore_regions(Slot slot) {
  if (materialized_[slot] == current_[slot]) return;
  contents_.restore(current_[slot], materialized_[slot]);
  materialized_[slot] = current_[slot];
  if (slot != kGlobals)
    program_memory_.set_stack_pointer(regions_[slot - kMain], stack_begin(current_[slot]));
}

bool LazyMemory::restore_regions() {
  stale_ = has_few_materialized_ = false;
  stop_intercepting_system_calls();
  access_guards_.unguard_all();
  use_regions();
  materialized_.resize(current_.size(), ContentStore::kUnknown);
  for (std::size_t i = 0; i < current_.size(); ++i) restore_regions(static_cast<Slot>(i));
  return true;
}

void LazyMemory::note_replaced() {
  stop_intercepting_system_calls();
  access_guards_.unguard_all();
  forget_materialized();
  has_content_ids_ = stale_ = has_few_materialized_ = false;
}

// While the thread runs, its region counts as unchanged: only others are restored.
bool LazyMemory::materialize_few(const ThreadContext& own) {
  use_regions();
  access_guards_.guard_only(regions_, own.number);
  materialized_.resize(current_.size(), ContentStore::kUnknown);
  for (const Slot slot : {kGlobals, kMain, slot_of(own)}) restore_regions(slot);
  stale_ = true;
  return has_few_materialized_ = intercept_system_calls();
}

bool LazyMemory::find_own_contents(const ThreadContext& own) {
  stop_intercepting_system_calls();
  if (!std::exchange(has_few_materialized_, false)) return false;
  has_content_ids_ = true;
  for (const Slot slot : {kGlobals, kMain, slot_of(own)}) {
    has_content_ids_ = has_content_ids_ && find(slot);
    materialized_[slot] = current_[slot];
  }
  if (!has_content_ids_) restore_regions(), forget_materialized();
  return true;
}

bool LazyMemory::find(Slot slot) {
  ContentId content = ContentStore::kUnknown;
  if (slot == kGlobals) {
    content = contents_.find_or_add(kGlobals, program_memory_.globals(), current_[slot]);
  } else {
    const std::size_t number = program_memory_.regions_in_use()[slot - kMain];
    slots_[owner(number)] = slot;
    content =
        contents_.find_or_add(owner(number), program_memory_.segments_of(number), current_[slot]);
  }
  if (content == ContentStore::kUnknown) return false;
  current_[slot] = content;
  return true;
}

void LazyMemory::find() {
  current_.resize(kMain + program_memory_.regions_in_use().size(), ContentStore::kUnknown);
  has_content_ids_ = true;
  for (std::size_t i = 0; has_content_ids_ && i < current_.size(); ++i)
    has_content_ids_ = find(static_cast<Slot>(i));
  stale_ = false;
  forget_materialized();
  if (has_content_ids_) materialized_ = current_;
}

LazyMemory::Snapshot LazyMemory::snapshot() {
  const auto begin = static_cast<Snapshot>(snapshots_.size());
  if (has_content_ids_) snapshots_.insert(snapshots_.end(), current_.begin(), current_.end());
  return begin;
}

void LazyMemory::restore(Snapshot snapshot) {
  if (!had_content_ids(snapshot)) return note_replaced();
  current_.assign(snapshots_.begin() + snapshot, snapshots_.end());
  has_content_ids_ = stale_ = true;
}

void LazyMemory::list_changed(std::span<const ContentId> before, ContentId own,
                              std::vector<ContentId>& into) const {
  into.clear();
  for (std::size_t i = 0; i < current_.size(); ++i) {
    if (current_[i] != before[i] && current_[i] != own) into.push_back(current_[i]);
  }
}

// Equal contents in another order are different memory: regions are listed in the order of first
// use.
Fingerprint LazyMemory::sum() const {
  constexpr std::uint64_t kMixer = 0x9e3779b97f4a7c15;
  Fingerprint all;
  for (const ContentId content : current_) {
    all.low = kMixer * all.low + contents_.fingerprint_of(content).low;
    all.high = kMixer * all.high + contents_.fingerprint_of(content).high;
  }
  return all;
}

void LazyMemory::forget() {
  leave();
  contents_ = {};
  current_.clear();
  snapshots_.clear();
  facts_.clear();
  stack_infos_.clear();
}

LazyMemory::Facts& LazyMemory::facts() {
  if (facts_.size() >= kMaxFacts) facts_.clear();
  return facts_[sum()];
}

LazyMemory::StackInfo& LazyMemory::stack_info(SegmentId segment, const ThreadContext& context) {
  if (stack_infos_.size() <= segment) stack_infos_.resize(segment + 1);
  StackInfo& stack_info = stack_infos_[segment];
  if (stack_info.pointer == nullptr) {
    const std::byte* const kept_at = context.coroutine->stack_pointer_slot();
    stack_info.pointer = context.coroutine->stack_pointer_in(contents_.bytes_at(segment, kept_at));
  }
  return stack_info;
}

std::span<const std::byte> LazyMemory::stack_in_segment(SegmentId segment,
                                                        const ThreadContext& context) {
  const std::byte* const from = stack_info(segment, context).pointer;
  return {contents_.bytes_at(segment, from), static_cast<std::size_t>(context.stack_end - from)};
}

}  // namespace mcheck
