// SPDX-License-Identifier: MIT
// Steps that are known. What a thread does from one operation to its next follows from memory and
// from what it is told of the first. Where it did that before, in the same memory and told the
// same, it need not run again: memory will be as it was then, and the thread at the same operation
// (docs/decisions/0016-steps-that-are-known.md).
//
// Memory is a number here, which stands for all of it, byte for byte (world/memory_states.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/ids.hpp"
#include "engine/trace/operation.hpp"
#include "engine/world/memory_states.hpp"

namespace mcheck {

class KnownSteps {
 public:
  using State = MemoryStates::State;
  static constexpr State kUnknown = MemoryStates::kUnknown;

  // A thread goes on there, and is told something.
  struct Start {
    Start() = default;
    // Whether others may know by now of all memory that it has; how many events it has had, with
    // which blocks are marked; and what it is told.
    Start(State state, ThreadId thread, bool shows, std::uint32_t nth, bool failed, Word told)
        : who(Word{state} << 32 | Word{index(thread)} << 2 | Word{shows} << 1 | Word{failed}),
          result(told),
          events(nth) {}

    [[nodiscard]] State state() const { return static_cast<State>(who >> 32); }
    friend bool operator==(const Start&, const Start&) = default;

    Word who = ~Word{0};  // of nobody
    Word result = 0;
    std::uint32_t events = 0;
  };
  // An object that ends on the way, and nobody uses it (Machine::retire).
  struct Retired {
    ObjectId object{};
    bool busy_unless_zero = false;
  };
  // Where it comes to rest.
  struct Way {
    State to = kUnknown;
    bool ends = false;          // the thread is over
    std::uint16_t retired = 0;  // so many objects, all in order from that one on
    std::uint32_t first_retired = 0;
    Operation operation;  // as it wishes for it
  };
  // A step that runs, as far as is seen by now.
  struct Lesson {
    Start start;
    std::size_t changes = 0;  // of objects, before it
    bool follows = false;     // what it does, from where it starts
    std::vector<Retired> retired;
    Operation wish;  // what it comes to rest with, where less was granted
    bool wishes = false;
  };

  explicit KnownSteps(std::uint64_t trials) : trials_(trials) {}

  // Null: it is not known. Valid until the next is learned.
  [[nodiscard]] const Way* find(const Start& start) {
    if (ways_.empty()) return nullptr;
    const std::size_t mask = ways_.size() - 1;
    for (std::size_t at = hash(start) & mask;; at = (at + 1) & mask) {
      const Entry& entry = ways_[at];
      if (entry.start == start) return &entry.way;
      if (entry.start.who == Start().who) return nullptr;
    }
  }
  [[nodiscard]] std::span<const Retired> retired_on(const Way& way) const {
    return std::span(retired_).subspan(way.first_retired, way.retired);
  }
  // What was found is taken, and the thread not run.
  void note_hit() { ++hits_; }
  // One that was not known. Its way comes without what is retired on it.
  void learn(const Lesson& lesson, Way way);

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
  [[nodiscard]] bool has_room() const { return used_ < kMostWays; }
  void clear() { *this = KnownSteps(trials_); }

 private:
  struct alignas(64) Entry {  // a cache line
    Start start;
    Way way;
  };
  static_assert(sizeof(Entry) == 64);

  // Spreads as splitmix64 does.
  [[nodiscard]] static std::size_t hash(const Start& start) {
    Word mixed = start.who * 0x9e3779b97f4a7c15 + start.events + start.result * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 30) * 0x94d049bb133111eb;
    return mixed ^ mixed >> 31;
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
  static constexpr std::uint64_t kOneOfSteps = 256;
  static constexpr std::uint64_t kOneOfKnown = 2;
  static constexpr std::size_t kMostWays = std::size_t{1} << 15;

  std::uint64_t trials_;     // so many may be learned before any is known
  std::vector<Entry> ways_;  // by hash, half of them free
  std::vector<Retired> retired_;
  std::size_t used_ = 0;
  std::uint64_t hits_ = 0;
  std::uint64_t misses_ = 0;
};

}  // namespace mcheck
