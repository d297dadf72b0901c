// SPDX-License-Identifier: MIT
// Memory that need not be there: of each room a number stands for what it holds (world/rooms.hpp),
// and that is put into its place once somebody wants to use it. Until then stacks can be looked at
// where they are kept. Rooms stand in a row: the globals, then one for each place in use, main's
// first.
//
// Invariant  what has changed since the oldest mark() that is not forgotten is in trail_
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <ranges>
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
  using Nth = std::uint16_t;  // in the row
  static constexpr Nth kGlobals = 0;
  static constexpr Nth kMain = 1;

  explicit KnownMemory(World& world) : world_(world) {}
  KnownMemory(const KnownMemory&) = delete;
  KnownMemory& operator=(const KnownMemory&) = delete;

  [[nodiscard]] bool is_known() const { return known_; }
  [[nodiscard]] bool has_room() const { return rooms_.has_room(); }

  // REQUIRES: is_known()
  [[nodiscard]] std::span<const Room> row() const { return row_; }
  [[nodiscard]] Nth nth_of(const Resident& resident) const { return nth_[resident.number]; }
  // Stands for all of it.
  [[nodiscard]] Fingerprint sum() const { return sum_; }

  // All threads rest, and from now on that room holds this, wherever it is.
  void become(Nth nth, Room room) {
    if (row_[nth] != room) set(nth, room), stale_ = true;
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
  // somebody touches them: whoever does is refused, and goes on once it has been put right.
  // REQUIRES: is_known(), and the thread rests.
  void make_few_real(const Resident& own);
  // Whether it was refused there, and all lies there now. For a signal handler: allocates nothing.
  bool admit(const void* address) { return bars_.refuse(address) && put_back(); }
  // The thread rests again. False: somebody has touched other rooms. Else finds what those few are.
  bool find_few(const Resident& own);

  // How memory is now, and back to that; where it was not known, somebody else puts it there.
  // REQUIRES: nothing of before was gone back to since.
  struct Mark {
    std::size_t changes = 0;
    Fingerprint sum;
    bool known = false;
  };
  [[nodiscard]] Mark mark() const { return {trail_.size(), sum_, known_}; }
  void go_back(const Mark& mark);
  // Which rooms have changed since; each once, if nobody asked before.
  [[nodiscard]] auto changed_since(const Mark& mark) const {
    return std::views::transform(std::span(trail_).subspan(mark.changes), &Was::nth);
  }
  // The same of the very beginning.
  void forget_marks() { trail_.clear(); }

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
    return rooms_.piece(row_[nth_of(resident)], World::kStackPiece);
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
  struct Was {
    Nth nth = 0;
    Room room = Rooms::kUnknown;
  };

  void set(Nth nth, Room room) {
    trail_.push_back({nth, row_[nth]});
    sum_up(nth, row_[nth], ~std::uint64_t{0});
    sum_up(nth, row_[nth] = room, 1);
  }
  // So many times. What is not in use counts for nothing.
  void sum_up(Nth nth, Room room, std::uint64_t times) {
    if (room == Rooms::kUnknown) return;
    const Fingerprint& of_room = rooms_.sum_of(room);
    times *= 2 * std::uint64_t{nth} + 1;
    sum_.low += times * of_room.low;
    sum_.high += times * of_room.high;
  }
  [[nodiscard]] bool find(Nth nth);
  void use_row(std::size_t size);
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
  std::vector<Nth> nth_ = std::vector<Nth>(kPlaces);  // by place, of those in the row
  Fingerprint sum_;
  std::vector<Was> trail_;
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
