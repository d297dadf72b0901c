// SPDX-License-Identifier: MIT
#include "engine/runtime/races.hpp"

#include <algorithm>
#include <bit>

#include "engine/base/invariant.hpp"
#include "engine/world/allocation.hpp"

namespace mcheck {
namespace {

bool writes(Stamp stamp) { return (stamp & kStampWrite) != 0; }
bool is_atomic(Stamp stamp) { return (stamp & kStampAtomic) != 0; }
bool is_freed(Stamp stamp) { return (stamp & kStampFreed) != 0; }
bool is_unseen(Stamp stamp) { return (stamp & kStampUnseen) != 0; }

bool accesses_conflict(Stamp a, Stamp b) {
  return (writes(a) || writes(b)) && !(is_atomic(a) && is_atomic(b));
}

// Scheduling points at plain accesses are per granule, and there are none at atomics and frees: if
// one of these races, its order with the other access is not explored.
bool has_other_points(Stamp stamp) {
  return (stamp & (kStampAtomic | kStampFreed | kStampWide)) != 0;
}

bool same_but_for_bytes(Stamp a, Stamp b) { return ((a ^ b) & ~kStampBytes) == 0; }

// Of two atomic accesses: they cover different bytes, or one extends beyond this granule.
bool differs_in_place(Stamp a, Stamp b) { return ((a ^ b) & (kStampBytes | kStampWide)) != 0; }

// The bytes of the granule in [address, end). REQUIRES: there are some.
Stamp shared_bytes(std::uintptr_t eight, std::uintptr_t address, std::uintptr_t end) {
  Stamp bytes = kStampBytes;
  if (eight < address) bytes &= kStampBytes << (address - eight);
  if (end - eight < 8) bytes &= (Stamp{1} << (end - eight)) - 1;
  return bytes;
}

Race::Side side(Stamp stamp, const void* caller) {
  return {.thread = thread_of(stamp),
          .epoch = epoch_of(stamp),
          .write = writes(stamp),
          .atomic = is_atomic(stamp),
          .freed = (stamp & (kStampFreed | kStampLeft)) != 0,
          .unseen = is_unseen(stamp),
          .frame = (stamp & kStampFrame) != 0,
          .caller = caller};
}

}  // namespace

void Races::enter(ThreadId thread, std::uint32_t epoch, std::span<const std::uint32_t> clock) {
  now_ = stamp(thread, epoch);
  known_ = capture_ || knows_nothing_ ? kMatchesNothing : now_;
  clock_ = clock;
}

void Races::capture(bool on) {
  capture_ = on;
  known_ = on || knows_nothing_ ? kMatchesNothing : now_;
}

// Whether every access that would conflict with `other` conflicts with `stamp`, too; and if races
// are ignored, whether its scheduling points explore as many orders.
inline bool Races::stands_for(Stamp stamp, Stamp other) const {
  if (is_freed(other)) return is_freed(stamp);
  if (ignores_ && has_other_points(other) && !has_other_points(stamp)) return false;
  if (!is_atomic(stamp)) return writes(stamp) || !writes(other);
  return is_atomic(other) && (writes(stamp) || !writes(other));
}

// The common case: one access to the bytes is recorded, and this one replaces it.
inline bool Races::replaces_all(const Cell& cell, Stamp stamp) const {
  const Stamp before = cell.recent;
  if (cell.other != kNoStamp || (before & ~stamp & kStampBytes) != 0) return false;
  if (before == kNoStamp) return true;
  if (is_freed(before) || !stands_for(stamp, before)) return false;
  const bool own = thread_of(before) == thread_of(stamp);
  if (!own && is_unseen(before | stamp)) return false;  // both threads use the bytes
  return own ? epoch_of(before) <= epoch_of(stamp) : ordered(before);
}

bool Races::atomic(const void* address, std::size_t size, bool write, const void* caller) {
  const Stamp event = stamp(thread_of(now_), epoch_of(now_) - 1);
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const Stamp wide = at % 8 + size > 8 ? kStampWide : 0;
  return examine(at, size, event | kStampAtomic | wide | (write ? kStampWrite : 0), caller);
}

void Races::passed(const void* address, std::size_t size, bool write) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const Stamp event = stamp(thread_of(now_), epoch_of(now_) - 1) | kStampAtomic |
                      (write ? kStampWrite : 0) | ((Stamp{1} << size) - 1) << at % 8;
  Cell* const cell = shadow_.glance(at);
  if (cell != nullptr && !notes() && replaces_all(*cell, event)) {
    if (differs_in_place(cell->recent, event)) note_overlap(*cell, event);
    return shadow_.set(*cell, event);
  }
  const bool races = atomic(address, size, write, nullptr);
  MCHECK_INVARIANT(!races, "an atomic access passes where all others are atomic");
}

bool Races::freed(const void* address, std::size_t size, const void* caller) {
  return examine(reinterpret_cast<std::uintptr_t>(address), size, now_ | kStampWrite | kStampFreed,
                 caller);
}

void Races::allocated(const void* address, std::size_t size, const void* caller) {
  const OutsideWorld engine_at_work;
  if (notes()) {
    const auto begin_of_block = reinterpret_cast<std::uintptr_t>(address);
    blocks_.push_back({begin_of_block, size, thread_of(now_), stacks_.keep_here(caller)});
  }
  forget(address, size);
}

void Races::forget(const void* address, std::size_t size) {
  const OutsideWorld engine_at_work;
  constexpr std::uintptr_t kPage = std::uintptr_t{1} << Shadow::kPageBits;
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  const std::uintptr_t end = begin + size;
  for (std::uintptr_t eight = begin & ~std::uintptr_t{7}; eight < end;) {
    Cell* const cell = shadow_.find(eight);
    if (cell != nullptr && ignores_) renew(*cell);
    if (cell != nullptr && !ignores_) forget(*cell, shared_bytes(eight, begin, end));
    eight = cell != nullptr ? eight + 8 : (eight | (kPage - 1)) + 1;
  }
}

bool Races::is_written(const void* address, std::size_t size) {
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  bool found = false;
  for (std::uintptr_t eight = begin & ~std::uintptr_t{7}; eight < begin + size; eight += 8) {
    const Cell* const cell = shadow_.find(eight);
    if (cell == nullptr) continue;
    const Stamp bytes = shared_bytes(eight, begin, begin + size);
    shadow_.for_each(*cell, [&](Stamp stamp) {
      found |= writes(stamp) && !is_freed(stamp) && (stamp & bytes) != 0;
    });
  }
  return found;
}

bool Races::examine(std::uintptr_t address, std::size_t size, Stamp stamp, const void* caller) {
  const OutsideWorld engine_at_work;
  const std::uintptr_t end = address + size;
  if (TouchedStacks::may_hold(address)) touch_stack(address, end, stamp, caller);
  for (std::uintptr_t eight = address & ~std::uintptr_t{7}; eight < end; eight += 8) {
    Cell& cell = shadow_.at(eight);
    const Stamp mine = stamp | shared_bytes(eight, address, end);
    if (is_atomic(mine) && cell.recent != kNoStamp) note_overlap(cell, mine);
    if (replaces_all(cell, mine)) {
      shadow_.set(cell, mine);
      continue;
    }
    const Stamp before = rival(eight, cell, mine, caller);
    if (before != kNoStamp) {
      tell(eight, mine, before, caller);
      return true;
    }
    leave(cell, mine);
  }
  if (notes() && !is_noted_just_now(address, size, stamp, caller)) {
    noted_.push_back({address, size, stamp, caller, stack_of_access(caller)});
  }
  return false;
}

// A loop that never ends would fill the memory with its accesses.
bool Races::is_noted_just_now(std::uintptr_t address, std::size_t size, Stamp stamp,
                              const void* caller) const {
  constexpr std::ptrdiff_t kFew = 8;
  const auto end = noted_.rbegin() + std::min(kFew, std::ssize(noted_));
  return std::any_of(noted_.rbegin(), end, [&](const Noted& noted) {
    return noted.address == address && noted.size == size && noted.stamp == stamp &&
           noted.caller == caller;
  });
}

// A stamp of the cell that races with this access.
Stamp Races::rival(std::uintptr_t eight, const Cell& cell, Stamp stamp, const void* caller) {
  Stamp rival = kNoStamp;
  shadow_.for_each(cell, [&](Stamp before) {
    if (rival != kNoStamp || (before & stamp & kStampBytes) == 0) return;
    if (is_freed(before)) {
      const bool own_frame = (before & kStampFrame) != 0 && thread_of(before) == thread_of(stamp);
      if (!own_frame) rival = before;
    } else if (thread_of(before) != thread_of(stamp) && !meets_unseen(before, stamp) &&
               accesses_conflict(before, stamp) && !ordered(before)) {
      if (!ignores_ && !is_forgiven(eight, before, stamp, caller)) rival = before;
      unordered_ |= has_other_points(before) || has_other_points(stamp);
    }
  });
  return rival;
}

// An atomic object is identified by address and size, and two objects are independent.
void Races::note_overlap(const Cell& cell, Stamp stamp) {
  shadow_.for_each(cell, [&](Stamp before) {
    if (!is_atomic(before) || (before & stamp & kStampBytes) == 0) return;
    if (!differs_in_place(before, stamp)) return;
    const bool conflict = thread_of(before) != thread_of(stamp) && writes(before | stamp);
    const bool unordered = conflict && !ordered(before);
    overlap_ = std::max(overlap_, unordered ? AtomicOverlap::kUnordered : AtomicOverlap::kOrdered);
  });
}

// Whether one of them is an uninstrumented write, and the two must not race.
bool Races::meets_unseen(Stamp before, Stamp stamp) {
  if (!is_unseen(before | stamp)) return false;
  if (is_atomic(before | stamp)) return true;
  unseen_met_ = true;
  return !judges_unseen_ || (excuses_unseen_ && is_unseen(before & stamp));
}

bool Races::has_written(const void* byte) {
  const auto at = reinterpret_cast<std::uintptr_t>(byte);
  const Cell* const cell = shadow_.find(at);
  if (cell == nullptr) return false;
  const Stamp bit = Stamp{1} << at % 8;
  bool found = false;
  shadow_.for_each(*cell, [&](Stamp stamp) {
    if ((stamp & bit) == 0 || !writes(stamp) || thread_of(stamp) != thread_of(now_)) return;
    found |= epoch_of(stamp) + (is_atomic(stamp) ? 1 : 0) >= epoch_of(now_);
  });
  return found;
}

bool Races::unseen(const void* address, std::size_t size, Stacks::Id stack) {
  unseen_stack_ = &stack;
  const bool races = examine(reinterpret_cast<std::uintptr_t>(address), size,
                             now_ | kStampWrite | kStampUnseen, nullptr);
  unseen_stack_ = nullptr;
  return races;
}

Stacks::Id Races::stack_of_access(const void* caller) {
  return unseen_stack_ != nullptr ? *unseen_stack_ : stacks_.keep_here(caller);
}

bool Races::is_forgiven(std::uintptr_t eight, Stamp before, Stamp stamp, const void* caller) {
  if (forgiven_.empty()) return false;
  const auto shared = static_cast<unsigned>(before & stamp & kStampBytes);
  const Noted* const earlier =
      noted(eight + static_cast<unsigned>(std::countr_zero(shared)), before);
  if (earlier == nullptr) return false;
  const auto found = forgiven_.find({stack_of_access(caller), earlier->stack});
  if (found == forgiven_.end()) return false;
  ++forgiven_counts_[found->second];
  return true;
}

void Races::forgive(std::size_t reason) { forgive(found_.now.stack, found_.before.stack, reason); }

void Races::forgive(const Backtrace& now, const Backtrace& before, std::size_t reason) {
  forgiven_[{stacks_.keep(now), stacks_.keep(before)}] = reason;
  if (forgiven_counts_.size() <= reason) forgiven_counts_.resize(reason + 1);
}

// Adds the access's stamp, and drops what it subsumes. An atomic's event may be older than a stamp
// of the same thread, which it then does not subsume.
void Races::leave(Cell& cell, Stamp stamp) {
  rest_.clear();
  bool stands_already = false;
  shadow_.for_each(cell, [&](Stamp before) {
    const bool own = thread_of(before) == thread_of(stamp);
    const bool as_new = epoch_of(before) >= epoch_of(stamp);
    if (own && as_new && stands_for(before, stamp) && (stamp & ~before & kStampBytes) == 0) {
      stands_already = true;
    }
    if (same_but_for_bytes(before, stamp) && (!is_atomic(stamp) || before == stamp)) {
      stamp |= before;
      return;
    }
    const bool earlier = own ? epoch_of(before) <= epoch_of(stamp) : ordered(before);
    if (earlier && stands_for(stamp, before)) before &= ~(stamp & kStampBytes);
    if ((before & kStampBytes) != 0) rest_.push_back(before);
  });
  if (!stands_already) shadow_.set(cell, stamp, rest_);
}

void Races::forget(Cell& cell, Stamp bytes) {
  if (cell.recent == kNoStamp) return;
  rest_.clear();
  shadow_.for_each(cell, [&](Stamp before) {
    before &= ~bytes;
    if ((before & kStampBytes) != 0) rest_.push_back(before);
  });
  replace(cell);
}

// If races are ignored: what races with the end of a block would also do so if the block were
// reused.
void Races::renew(Cell& cell) {
  if (cell.recent == kNoStamp) return;
  rest_.clear();
  shadow_.for_each(cell, [&](Stamp before) {
    rest_.push_back(is_freed(before) ? (before & ~kStampFreed) | kStampWide : before);
  });
  replace(cell);
}

// The cell holds `remaining_` from now on.
void Races::replace(Cell& cell) {
  if (rest_.empty()) return shadow_.set(cell, kNoStamp, rest_);
  const Stamp recent = rest_.front();
  rest_.erase(rest_.begin());
  shadow_.set(cell, recent, rest_);
}

void Races::tell(std::uintptr_t eight, Stamp now, Stamp before, const void* caller) {
  const auto shared = static_cast<unsigned>(now & before & kStampBytes);
  const int first = std::countr_zero(shared);
  const std::uintptr_t byte = eight + static_cast<unsigned>(first);
  found_ = {.kind = is_freed(before) ? Race::Kind::kUseAfterFree : Race::Kind::kRace,
            .address = reinterpret_cast<const void*>(byte),
            .size = static_cast<std::size_t>(std::countr_one(shared >> first)),
            .now = side(now, caller),
            .before = side(before, nullptr)};
  if (!notes()) return;
  found_.now.stack = stacks_.of(stack_of_access(caller));
  found_.block = block_of(byte);
  const Noted* const earlier = noted(byte, before);
  if (earlier == nullptr) return;
  found_.before.caller = earlier->caller;
  found_.before.stack = stacks_.of(earlier->stack);
}

const Races::Noted* Races::noted(std::uintptr_t byte, Stamp stamp) const {
  const auto it = std::find_if(noted_.rbegin(), noted_.rend(), [&](const Noted& noted) {
    return noted.stamp == (stamp & ~kStampBytes) && byte - noted.address < noted.size;
  });
  return it == noted_.rend() ? nullptr : &*it;
}

Race::Block Races::block_of(std::uintptr_t byte) const {
  const auto it = std::find_if(blocks_.rbegin(), blocks_.rend(), [&](const NotedBlock& block) {
    return byte - block.begin < block.size;
  });
  if (it == blocks_.rend()) return {};
  return {.begin = reinterpret_cast<const void*>(it->begin),
          .size = it->size,
          .thread = it->thread,
          .stack = stacks_.of(it->stack)};
}

void Races::rewind(const Mark& mark) {
  shadow_.rewind(mark.shadow);
  noted_.resize(mark.noted);
  blocks_.resize(mark.blocks);
  touched_.rewind(mark.touched);
}

}  // namespace mcheck
