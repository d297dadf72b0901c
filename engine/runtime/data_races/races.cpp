// SPDX-License-Identifier: MIT
#include "engine/runtime/data_races/races.hpp"

#include <algorithm>
#include <bit>

#include "engine/base/invariant.hpp"
#include "engine/memory/heap/allocation.hpp"
#include "engine/runtime/data_races/protected_cells.hpp"
#include "engine/runtime/machine/machine.hpp"

namespace mcheck {
namespace {

bool writes(Stamp stamp) { return (stamp & kStampWrite) != 0; }
bool is_atomic(Stamp stamp) { return (stamp & kStampAtomic) != 0; }
bool is_freed(Stamp stamp) { return (stamp & kStampFreed) != 0; }
bool is_uninstrumented(Stamp stamp) { return (stamp & kStampUninstrumented) != 0; }

bool accesses_conflict(Stamp a, Stamp b) {
  return (writes(a) || writes(b)) && !(is_atomic(a) && is_atomic(b));
}

// Scheduling points at plain accesses are per granule, and there are none at atomics and frees: if
// one of these races, its order with the other access is not explored.
bool lacks_own_point(Stamp stamp) {
  return (stamp & (kStampAtomic | kStampFreed | kStampWide)) != 0;
}

bool equal_but_for_bytes(Stamp a, Stamp b) { return ((a ^ b) & ~kStampBytes) == 0; }

// Of two atomic accesses: they cover different bytes, or one extends beyond this granule.
bool differs_in_bytes(Stamp a, Stamp b) { return ((a ^ b) & (kStampBytes | kStampWide)) != 0; }

// The bytes of the granule in [address, end). REQUIRES: there are some.
Stamp bytes_in_granule(std::uintptr_t granule, std::uintptr_t address, std::uintptr_t end) {
  Stamp bytes = kStampBytes;
  if (granule < address) bytes &= kStampBytes << (address - granule);
  if (end - granule < 8) bytes &= (Stamp{1} << (end - granule)) - 1;
  return bytes;
}

Race::Side side(Stamp stamp, const void* caller) {
  return {.thread = thread_of(stamp),
          .epoch = epoch_of(stamp),
          .write = writes(stamp),
          .atomic = is_atomic(stamp),
          .freed = (stamp & (kStampFreed | kStampLeft)) != 0,
          .uninstrumented_write = is_uninstrumented(stamp),
          .frame = (stamp & kStampFrame) != 0,
          .caller = caller};
}

}  // namespace

Races::Races() : protected_(std::make_unique<ProtectedCells>()) {}
Races::~Races() = default;

void Races::enter(ThreadId thread, std::uint32_t epoch, std::span<const std::uint32_t> clock) {
  now_ = stamp(thread, epoch);
  epoch_stamp_ = capture_ || fast_path_disabled_ ? kMatchesNothing : now_;
  clock_ = clock;
  if (consulted_.is_on()) protected_->begin_epoch();
}

void Races::capture(bool on) {
  capture_ = on;
  epoch_stamp_ = on || fast_path_disabled_ ? kMatchesNothing : now_;
}

// Whether every access that would conflict with `other` conflicts with `stamp`, too; and if races
// are ignored, whether its scheduling points explore as many orders.
inline bool Races::subsumes(Stamp stamp, Stamp other) const {
  if (is_freed(other)) return is_freed(stamp);
  if (ignores_ && lacks_own_point(other) && !lacks_own_point(stamp)) return false;
  if (!is_atomic(stamp)) return writes(stamp) || !writes(other);
  return is_atomic(other) && (writes(stamp) || !writes(other));
}

// The common case: one access to the bytes is recorded, and this one replaces it.
inline bool Races::replaces_all(const Cell& cell, Stamp stamp) const {
  const Stamp before = cell.recent;
  if (cell.other != kNoStamp || (before & ~stamp & kStampBytes) != 0) return false;
  if (before == kNoStamp) return true;
  if (is_freed(before) || !subsumes(stamp, before)) return false;
  const bool own = thread_of(before) == thread_of(stamp);
  if (!own && is_uninstrumented(before | stamp)) return false;  // both threads use the bytes
  return own ? epoch_of(before) <= epoch_of(stamp) : ordered(before);
}

bool Races::atomic(const void* address, std::size_t size, bool write, const void* caller) {
  const Stamp event = stamp(thread_of(now_), epoch_of(now_) - 1);
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const Stamp wide = at % 8 + size > 8 ? kStampWide : 0;
  return examine(at, size, event | kStampAtomic | wide | (write ? kStampWrite : 0), caller);
}

void Races::record_atomic(const void* address, std::size_t size, bool write) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const Stamp event = stamp(thread_of(now_), epoch_of(now_) - 1) | kStampAtomic |
                      (write ? kStampWrite : 0) | ((Stamp{1} << size) - 1) << at % 8;
  Cell* const cell = shadow_.find_fast(at);
  const bool is_compared = consulted_.is_on();
  if (cell != nullptr && !records_stacks() && !is_compared && replaces_all(*cell, event)) {
    if (differs_in_bytes(cell->recent, event)) note_overlap(*cell, event);
    return shadow_.set(*cell, event);
  }
  if (is_compared)
    protected_->set_accessor(earlier_accessor(Machine::current()->execution(), thread_of(now_)));
  const bool races = atomic(address, size, write, nullptr);
  MCHECK_INVARIANT(!races, "an atomic access runs ahead only where all others are atomic");
}

bool Races::freed(const void* address, std::size_t size, const void* caller) {
  return examine(reinterpret_cast<std::uintptr_t>(address), size, now_ | kStampWrite | kStampFreed,
                 caller);
}

void Races::allocated(const void* address, std::size_t size, const void* caller) {
  const EngineAllocationScope engine_at_work;
  if (records_stacks()) {
    const auto begin_of_block = reinterpret_cast<std::uintptr_t>(address);
    blocks_.push_back({begin_of_block, size, thread_of(now_), stacks_.intern_current(caller)});
  }
  forget(address, size);
}

void Races::forget(const void* address, std::size_t size) {
  const EngineAllocationScope engine_at_work;
  constexpr std::uintptr_t kPage = std::uintptr_t{1} << Shadow::kPageBits;
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  const std::uintptr_t end = begin + size;
  for (std::uintptr_t granule = begin & ~std::uintptr_t{7}; granule < end;) {
    Cell* const cell = shadow_.find(granule);
    if (cell != nullptr && ignores_) weaken_frees(*cell);
    if (cell != nullptr && !ignores_) forget(*cell, bytes_in_granule(granule, begin, end));
    granule = cell != nullptr ? granule + 8 : (granule | (kPage - 1)) + 1;
  }
}

bool Races::is_written(const void* address, std::size_t size) {
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  bool found = false;
  for (std::uintptr_t granule = begin & ~std::uintptr_t{7}; granule < begin + size; granule += 8) {
    const Cell* const cell = shadow_.find(granule);
    if (cell == nullptr) continue;
    const Stamp bytes = bytes_in_granule(granule, begin, begin + size);
    shadow_.for_each(*cell, [&](Stamp stamp) {
      found |= writes(stamp) && !is_freed(stamp) && (stamp & bytes) != 0;
    });
  }
  return found;
}

bool Races::examine(std::uintptr_t address, std::size_t size, Stamp stamp, const void* caller) {
  const EngineAllocationScope engine_at_work;
  const std::uintptr_t end = address + size;
  if (TouchedStacks::may_hold(address)) touch_stack(address, end, stamp, caller);
  for (std::uintptr_t granule = address & ~std::uintptr_t{7}; granule < end; granule += 8) {
    Cell& cell = shadow_.at(granule);
    const Stamp current = stamp | bytes_in_granule(granule, address, end);
    if (consulted_.is_on()) note_compared(granule, cell, current);
    if (is_atomic(current) && cell.recent != kNoStamp) note_overlap(cell, current);
    if (replaces_all(cell, current)) {
      shadow_.set(cell, current);
      continue;
    }
    const Stamp before = racing_stamp(granule, cell, current, caller);
    if (before != kNoStamp) {
      set_found(granule, current, before, caller);
      return true;
    }
    record_stamp(cell, current);
  }
  if (records_stacks() && !is_recorded_recently(address, size, stamp, caller)) {
    recorded_.push_back({address, size, stamp, caller, stack_of_access(caller)});
  }
  return false;
}

// A loop that never ends would fill the memory with its accesses.
bool Races::is_recorded_recently(std::uintptr_t address, std::size_t size, Stamp stamp,
                                 const void* caller) const {
  constexpr std::ptrdiff_t kRecentAccesses = 8;
  const auto end = recorded_.rbegin() + std::min(kRecentAccesses, std::ssize(recorded_));
  return std::any_of(recorded_.rbegin(), end, [&](const RecordedAccess& recorded) {
    return recorded.address == address && recorded.size == size && recorded.stamp == stamp &&
           recorded.caller == caller;
  });
}

// A stamp of the cell that races with this access.
Stamp Races::racing_stamp(std::uintptr_t granule, const Cell& cell, Stamp stamp,
                          const void* caller) {
  Stamp racing_stamp = kNoStamp;
  shadow_.for_each(cell, [&](Stamp before) {
    if (racing_stamp != kNoStamp || (before & stamp & kStampBytes) == 0) return;
    if (is_freed(before)) {
      const bool own_frame = (before & kStampFrame) != 0 && thread_of(before) == thread_of(stamp);
      if (!own_frame) racing_stamp = before;
    } else if (thread_of(before) != thread_of(stamp) && !ignores_uninstrumented(before, stamp) &&
               accesses_conflict(before, stamp) && !ordered(before)) {
      if (!ignores_ && !is_suppressed(granule, before, stamp, caller)) racing_stamp = before;
      unexplored_orders_ |= lacks_own_point(before) || lacks_own_point(stamp);
    }
  });
  return racing_stamp;
}

// Where states are compared: what the access shows about who has to be known there.
void Races::note_compared(std::uintptr_t granule, const Cell& cell, Stamp stamp) {
  if (!is_atomic(stamp)) note_consulted(cell);
  if ((stamp & kStampUninstrumented) != 0) return protected_->unprotect(cell);
  const ThreadId thread = thread_of(stamp);
  Machine& machine = *Machine::current();
  if (protected_->needs_accessor())
    protected_->set_accessor(accessor_of(machine.execution(), thread, machine.main_is_alone()));
  using Access = ProtectedCells::Access;
  const Access plain = writes(stamp) ? Access::kWrite : Access::kRead;
  const Access atomic = writes(stamp) ? Access::kAtomicWrite : Access::kAtomicRead;
  protected_->note(cell, is_atomic(stamp) ? atomic : plain,
                   TouchedStacks::number_of(granule) == TouchedStacks::region_of(thread));
}

// Whether this plain access races depends on who knows the atomic ones: here, or after another past
// that led to an equal state. So it does not matter whether the cell has any now.
void Races::note_consulted(const Cell& cell) {
  if (consulted_.leaves_out_atomics_of(cell) && !Machine::current()->main_is_alone())
    consulted_.note_atomics_of(cell);
}

// An atomic object is identified by address and size, and two objects are independent.
void Races::note_overlap(const Cell& cell, Stamp stamp) {
  shadow_.for_each(cell, [&](Stamp before) {
    if (!is_atomic(before) || (before & stamp & kStampBytes) == 0) return;
    if (!differs_in_bytes(before, stamp)) return;
    const bool conflict = thread_of(before) != thread_of(stamp) && writes(before | stamp);
    const bool unordered = conflict && !ordered(before);
    overlap_ = std::max(overlap_, unordered ? AtomicOverlap::kUnordered : AtomicOverlap::kOrdered);
  });
}

// Whether one of them is an uninstrumented write, and the two must not race.
bool Races::ignores_uninstrumented(Stamp before, Stamp stamp) {
  if (!is_uninstrumented(before | stamp)) return false;
  if (is_atomic(before | stamp)) return true;
  uninstrumented_shared_ = true;
  return !checks_uninstrumented_ ||
         (allows_atomic_uninstrumented_ && is_uninstrumented(before & stamp));
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

bool Races::uninstrumented_write(const void* address, std::size_t size, StackTable::Id stack) {
  uninstrumented_stack_ = &stack;
  const bool races = examine(reinterpret_cast<std::uintptr_t>(address), size,
                             now_ | kStampWrite | kStampUninstrumented, nullptr);
  uninstrumented_stack_ = nullptr;
  return races;
}

StackTable::Id Races::stack_of_access(const void* caller) {
  return uninstrumented_stack_ != nullptr ? *uninstrumented_stack_ : stacks_.intern_current(caller);
}

bool Races::is_suppressed(std::uintptr_t granule, Stamp before, Stamp stamp, const void* caller) {
  if (suppressed_.empty()) return false;
  const auto shared = static_cast<unsigned>(before & stamp & kStampBytes);
  const RecordedAccess* const earlier =
      recorded(granule + static_cast<unsigned>(std::countr_zero(shared)), before);
  if (earlier == nullptr) return false;
  const auto found = suppressed_.find({stack_of_access(caller), earlier->stack});
  if (found == suppressed_.end()) return false;
  ++suppressed_counts_[found->second];
  return true;
}

void Races::suppress(std::size_t reason) {
  suppress(found_.now.stack, found_.before.stack, reason);
}

void Races::suppress(const Backtrace& now, const Backtrace& before, std::size_t reason) {
  suppressed_[{stacks_.intern(now), stacks_.intern(before)}] = reason;
  if (suppressed_counts_.size() <= reason) suppressed_counts_.resize(reason + 1);
}

// Adds the access's stamp, and drops what it subsumes. An atomic's event may be older than a stamp
// of the same thread, which it then does not subsume.
void Races::record_stamp(Cell& cell, Stamp stamp) {
  remaining_.clear();
  bool already_subsumed = false;
  shadow_.for_each(cell, [&](Stamp before) {
    const bool own = thread_of(before) == thread_of(stamp);
    const bool is_not_older = epoch_of(before) >= epoch_of(stamp);
    if (own && is_not_older && subsumes(before, stamp) && (stamp & ~before & kStampBytes) == 0) {
      already_subsumed = true;
    }
    if (equal_but_for_bytes(before, stamp) && (!is_atomic(stamp) || before == stamp)) {
      stamp |= before;
      return;
    }
    const bool earlier = own ? epoch_of(before) <= epoch_of(stamp) : ordered(before);
    if (earlier && subsumes(stamp, before)) before &= ~(stamp & kStampBytes);
    if ((before & kStampBytes) != 0) remaining_.push_back(before);
  });
  if (!already_subsumed) shadow_.set(cell, stamp, remaining_);
}

void Races::forget(Cell& cell, Stamp bytes) {
  if (cell.recent == kNoStamp) return;
  remaining_.clear();
  shadow_.for_each(cell, [&](Stamp before) {
    before &= ~bytes;
    if ((before & kStampBytes) != 0) remaining_.push_back(before);
  });
  replace(cell);
}

// If races are ignored: what races with the end of a block would also do so if the block were
// reused.
void Races::weaken_frees(Cell& cell) {
  if (cell.recent == kNoStamp) return;
  remaining_.clear();
  shadow_.for_each(cell, [&](Stamp before) {
    remaining_.push_back(is_freed(before) ? (before & ~kStampFreed) | kStampWide : before);
  });
  replace(cell);
}

// The cell holds `remaining_` from now on.
void Races::replace(Cell& cell) {
  if (remaining_.empty()) return shadow_.set(cell, kNoStamp, remaining_);
  const Stamp recent = remaining_.front();
  remaining_.erase(remaining_.begin());
  shadow_.set(cell, recent, remaining_);
}

void Races::set_found(std::uintptr_t granule, Stamp now, Stamp before, const void* caller) {
  const auto shared = static_cast<unsigned>(now & before & kStampBytes);
  const int first = std::countr_zero(shared);
  const std::uintptr_t byte = granule + static_cast<unsigned>(first);
  found_ = {.kind = is_freed(before) ? Race::Kind::kUseAfterFree : Race::Kind::kRace,
            .address = reinterpret_cast<const void*>(byte),
            .size = static_cast<std::size_t>(std::countr_one(shared >> first)),
            .now = side(now, caller),
            .before = side(before, nullptr)};
  if (!records_stacks()) return;
  found_.now.stack = stacks_.of(stack_of_access(caller));
  found_.block = block_of(byte);
  const RecordedAccess* const earlier = recorded(byte, before);
  if (earlier == nullptr) return;
  found_.before.caller = earlier->caller;
  found_.before.stack = stacks_.of(earlier->stack);
}

const Races::RecordedAccess* Races::recorded(std::uintptr_t byte, Stamp stamp) const {
  const auto it =
      std::find_if(recorded_.rbegin(), recorded_.rend(), [&](const RecordedAccess& recorded) {
        return recorded.stamp == (stamp & ~kStampBytes) && byte - recorded.address < recorded.size;
      });
  return it == recorded_.rend() ? nullptr : &*it;
}

Race::Block Races::block_of(std::uintptr_t byte) const {
  const auto it = std::find_if(blocks_.rbegin(), blocks_.rend(), [&](const RecordedBlock& block) {
    return byte - block.begin < block.size;
  });
  if (it == blocks_.rend()) return {};
  return {.begin = reinterpret_cast<const void*>(it->begin),
          .size = it->size,
          .thread = it->thread,
          .stack = stacks_.of(it->stack)};
}

void Races::rewind(const Snapshot& snapshot) {
  shadow_.rewind(snapshot.shadow);
  recorded_.resize(snapshot.recorded);
  blocks_.resize(snapshot.blocks);
  touched_.rewind(snapshot.touched);
}

}  // namespace mcheck
