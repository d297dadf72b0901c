// SPDX-License-Identifier: MIT
// A cache of steps. What a thread does from one operation to its next follows from memory and from
// the result of the first. If a thread did that before, with the same memory and the same result,
// it need not run again: memory will be as it was then, and the thread at the same operation
// (docs/decisions/0016-steps-that-are-known.md).
//
// The key contains the memory that the thread can have read: in most steps its own region, main's
// and the globals, in some all memory. A content id represents the content of a region, byte for
// byte (memory/snapshots/content_store.hpp).
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

  // The thread that continues, and the result that it receives; how many events it has had, by
  // which blocks are stamped; and whether other threads may now know all its memory.
  struct Told {
    ThreadId thread{};
    std::uint32_t events = 0;
    bool shows = false;
    bool failed = false;
    Word result = 0;
  };
  struct Start {
    Start() = default;
    // In the memory with this fingerprint.
    Start(const Fingerprint& all, const Told& told)
        : Start(told, true, all.low, static_cast<Room>(all.high % Rooms::kMostRooms)) {}
    // With these contents, whatever the other regions hold.
    Start(Room own, Room mains, Room globals, const Told& told)
        : Start(told, false, Word{own} << 32 | mains, globals) {}

    friend bool operator==(const Start&, const Start&) = default;

    Word where = 0;
    Word who = ~Word{0};  // no thread
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

  // An object that ends during the step, unobserved (Machine::retire).
  struct Retired {
    ObjectId object{};
    bool busy_unless_zero = false;
  };
  static constexpr std::uint32_t kNothing = ~std::uint32_t{0};
  // The end of the step.
  struct Way {
    Operation operation;  // as it was requested
    Room own = Rooms::kUnknown;
    std::uint32_t more = kNothing;  // what else the step does
    bool ends = false;              // the thread has finished
    bool by_all = false;            // few regions do not determine it
  };
  struct More {
    std::uint32_t first_room = 0;  // contents that change, except the thread's own
    std::uint32_t first_retired = 0;
    std::uint16_t rooms = 0;
    std::uint16_t retired = 0;
  };

  explicit KnownSteps(std::uint64_t trials, std::uint64_t few_after)
      : trials_(trials), few_after_(few_after) {}

  // Null: a miss. Valid until the next is recorded.
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
  // The cached effect is used, and the thread not run.
  void note_hit() { ++hits_; }
  // A step that missed. `effect` comes without its extras.
  void learn(const Start& start, Way way, std::span<const Room> rooms,
             std::span<const Retired> retired);

  // Whether to record another step, which takes as long as running several. Of all steps run and
  // hit, few are recorded, unless most hit; and none any more once it is clear that too few do.
  [[nodiscard]] bool may_learn(std::uint64_t steps) const {
    if (misses_ >= kEnough && 2 * hits_ < 5 * misses_) return false;
    return misses_ <= trials_ + steps / kOneOfSteps + hits_ / kOneOfKnown;
  }
  // How many hits were used.
  [[nodiscard]] std::uint64_t hits() const { return hits_; }
  // A step missed.
  void miss() { ++misses_; }

  // Whether to try if a step depends on few regions only, which takes as long as recording several.
  // Not in short searches, nor if most do not.
  [[nodiscard]] bool may_try_few() const {
    return misses_ >= few_after_ && (tries_ < kFew || 2 * alone_ >= tries_);
  }
  void note_try(bool alone) { ++tries_, alone_ += alone ? 1 : 0; }
  // Whether any was tried.
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
  // Where the key is, or would be. REQUIRES: there are entries, and one is free.
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

  std::uint64_t trials_;     // recorded before any hit
  std::uint64_t few_after_;  // misses before few regions are tried
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
