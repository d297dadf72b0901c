// SPDX-License-Identifier: MIT
// The heap of one thread of the program. All it knows stands in the memory it hands out from, so
// saving that memory saves the allocator, and restoring it takes back every allocation since.
//
// A freed block goes to the thread that frees it, not to the one that allocated it: what an
// allocation returns is then a function of the thread's own history. Fresh blocks are filled with
// 0xa5, so that reading them uninitialised repeats and does not pass for zero.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/world/place.hpp"

namespace mcheck {

class Heap {
 public:
  // Makes a new, empty heap at the place. REQUIRES: the place is mapped.
  static Heap* create(const Place& place);
  static Heap* at(const Place& place) { return reinterpret_cast<Heap*>(place.heap()); }

  // Null when the heap is full. REQUIRES: alignment is a power of two.
  void* allocate(std::size_t size, std::size_t alignment = 16);
  // REQUIRES: `block` was allocated from some thread's heap and is not free.
  void free(void* block);
  static std::size_t usable_size(const void* block);

  // The memory in use, this object included: [this, this + used()).
  [[nodiscard]] std::size_t used() const { return used_; }

 private:
  static constexpr std::size_t kSmall = 1024;  // below: a class per 16 bytes
  static constexpr std::size_t kSmallClasses = kSmall / 16 + 1;
  static constexpr std::size_t kClasses = kSmallClasses + 32;  // above: one per power of two

  struct Header {
    std::uint64_t bytes;  // usable; the lowest bits are flags
    void* next_free;      // while on a free list; what the block held stays as it was
  };
  static constexpr std::uint64_t kNotReused = 1;  // over-aligned
  static constexpr std::uint64_t kFree = 2;
  static std::size_t class_of(std::size_t bytes);
  static Header* header(void* block) { return reinterpret_cast<Header*>(block) - 1; }

  std::size_t used_ = 0;
  std::array<void*, kClasses> free_{};
};

}  // namespace mcheck
