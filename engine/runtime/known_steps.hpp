// SPDX-License-Identifier: MIT
// Steps that are known. What a thread does from one operation to its next follows from memory and
// from what it is told of the first. Where it did that before, in the same memory and told the
// same, it need not run again: memory will be as it was then, and the thread at the same operation
// (docs/decisions/0016-steps-that-are-known.md).
//
// Of memory that counts what the thread can have seen: in most steps its own room, main's and the
// globals, and in some all. A number stands for what a room holds, byte for byte (world/rooms.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/fingerprint.hpp"
#include "engine/base/ids.hpp"
#include "engine/trace/operation.hpp"
#include "engine/world/rooms.hpp"

namespace mcheck {

class KnownSteps {
 public:
  using Room = Rooms::Room;

  // Who goes on and is told something; how many events it has had, with which blocks are marked;
  // whether others may know by now of all memory that it has.
  struct Told {
    ThreadId thread{};
    std::uint32_t events = 0;
    bool shows = false;
    bool failed = false;
    Word result = 0;
  };
  struct Start {
    Start() = default;
    // In the memory that the sum stands for.
    Start(const Fingerprint& all, const Told& told)
        : Start(told, true, all.low, static_cast<Room>(all.high % Rooms::kMostRooms)) {}
    // In those rooms, whatever there is in others.
    Start(Room own, Room mains, Room globals, const Told& told)
        : Start(told, false, Word{own} << 32 | mains, globals) {}

    friend bool operator==(const Start&, const Start&) = default;

    Word where = 0;
    Word who = ~Word{0};  // nobody
    Word result = 0;

   private:
    Start(const Told& told, bool all, Word in, Room in_besides)
        : where(in),
          who(Word{in_besides} << 44 | Word{told.events & kMostEvents} << 13 |
              Word{index(told.thread)} << 3 | Word{all} << 2 | Word{told.shows} << 1 |
              Word{told.failed}),
          result(told.result) {}
    static_assert(Rooms::kMostRooms <= Room{1} << 20 && kMaxThreads < 1u << 10);
  };
  static constexpr std::uint32_t kMostEvents = (std::uint32_t{1} << 31) - 1;

  // An object that ends on the way, and nobody uses it (Machine::retire).
  struct Retired {
    ObjectId object{};
    bool busy_unless_zero = false;
  };
  static constexpr std::uint32_t kNothing = ~std::uint32_t{0};
  // Where it comes to rest.
  struct Way {
    Operation operation;  // as it wishes for it
    Room own = Rooms::kUnknown;
    std::uint32_t more = kNothing;  // what it does besides
    bool ends = false;              // the thread is over
    bool by_all = false;            // who knows only those rooms does not know
  };
  struct More {
    std::uint32_t first_room = 0;  // that are others then, beside the thread's own
    std::uint32_t first_retired = 0;
    std::uint16_t rooms = 0;
    std::uint16_t retired = 0;
  };

  explicit KnownSteps(std::uint64_t trials, std::uint64_t few_after)
      : trials_(trials), few_after_(few_after) {}

  // Null: it is not known. Valid until the next is learned.
  [[nodiscard]] const Way* find(const Start& start) const {
    if (ways_.empty()) return nullptr;
    const std::size_t mask = ways_.size() - 1;
    for (std::size_t at = hash(start) & mask;; at = (at + 1) & mask) {
      const Entry& entry = ways_[at];
      if (entry.start == start) return &entry.way;
      if (entry.start.who == Start().who) return nullptr;
    }
  }
  [[nodiscard]] std::span<const Room> rooms_on(const Way& way) const {
    if (way.more == kNothing) return {};
    return std::span(rooms_).subspan(more_[way.more].first_room, more_[way.more].rooms);
  }
  [[nodiscard]] std::span<const Retired> retired_on(const Way& way) const {
    if (way.more == kNothing) return {};
    return std::span(retired_).subspan(more_[way.more].first_retired, more_[way.more].retired);
  }
  // What was found is taken, and the thread not run.
  void note_hit() { ++hits_; }
  // One that was not known, or not like that. Its way comes without what else it does.
  void learn(const Start& start, Way way, std::span<const Room> rooms,
             std::span<const Retired> retired);

  // Whether another is to be learned, which takes as long as to run some. Of so many steps that
  // were run or known, few are, but where most are known; and none any more where by then too few
  // were.
  [[nodiscard]] bool may_learn(std::uint64_t steps) const {
    if (misses_ >= kEnough && 2 * hits_ < 5 * misses_) return false;
    return misses_ <= trials_ + steps / kOneOfSteps + hits_ / kOneOfKnown;
  }
  // How often one was taken.
  [[nodiscard]] std::uint64_t hits() const { return hits_; }
  // A step was not known.
  void miss() { ++misses_; }

  // Whether it is to be found out of a step that it goes by few rooms: that takes as long as to
  // learn some. Not in short searches, nor where most do not.
  [[nodiscard]] bool may_try_few() const {
    return misses_ >= few_after_ && (tries_ < kFew || 2 * alone_ >= tries_);
  }
  void note_try(bool alone) { ++tries_, alone_ += alone ? 1 : 0; }
  // Whether any does.
  [[nodiscard]] bool has_few() const { return tries_ > 0; }
  [[nodiscard]] bool has_room() const { return used_ < kMostWays; }
  void clear() { *this = KnownSteps(trials_, few_after_); }

 private:
  struct alignas(64) Entry {  // a cache line
    Start start;
    Way way;
  };
  static_assert(sizeof(Entry) == 64);

  [[nodiscard]] static std::size_t hash(const Start& start) {
    const Word mixed = start.where * 0x9e3779b97f4a7c15 + start.who * 0xd6e8feb86659fd93 +
                       start.result * 0xbf58476d1ce4e5b9;
    return mixed >> 32;
  }
  // Where it stands, or would. REQUIRES: there are entries, and one is free.
  [[nodiscard]] Entry& entry_for(const Start& start) {
    const std::size_t mask = ways_.size() - 1;
    std::size_t at = hash(start) & mask;
    while (ways_[at].start != start && ways_[at].start.who != Start().who) at = (at + 1) & mask;
    return ways_[at];
  }
  void grow();

  static constexpr std::uint64_t kEnough = 4096;
  static constexpr std::uint64_t kFew = 64;
  static constexpr std::uint64_t kOneOfSteps = 256;
  static constexpr std::uint64_t kOneOfKnown = 2;
  static constexpr std::size_t kMostWays = std::size_t{1} << 15;

  std::uint64_t trials_;     // so many may be learned before any is known
  std::uint64_t few_after_;  // so many were not known, and few rooms may be tried
  std::vector<Entry> ways_;  // by hash, half of them free
  std::vector<More> more_;
  std::vector<Room> rooms_;
  std::vector<Retired> retired_;
  std::size_t used_ = 0;
  std::uint64_t hits_ = 0;
  std::uint64_t misses_ = 0;
  std::uint64_t tries_ = 0;
  std::uint64_t alone_ = 0;
};

}  // namespace mcheck
