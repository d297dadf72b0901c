// SPDX-License-Identifier: MIT
// A block of a thread's heap, and what can be wrong with one.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mcheck {

// How a block was allocated, which determines how it must be freed.
enum class Origin : std::uint8_t { kMalloc, kNew, kNewArray, kMapping };

struct Block {
  enum class State : std::uint8_t { kLive, kFreed };

  Block* next = nullptr;                 // on a list of freed blocks
  std::uint32_t at = 0;                  // its offset in the heap, in units of 16 bytes
  std::uint32_t size = 0;                // as requested
  std::uint32_t capacity = 0;            // without the red zone after it
  std::uint32_t published = 0;           // its thread's publication count when it was allocated
  std::uint32_t free_step_plus_one = 0;  // 1 + steps of the freeing thread; 0: no other knew it
  std::uint16_t freed_by = 0;            // the number of the freeing thread's region
  Origin origin : 2 = Origin::kMalloc;
  State state : 1 = State::kLive;
  bool over_aligned : 1 = false;     // and never reused
  bool from_executable : 1 = false;  // allocated by code of the executable

  [[nodiscard]] bool is_live() const { return state == State::kLive; }
};
static_assert(sizeof(Block) == 32);

// Bytes of a red zone or a freed block that were overwritten.
struct HeapCorruption {
  enum class Where : std::uint8_t { kBefore, kAfter, kFreed } where = Where::kAfter;
  const Block* block = nullptr;
  std::size_t distance = 0;  // from its first byte, or from the byte after its last one
  std::size_t size = 0;
};

// An invalid free: why a block must not be freed like this.
struct InvalidFree {
  enum class Kind : std::uint8_t { kDoubleFree, kNoBlock, kMismatch, kCorruption };

  Kind kind = Kind::kNoBlock;
  const void* address = nullptr;  // the argument of the free
  const Block* block = nullptr;   // at or before it; null: none
  Origin with = Origin::kMalloc;  // how it was to be freed
  HeapCorruption corruption;
};

}  // namespace mcheck
