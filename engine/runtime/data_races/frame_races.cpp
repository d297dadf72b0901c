// SPDX-License-Identifier: MIT
// Races with the ends of frames: the part of the race detector that knows which bytes of stacks
// other threads have accessed, and when each of them was last out of use.
#include <algorithm>

#include "engine/memory/heap/allocation.hpp"
#include "engine/runtime/data_races/protected_cells.hpp"
#include "engine/runtime/data_races/races.hpp"
#include "engine/runtime/machine/machine.hpp"

namespace mcheck {

// The owner may use again what it had left, in a way that no hook reports. Thread-locals also hold
// objects of the engine, which other threads may use until the owner is joined.
void Races::touch_stack(std::uintptr_t address, std::uintptr_t end, Stamp stamp,
                        const void* caller) {
  const bool own = TouchedStacks::number_of(address) == TouchedStacks::region_of(thread_of(stamp));
  if (own && (address >= mcheck_highest_left || (stamp & kStampFreed) != 0)) return;
  if ((stamp & kStampAtomic) != 0 && TouchedStacks::is_thread_local(address)) return;
  for (std::uintptr_t granule = address & ~std::uintptr_t{7}; granule < end; granule += 8) {
    if (!own) {
      if (!touched_.is_touched(granule) && !touched_.is_left(granule))
        stamp_last_frame_end(granule);
      touched_.touch(granule);
    } else if (touched_.is_left(granule)) {
      reuse(granule, caller);
    }
  }
}

bool Races::frames_end(std::uintptr_t end, std::uintptr_t begin, const void* caller) {
  constexpr std::size_t kMaxUntouchedFrameBytes =
      4096;  // of which no byte is known to be accessed by others
  const EngineAllocationScope engine_at_work;
  const std::size_t place = TouchedStacks::region_of(thread_of(now_));
  std::vector<std::uintptr_t> ended = touched_.touched_below(place, end);
  if (!ended.empty() && ended.back() >= begin) {
    const std::uintptr_t from = std::max(begin, end - std::min(end, kMaxUntouchedFrameBytes));
    std::erase_if(ended, [&](std::uintptr_t granule) { return granule >= from; });
    for (std::uintptr_t granule = from & ~std::uintptr_t{7}; granule < end; granule += 8) {
      ended.push_back(granule);
    }
  }
  for (const std::uintptr_t granule : ended) {
    const Stamp stamp = now_ | kStampWrite | kStampFreed | kStampFrame;
    if (touched_.is_left(granule)) continue;
    if (examine(granule, sizeof(std::uint64_t), stamp, caller)) return true;
    touched_.leave(granule);
  }
  touched_.publish_limits(place);
  return false;
}

void Races::frames_begin(std::uintptr_t begin, const void* caller) {
  const EngineAllocationScope engine_at_work;
  const std::size_t place = TouchedStacks::region_of(thread_of(now_));
  for (const std::uintptr_t granule : touched_.left_from(place, begin)) reuse(granule, caller);
  touched_.publish_limits(place);
}

// An earlier access that does not happen before this was after the end of the frame, or concurrent
// with it; and a later one, unordered, still means the frame that has ended.
void Races::reuse(std::uintptr_t granule, const void* caller) {
  Cell& cell = shadow_.at(granule);
  const Stamp begins = now_ | kStampWrite | kStampFrame;
  remaining_.clear();
  shadow_.for_each(cell, [&](Stamp before) {
    const bool ended = (before & kStampFreed) != 0 && (before & kStampFrame) != 0;
    remaining_.push_back(ended ? begins | (before & kStampBytes) : before);
  });
  replace(cell);
  if (consulted_.is_on()) protected_->unprotect(cell);
  touched_.reuse(granule);
  if (!records_stacks()) return;
  recorded_.push_back(
      {granule, sizeof(std::uint64_t), begins, caller, stacks_.intern_current(caller)});
}

// When the frames in which the granule lay before ended, no other thread was known to access them.
// They were last out of use then, as if the owner had written the bytes; its later writes subsume
// that. If the owner itself has finished, that is what is reported.
void Races::stamp_last_frame_end(std::uintptr_t granule) {
  const Machine& machine = *Machine::current();
  const auto* const at = reinterpret_cast<const void*>(granule);
  const ThreadId owner = machine.thread_at(at);
  consulted_.note_frames_of(owner);
  if (!touched_.has_frame_ends() || machine.is_on_dead_stack(at)) return;
  const FrameEnds::End* const end = touched_.last_frame_end(owner, granule);
  if (end == nullptr) return;
  constexpr Stamp kDiffer = kStampWrite | kStampAtomic | kStampFreed;
  const Stamp kind = kStampWrite | kStampFrame | (end->is_entry() ? 0 : kStampLeft);
  Stamp left = stamp(owner, end->epoch) | kind | kStampBytes;
  Cell& cell = shadow_.at(granule);
  remaining_.clear();
  shadow_.for_each(cell, [&](Stamp before) {
    const bool later = thread_of(before) == owner && epoch_of(before) >= end->epoch;
    if (later && (before & kDiffer) == kStampWrite) left &= ~(before & kStampBytes);
    remaining_.push_back(before);
  });
  if ((left & kStampBytes) == 0) return;
  remaining_.push_back(left);
  replace(cell);
  if (consulted_.is_on()) protected_->unprotect(cell);
  if (!records_stacks()) return;
  recorded_.push_back({granule, sizeof(std::uint64_t), left & ~kStampBytes,
                       reinterpret_cast<const void*>(end->caller()),
                       stacks_.intern({end->caller()})});
}

}  // namespace mcheck
