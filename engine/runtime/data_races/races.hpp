// SPDX-License-Identifier: MIT
// Finds data races: two accesses to one byte, at least one a write and at least one plain, neither
// of which happens before the other (trace/order/synchronization.hpp).
//
// The machine calls enter() whenever another thread continues, and access() for all that it reads
// and writes. The first access that races with an earlier one is found, byte by byte, for any sizes
// and alignments; ordered accesses are never called a race. After that, further findings mean
// little, because the result of a race is not kept ordered.
//
// Paper    [FF09, FastTrack], with bytes in place of variables: an epoch covers a thread's accesses
//          between two of its events, and only the newest accesses are kept.
// Kept     a stamp is dropped once a later access is ordered after it and conflicts with all that
//          it would conflict with: a plain write subsumes all before it, a plain read subsumes
//          reads, an atomic write subsumes atomics, an atomic read subsumes atomic reads.
// Differs  reads are a list from the start, in the order of the accesses, and not a vector clock:
//          few threads read one byte, and a list is per byte.
// Costs    a few ns if the thread made an equal access in this epoch (below); else a scan of the
//          granule's stamps, 10 to 30 ns.
// Limits   atomics never race with each other; if they overlap in part, that is recorded.
// Oracle   tests/runtime/data_races/races_test.cpp: all pairs of a list of all accesses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "engine/base/ids.hpp"
#include "engine/runtime/data_races/consulted_records.hpp"
#include "engine/runtime/data_races/shadow.hpp"
#include "engine/runtime/data_races/stack_table.hpp"
#include "engine/runtime/data_races/touched_stacks.hpp"
#include "engine/runtime/verdict/verdict_basis.hpp"

namespace mcheck {

struct Race {
  enum class Kind : std::uint8_t { kRace, kUseAfterFree };
  struct Side {
    ThreadId thread{};
    std::uint32_t epoch = 0;  // 1 + the number of the thread's earlier events; an atomic's own
                              // event is the epoch's last
    bool write = false;
    bool atomic = false;
    bool freed = false;                 // freed the memory
    bool uninstrumented_write = false;  // no hook reported it: found by comparing memory
    bool frame = false;                 // by leaving a function; not freed: by entering one
    const void* caller = nullptr;       // return address; of the earlier side only with capture()
    Backtrace stack{};                  // of either side only with capture()
  };
  // With capture(): the memory block of the byte, as it was allocated last; size 0: unknown.
  struct Block {
    const void* begin = nullptr;
    std::size_t size = 0;
    ThreadId thread{};
    Backtrace stack{};
  };

  Kind kind = Kind::kRace;
  const void* address = nullptr;  // the first byte that both access, and how many of them
  std::size_t size = 0;           // lie in the same granule
  Side now;
  Side before;
  Block block{};
};

class ProtectedCells;

class Races {
 public:
  Races();
  ~Races();
  Races(const Races&) = delete;
  Races& operator=(const Races&) = delete;

  // The thread continues: `epoch` is 1 + the number of its events, and the clock says what happens
  // before. The clock stays valid until the next call of this.
  void enter(ThreadId thread, std::uint32_t epoch, std::span<const std::uint32_t> clock);

  // Its epoch is over: the fast path is disabled until it enters again.
  void end_epoch() { epoch_stamp_ = kMatchesNothing; }
  // Whether some access to the granule is recorded, and all recorded ones are atomic.
  [[nodiscard]] bool is_atomic_only(const void* address) const {
    const Cell* const cell = shadow_.find_fast(reinterpret_cast<std::uintptr_t>(address));
    return cell != nullptr && cell->other == kNoStamp && (cell->recent & kStampAtomic) != 0;
  }

  // Whether the thread has made an equal access in this epoch (FastTrack's "same epoch").
  [[nodiscard]] bool is_same_epoch(const void* address, std::size_t size, bool write) const {
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    if (size <= sizeof(std::uint64_t)) [[likely]] {
      const Stamp bytes = (size == 8 ? Stamp{0xff} : (Stamp{1} << size) - 1) << at % 8;
      const Cell* const cell = shadow_.find_fast(at);
      if (cell != nullptr && bytes <= kStampBytes) [[likely]] {
        // A write of this epoch subsumes a read.
        const Stamp wanted = epoch_stamp_ | bytes | kStampWrite;
        const Stamp differ = ~kStampBytes | bytes;
        const Stamp matter = write ? differ : differ & ~kStampWrite;
        if (((cell->recent ^ wanted) & matter) == 0) [[likely]]
          return true;
        if (((cell->other ^ wanted) & matter) == 0) return true;
      }
    }
    return false;
  }
  // A plain access. True if it races with an earlier one: see found().
  [[nodiscard]] bool access(const void* address, std::size_t size, bool write, const void* caller) {
    return !is_same_epoch(address, size, write) && access_slowly(address, size, write, caller);
  }
  // The same without the fast path.
  [[nodiscard]] bool access_slowly(const void* address, std::size_t size, bool write,
                                   const void* caller) {
    return examine(reinterpret_cast<std::uintptr_t>(address), size,
                   now_ | (write ? kStampWrite : 0), caller);
  }
  // An access that was announced differently from how it happens: late, or in several parts.
  [[nodiscard]] bool access_wide(const void* address, std::size_t size, bool write,
                                 const void* caller) {
    return examine(reinterpret_cast<std::uintptr_t>(address), size,
                   now_ | (ignores_ ? kStampWide : 0) | (write ? kStampWrite : 0), caller);
  }
  // The access of the thread's last event, an atomic operation: what the event acquires is ordered
  // before it, and what it releases comes after it.
  [[nodiscard]] bool atomic(const void* address, std::size_t size, bool write, const void* caller);
  // The thread's next event will use an object.
  [[nodiscard]] bool object(const void* address, const void* caller) {
    return examine(reinterpret_cast<std::uintptr_t>(address), 1, now_ | kStampAtomic, caller);
  }
  // The same for an atomic access in one granule of which only atomic accesses are recorded.
  void record_atomic(const void* address, std::size_t size, bool write);
  // The memory is freed: a write to all of it, after which every access is wrong.
  [[nodiscard]] bool freed(const void* address, std::size_t size, const void* caller);
  // --- frames of functions, on the stack of the running thread -----------------------------------
  // All frames below `end` have ended: the bytes of them that other threads have accessed count as
  // freed; and if that includes bytes of the last frame, which begins at `begin`, all of it.
  [[nodiscard]] bool frames_end(std::uintptr_t end, std::uintptr_t begin, const void* caller);
  // Left frames from that address on are in use again, as if they were written.
  void frames_begin(std::uintptr_t begin, const void* caller);
  [[nodiscard]] TouchedStacks& stacks() { return touched_; }
  [[nodiscard]] const Shadow& shadow() const { return shadow_; }
  [[nodiscard]] ConsultedRecords& consulted() { return consulted_; }
  [[nodiscard]] ProtectedCells& protected_cells() { return *protected_; }
  // The memory is new.
  void allocated(const void* address, std::size_t size, const void* caller = nullptr);
  // Recorded accesses to the memory no longer count.
  void forget(const void* address, std::size_t size);

  // --- uninstrumented writes: uninstrumented_writes.hpp ------------------------------------------
  // Whether the thread has reported a write to that byte in this epoch, or by its last event.
  [[nodiscard]] bool has_written(const void* byte);
  // The thread wrote there in this epoch without a report. Atomic accesses never race with that: it
  // may be atomic.
  [[nodiscard]] bool uninstrumented_write(const void* address, std::size_t size,
                                          StackTable::Id stack);
  // Whether such writes race; otherwise the detector only finds out whether other threads access
  // the same bytes.
  void check_uninstrumented(bool on) { checks_uninstrumented_ = on; }
  // Some may be atomic: two of them never race.
  void allow_atomic_uninstrumented(bool on) { allows_atomic_uninstrumented_ = on; }
  // Whether such a write and another thread's access, ordered or not, were ever to the same byte.
  [[nodiscard]] bool uninstrumented_shared() const { return uninstrumented_shared_; }
  void set_uninstrumented_shared() { uninstrumented_shared_ = true; }
  [[nodiscard]] StackTable::Id stack_here(const void* caller) {
    return stacks_.intern_current(caller);
  }

  // Whether a write to some of these bytes is recorded since their allocation.
  [[nodiscard]] bool is_written(const void* address, std::size_t size);

  // REQUIRES: one of the functions above has returned true.
  [[nodiscard]] const Race& found() const { return found_; }

  // Every plain access is recorded.
  void disable_fast_path(bool on) { fast_path_disabled_ = on; }
  // Races are no longer found, except uses after free.
  void ignore(bool on) { ignores_ = on; }
  // Whether a race was ever ignored whose two orders scheduling points at plain accesses do not
  // explore.
  [[nodiscard]] bool unexplored_orders() const { return unexplored_orders_; }
  // The worst overlap of atomic accesses so far.
  [[nodiscard]] AtomicOverlap atomic_overlap() const { return overlap_; }

  // Records all accesses, so that the earlier side of a race can be reported, too: slow.
  void capture(bool on);

  // --- suppressed races --------------------------------------------------------------------------
  // Records the first access of each epoch, so that both sides of every race are known.
  void enable_suppression(bool on) { suppresses_ = on; }
  // The race that was found last, between these stacks, is suppressed from now on; the thread must
  // retry its access. Counts by `reason`.
  void suppress(std::size_t reason);
  void suppress(const Backtrace& now, const Backtrace& before, std::size_t reason);
  // How often a suppressed race was found, by reason.
  [[nodiscard]] const std::vector<std::uint64_t>& suppressed_counts() const {
    return suppressed_counts_;
  }
  void set_suppressed_counts(const std::vector<std::uint64_t>& counts) {
    suppressed_counts_ = counts;
  }

  // Whether accesses are recorded with their stacks.
  [[nodiscard]] bool records_stacks() const { return capture_ || suppresses_; }

  struct Snapshot {
    Shadow::Snapshot shadow;
    std::size_t recorded = 0;
    std::size_t blocks = 0;
    std::size_t touched = 0;
  };
  [[nodiscard]] Snapshot snapshot() {
    return {.shadow = shadow_.snapshot(),
            .recorded = recorded_.size(),
            .blocks = blocks_.size(),
            .touched = touched_.snapshot()};
  }
  // Snapshots are restored newest first; each may be restored more than once.
  void rewind(const Snapshot& snapshot);
  // Nothing has been accessed.
  void begin() { rewind({}); }

 private:
  struct RecordedAccess {
    std::uintptr_t address = 0;
    std::size_t size = 0;
    Stamp stamp = kNoStamp;
    const void* caller = nullptr;
    StackTable::Id stack = 0;
  };
  struct RecordedBlock {
    std::uintptr_t begin = 0;
    std::size_t size = 0;
    ThreadId thread{};
    StackTable::Id stack = 0;
  };

  [[nodiscard]] bool examine(std::uintptr_t address, std::size_t size, Stamp stamp,
                             const void* caller);
  [[nodiscard]] bool is_recorded_recently(std::uintptr_t address, std::size_t size, Stamp stamp,
                                          const void* caller) const;
  void touch_stack(std::uintptr_t address, std::uintptr_t end, Stamp stamp, const void* caller);
  void reuse(std::uintptr_t granule, const void* caller);
  void stamp_last_frame_end(std::uintptr_t granule);
  [[nodiscard]] Stamp racing_stamp(std::uintptr_t granule, const Cell& cell, Stamp stamp,
                                   const void* caller);
  void note_compared(std::uintptr_t granule, const Cell& cell, Stamp stamp);
  void note_consulted(const Cell& cell);
  void note_overlap(const Cell& cell, Stamp stamp);
  [[nodiscard]] bool ignores_uninstrumented(Stamp before, Stamp stamp);
  [[nodiscard]] StackTable::Id stack_of_access(const void* caller);
  [[nodiscard]] bool is_suppressed(std::uintptr_t granule, Stamp before, Stamp stamp,
                                   const void* caller);
  [[nodiscard]] bool subsumes(Stamp stamp, Stamp other) const;
  [[nodiscard]] bool replaces_all(const Cell& cell, Stamp stamp) const;
  void record_stamp(Cell& cell, Stamp stamp);
  void forget(Cell& cell, Stamp bytes);
  void weaken_frees(Cell& cell);
  void replace(Cell& cell);
  void set_found(std::uintptr_t granule, Stamp now, Stamp before, const void* caller);
  [[nodiscard]] const RecordedAccess* recorded(std::uintptr_t byte, Stamp stamp) const;
  [[nodiscard]] Race::Block block_of(std::uintptr_t byte) const;
  [[nodiscard]] bool ordered(Stamp before) const {
    const std::size_t thread = index(thread_of(before));
    return thread < clock_.size() && epoch_of(before) <= clock_[thread];
  }

  // The stamp of the running thread's epoch; without fast path, one that matches nothing.
  static constexpr Stamp kMatchesNothing = Stamp{0xffff} << 16;
  Stamp now_ = kMatchesNothing;
  Stamp epoch_stamp_ = kMatchesNothing;
  std::span<const std::uint32_t> clock_;
  bool capture_ = false;
  bool fast_path_disabled_ = false;
  bool ignores_ = false;
  bool unexplored_orders_ = false;
  AtomicOverlap overlap_ = AtomicOverlap::kNever;
  bool suppresses_ = false;
  bool checks_uninstrumented_ = false;
  bool allows_atomic_uninstrumented_ = false;
  bool uninstrumented_shared_ = false;
  const StackTable::Id* uninstrumented_stack_ = nullptr;  // of the access that is being examined
  Shadow shadow_;
  TouchedStacks touched_;
  ConsultedRecords consulted_;
  std::unique_ptr<ProtectedCells> protected_;
  std::vector<Stamp> remaining_;
  std::vector<RecordedAccess> recorded_;
  std::vector<RecordedBlock> blocks_;
  StackTable stacks_;
  std::map<std::pair<StackTable::Id, StackTable::Id>, std::size_t> suppressed_;  // reasons
  std::vector<std::uint64_t> suppressed_counts_;
  Race found_;
};

}  // namespace mcheck
