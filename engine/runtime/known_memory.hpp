// SPDX-License-Identifier: MIT
// Memory that need not be there: of each room a number stands for what it holds (world/rooms.hpp),
// and that is put into its place once somebody wants to use it. Until then stacks can be looked at
// where they are kept. Rooms stand in a row: the globals, then one for each place in use, main's
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

  // REQUIRES: is_known()
  [[nodiscard]] std::span<const Room> row() const { return row_; }
  [[nodiscard]] Room globals() const { return row_[kGlobals]; }
  [[nodiscard]] Room mains() const { return row_[kMain]; }
  [[nodiscard]] Room of(const Resident& resident) const { return row_[nth_of(resident)]; }
  // Stands for all of it.
  [[nodiscard]] Fingerprint sum() const;

  // All threads rest, and from now on the room of its owner holds this, wherever it is.
  void become(Room room) {
    row_[nth_[rooms_.owner_of(room)]] = room;
    stale_ = true;
  }
  // Memory lies there from now on. False: it did before.
  bool make_real() { return stale_ && put_back(); }
  // And it will not be as it was.
  void changes() { there_.clear(); }
  // The same, and nothing stands for it any more.
  void leave() { make_real(), changes(), known_ = false; }
  // Memory is something else altogether, and lies there. REQUIRES: nobody runs in few rooms.
  void replaced();
  // All threads rest: finds what lies there, after it was real and has changed.
  void find();
  void forget();

  // That thread's room, main's and the globals lie there and may change; others need not, until
  // somebody touches them, or calls the system: whoever does is refused, and goes on once it has
  // been put right. False: the system cannot refuse. REQUIRES: is_known(), and the thread rests.
  bool make_few_real(const Resident& own);
  // Whether it was refused there, and all lies there now. For a signal handler: allocates nothing.
  bool admit(const void* address) { return bars_.refuse(address) && put_back(); }
  // The thread rests again. False: somebody has touched other rooms. Else finds what those few are.
  bool find_few(const Resident& own);

  // How memory is now, and back to that; where it was not known, somebody else puts it there. Marks
  // are kept like a stack: going back to one forgets those set after it.
  using Mark = std::uint32_t;  // where the row of then begins in marked_
  [[nodiscard]] Mark mark();
  // Of the newest mark, these two: whether memory was known, and back to it.
  [[nodiscard]] bool was_known(Mark mark) const { return mark < marked_.size(); }
  void go_back(Mark mark);
  // That one, and those set after it.
  void forget_marks(Mark mark) { marked_.resize(mark); }
  // How the rooms are that have changed since the row was like that, but for the thread's own.
  void list_changed(std::span<const Room> before, Room own, std::vector<Room>& into) const;

  // What has been found out of memory as it is. REQUIRES: is_known()
  struct Facts {
    std::optional<Executor::Memory> memory;
    bool is_clean = false;  // nothing is left on the heap, and nothing is wrong there
  };
  Facts& facts();

  // The stack of a thread from where it stands, as it lies there, or as it is kept: valid until the
  // next find().
  [[nodiscard]] static std::span<const std::byte> stack_there(const Resident& resident) {
    const std::byte* const from = resident.coroutine->stack_pointer();
    return {from, static_cast<std::size_t>(resident.stack_end - from)};
  }
  [[nodiscard]] std::span<const std::byte> stack_in(Piece piece, const Resident& resident);
  // Which piece has it. REQUIRES: is_known()
  [[nodiscard]] Piece stack_of(const Resident& resident) const {
    return rooms_.piece(of(resident), World::kStackPiece);
  }
  // Stands for the stack, kept once `sum_of` has found it. REQUIRES: is_known()
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
  using Nth = std::uint16_t;  // in the row
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
  // By owner, of those in the row: who came first is before who came later in all rows of a branch.
  std::vector<Nth> nth_ = std::vector<Nth>(kPlaces + 1);
  std::vector<Room> marked_;
  bool known_ = false;
  bool stale_ = false;       // what lies there is not what stands in the row, or is barred
  std::vector<Room> there_;  // what does; empty: it is not known
  bool few_ = false;         // the others are barred, since a thread began to run
  Bars bars_;
  std::vector<std::size_t> places_;  // of the row
  std::unordered_map<Fingerprint, Facts, FingerprintHash> facts_;
  std::vector<Stand> stands_;  // by piece of memory
};

}  // namespace mcheck
