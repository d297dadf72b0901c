// SPDX-License-Identifier: MIT
#include "engine/runtime/data_races/protected_cells.hpp"

#include <algorithm>
#include <utility>

#include "engine/runtime/data_races/touched_stacks.hpp"

namespace mcheck {
namespace {

// Of an equal thread its own locks have other addresses than those of the thread that it stands
// for.
bool is_of_equal_thread(const Execution& execution, Word address) {
  return std::ranges::any_of(execution.threads(), [&](const ThreadRecord& record) {
    return record.equals != 0 &&
           TouchedStacks::number_of(address) == TouchedStacks::region_of(record.id);
  });
}

// The thread of main that is the thread or its ancestor.
std::uint32_t started_as(const Execution& execution, ThreadId thread) {
  const Identities& names = execution.identities();
  std::uint32_t number = execution.thread(kMainThread).children;
  for (; number > 1; --number) {
    const std::optional<ThreadId> started = names.known_thread(kMainThread, number);
    if (started && (*started == thread || names.before(*started, thread))) break;
  }
  return number;
}

}  // namespace

void LockSet::keep_those_in(const LockSet& other) {
  const auto is_missing = [&](Word lock) {
    return std::ranges::find(other.all(), lock) == other.all().end();
  };
  const auto end = locks_.begin() + count_;
  count_ =
      static_cast<std::uint32_t>(std::remove_if(locks_.begin(), end, is_missing) - locks_.begin());
}

// Main may have started more threads since, which is to assume the worst.
Accessor earlier_accessor(const Execution& execution, ThreadId thread) {
  Accessor by{.thread = thread,
              .is_equal = execution.thread(thread).equals != 0,
              .held = {},
              .held_exclusively = {}};
  if (thread == kMainThread) by.number = execution.thread(thread).children;
  if (thread != kMainThread && !by.is_equal) by.number = started_as(execution, thread);
  return by;
}

// A second mutex at one address is another one, which orders nothing after what was done under the
// first. States with one and with two differ: the id of a mutex is in its memory.
Accessor accessor_of(const Execution& execution, ThreadId thread, bool is_alone) {
  Accessor by = earlier_accessor(execution, thread);
  by.is_alone = is_alone;
  if (is_alone) return by;
  for (std::uint32_t i = 1; i < execution.identities().object_limit(); ++i) {
    const ObjectRecord* const object = execution.find_object(ObjectId{i});
    const bool is_lock = object != nullptr && object->alive && is_mutex(object->kind);
    if (!is_lock || object->version == kNone || object->address == nullptr) continue;
    const bool exclusively = execution.value_of(ObjectId{i}) == index(thread) + Word{1};
    if (!exclusively && !execution.threads_at(ObjectId{i}).has(thread)) continue;
    const auto address = reinterpret_cast<std::uintptr_t>(object->address);
    if (execution.object_count_at(object->address) != 1) continue;
    if (is_of_equal_thread(execution, address)) continue;
    by.held.add(address);
    if (exclusively) by.held_exclusively.add(address);
  }
  return by;
}

void ProtectedCells::Uses::add(const Accessor& by, Access access, bool in_own_memory) {
  const bool writes_now = access == Access::kWrite || access == Access::kAtomicWrite;
  const LockSet& held = writes_now ? by.held_exclusively : by.held;
  if (thread) {
    locks.keep_those_in(held);
  } else {
    thread = by.thread;
    locks = held;
  }
  by_several |= *thread != by.thread || (by.is_equal && !in_own_memory);
  writes |= writes_now;
  is_plain |= access == Access::kRead || access == Access::kWrite;
}

void ProtectedCells::note(const Cell& cell, Access access, bool in_own_memory) {
  const Accessor& by = *accessor_;
  if (by.is_alone || !is_protected(cell)) return;
  Record& record = records_[&cell];
  record.all.add(by, access, in_own_memory);
  if (by.thread == kMainThread) {
    record.started = std::max(record.started, by.number);
  } else {
    record.but_main.add(by, access, in_own_memory);
    record.first = std::min(record.first, by.number);
  }
  if (record.may_race()) unprotect(cell);
}

void ProtectedCells::unprotect(const Cell& cell) {
  if (!is_protected(cell)) return;
  unprotected_.insert(unit_of(cell));
  has_news_ = true;
}

void ProtectedCells::begin_search(bool compares) {
  is_on_ = compares;
  if (!std::exchange(has_news_, false)) return;
  ++restarts_;
  std::unordered_set<std::uintptr_t> units;
  for (const std::uintptr_t unit : unprotected_) units.insert(unit / 2);
  unprotected_ = std::move(units);
}

}  // namespace mcheck
