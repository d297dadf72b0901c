// SPDX-License-Identifier: MIT
// A block of the program's memory, as its heap knows it, and what can be wrong with one.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mcheck {

// What a block was asked for with, which says what it is to be given back with.
enum class Origin : std::uint8_t { kMalloc, kNew, kNewArray, kMapping };

struct Block {
  enum class State : std::uint8_t { kLive, kFreed };

  Block* next = nullptr;          // on a list of freed ones
  std::uint32_t at = 0;           // where it begins in its heap, in units of 16 bytes
  std::uint32_t size = 0;         // as asked for
  std::uint32_t room = 0;         // without the gap behind it
  std::uint32_t published = 0;    // what its thread had made seen when it was allocated
  std::uint32_t freed_after = 0;  // 1 + how many steps who freed it had made; 0: as nobody knows
  std::uint16_t freer = 0;        // the number of the place of who freed it
  Origin origin : 2 = Origin::kMalloc;
  State state : 1 = State::kLive;
  bool over_aligned : 1 = false;  // and not handed out again
  bool executables : 1 = false;   // allocated by code of the executable

  [[nodiscard]] bool is_live() const { return state == State::kLive; }
};
static_assert(sizeof(Block) == 32);

// Bytes that are not as they should be.
struct Damage {
  enum class Where : std::uint8_t { kBefore, kBehind, kFreed } where = Where::kBehind;
  const Block* block = nullptr;
  std::size_t distance = 0;  // from its first byte, or from behind its last one
  std::size_t size = 0;
};

// What is wrong about a block that somebody wants to give back.
struct Fault {
  enum class Kind : std::uint8_t { kDoubleFree, kNoBlock, kMismatch, kDamage };

  Kind kind = Kind::kNoBlock;
  const void* address = nullptr;  // what was to be given back
  const Block* block = nullptr;   // at or before it; null: none
  Origin with = Origin::kMalloc;  // what it was to be given back with
  Damage damage;
};

}  // namespace mcheck
