// SPDX-License-Identifier: MIT
// Memory that is restored lazily: a content id represents the content of each region
// (memory/snapshots/content_store.hpp), which is restored when it is first used. Until then, stacks
// are read where they are stored. The list holds the globals first, then each region in use, main's
// first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/base/fingerprint.hpp"
#include "engine/runtime/resident.hpp"
#include "engine/search/executor.hpp"
#include "engine/world/bars.hpp"
#include "engine/world/rooms.hpp"
#include "engine/world/world.hpp"

namespace mcheck {

class KnownMemory {
 public:
  using Room = Rooms::Room;
  using Piece = Rooms::Piece;

  explicit KnownMemory(World& world) : world_(world) {}
  KnownMemory(const KnownMemory&) = delete;
  KnownMemory& operator=(const KnownMemory&) = delete;

  [[nodiscard]] bool is_known() const { return known_; }
  [[nodiscard]] bool has_room() const { return rooms_.has_room(); }

  // REQUIRES: has_content_ids()
  [[nodiscard]] std::span<const Room> row() const { return row_; }
  [[nodiscard]] Room globals() const { return row_[kGlobals]; }
  [[nodiscard]] Room mains() const { return row_[kMain]; }
  [[nodiscard]] Room of(const Resident& resident) const { return row_[nth_of(resident)]; }
  // Represents all memory.
  [[nodiscard]] Fingerprint sum() const;

  // All threads are suspended, and the region of the content's owner has this content from now on;
  // it need not be restored yet.
  void become(Room room) {
    row_[nth_[rooms_.owner_of(room)]] = room;
    stale_ = true;
  }
  // Restores what is stale. False: nothing was.
  bool make_real() { return stale_ && put_back(); }
  // And memory will change.
  void changes() { there_.clear(); }
  // The same, and the content ids are dropped.
  void leave() { make_real(), changes(), known_ = false; }
  // Something else was restored to memory. REQUIRES: no step runs with few regions materialized.
  void replaced();
  // All threads are suspended: finds the content ids, after memory was materialized and has
  // changed.
  void find();
  void forget();

  // Materializes that thread's region, main's and the globals, which may change; others are
  // guarded, and system calls intercepted. An access or a call then faults, and continues once all
  // memory is materialized. False: the system cannot do that. REQUIRES: has_content_ids(), and the
  // thread is suspended.
  bool make_few_real(const Resident& own);
  // Whether the address was guarded; all memory is materialized then. For a signal handler:
  // allocates nothing.
  bool admit(const void* address) { return bars_.refuse(address) && put_back(); }
  // The thread is suspended again. False: it has used other regions. Else finds the new contents of
  // the few.
  bool find_few(const Resident& own);

  // A snapshot of the content ids, and back to it; where there are none, the caller restores memory
  // itself. Snapshots form a stack: restoring one drops those taken after it.
  using Mark = std::uint32_t;  // where its list begins in snapshots_
  [[nodiscard]] Mark mark();
  // For the newest snapshot only: whether it has content ids, and back to it.
  [[nodiscard]] bool was_known(Mark mark) const { return mark < marked_.size(); }
  void go_back(Mark mark);
  // That one, and those taken after it.
  void forget_marks(Mark mark) { marked_.resize(mark); }
  // The contents that differ from the list before, except the thread's own.
  void list_changed(std::span<const Room> before, Room own, std::vector<Room>& into) const;

  // What has been found out about memory as it is now. REQUIRES: has_content_ids()
  struct Facts {
    std::optional<Executor::Memory> memory;
    bool is_clean = false;  // no block is left on the heap, and none is corrupted
  };
  Facts& facts();

  // The used part of a thread's stack, in place or where it is stored: valid until the next find().
  [[nodiscard]] static std::span<const std::byte> stack_there(const Resident& resident) {
    const std::byte* const from = resident.coroutine->stack_pointer();
    return {from, static_cast<std::size_t>(resident.stack_end - from)};
  }
  [[nodiscard]] std::span<const std::byte> stack_in(Piece piece, const Resident& resident);
  // The segment that holds it. REQUIRES: has_content_ids()
  [[nodiscard]] Piece stack_of(const Resident& resident) const {
    return rooms_.piece(of(resident), World::kStackPiece);
  }
  // Represents the stack; stored once `sum_of` has computed it. REQUIRES: has_content_ids()
  template <class SumOf>
  std::uint64_t sum_of_stack(const Resident& resident, const SumOf& sum_of) {
    const Piece piece = stack_of(resident);
    std::uint64_t& sum = stand(piece, resident).sum;
    if (sum == 0) sum = sum_of(stack_in(piece, resident));
    return sum;
  }

 private:
  struct Stand {
    const std::byte* pointer = nullptr;
    std::uint64_t sum = 0;
  };
  using Nth = std::uint16_t;  // in the list
  static constexpr Nth kGlobals = 0;
  static constexpr Nth kMain = 1;
  [[nodiscard]] static Rooms::Owner owner(std::size_t place) {
    return static_cast<Rooms::Owner>(place + 1);
  }
  [[nodiscard]] Nth nth_of(const Resident& resident) const { return nth_[owner(resident.number)]; }

  [[nodiscard]] bool find(Nth nth);
  void use_places();
  [[nodiscard]] std::byte* stack_begin(Room room) const {
    return rooms_.range_of(rooms_.piece(room, World::kStackPiece)).begin;
  }
  void put_back(Nth nth);
  Stand& stand(Piece piece, const Resident& resident);
  bool put_back();

  static constexpr std::size_t kMostFacts = 4096;

  World& world_;
  Rooms rooms_;
  std::vector<Room> row_;
  // By owner, of those in the list: the order of first use is the same in all lists of a branch.
  std::vector<Nth> nth_ = std::vector<Nth>(kPlaces + 1);
  std::vector<Room> marked_;
  bool known_ = false;
  bool stale_ = false;       // memory differs from the list, or is guarded
  std::vector<Room> there_;  // what memory holds; empty: unknown
  bool few_ = false;         // the other regions are guarded, since a thread began to run
  Bars bars_;
  std::vector<std::size_t> places_;  // of the list
  std::unordered_map<Fingerprint, Facts, FingerprintHash> facts_;
  std::vector<Stand> stands_;  // by memory segment
};

}  // namespace mcheck
