// SPDX-License-Identifier: MIT
// The allocator of the engine and the host. The C library's allocator is unsuitable: it keeps its
// state in the library's globals, which are restored between executions. The state of this one is
// in MCHECK_HOST_STATE and in memory of its own.
//
// Blocks of one size class come from chunks of 64 KiB and return to a free list of that class; a
// block above 32 KiB is a run of chunks. Chunks never change their class, and runs are not merged:
// explorations request the same sizes again and again. Freeing a large block returns its pages to
// the system and keeps its address.
//
//   base       4 MiB
//   | class of each chunk  | chunk | chunk | run of chunks        | …
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>

namespace mcheck {

inline constexpr std::uintptr_t kEngineHeapBase = 0x2800'0000'0000;
inline constexpr std::size_t kEngineHeapBytes = std::size_t{256} << 30;

class EngineHeap {
 public:
  static bool owns(const void* block) {
    return reinterpret_cast<std::uintptr_t>(block) - kEngineHeapBase < kEngineHeapBytes;
  }

  // Null if there is no memory. REQUIRES: alignment is a power of two.
  void* allocate(std::size_t size, std::size_t alignment = 16) {
    if (size > kLargestBlock || alignment > 16) return allocate_large_or_aligned(size, alignment);
    return allocate_block(class_of(size));
  }
  void* allocate_zeroed(std::size_t size);
  // REQUIRES for both: owns(block), and the block is live.
  void free(void* block) {
    const std::size_t number = class_at(block);
    if (number >= kFirstReturnedClass) return_pages(block, size_of(number));
    Class& all = classes_[number];
    all.free = new (block) Free{all.free};
  }
  static std::size_t usable_size(const void* block) { return size_of(class_at(block)); }

  // Size classes: each multiple of 16 up to 1 KiB, then four for each power of two.
  static constexpr std::size_t class_of(std::size_t size) {
    if (size <= kFine) return size == 0 ? 0 : (size - 1) / 16;
    const auto doubling = static_cast<std::size_t>(std::bit_width(size - 1)) - 11;
    return kFineClasses + doubling * 4 + ((size - 1) >> (doubling + 8)) - 4;
  }
  static constexpr std::size_t size_of(std::size_t number) {
    if (number < kFineClasses) return (number + 1) * 16;
    const std::size_t doubling = (number - kFineClasses) / 4;
    return (5 + (number - kFineClasses) % 4) << (doubling + 8);
  }

 private:
  static constexpr std::size_t kChunk = 64 << 10;
  static constexpr std::size_t kChunks = kEngineHeapBytes / kChunk;
  static constexpr std::size_t kLargestBlock = 32 << 10;
  static constexpr std::size_t kFine = 1024;
  static constexpr std::size_t kFineClasses = kFine / 16;
  static constexpr std::size_t kFirstReturnedClass = kFineClasses + 40;  // slightly above 1 MiB
  static constexpr std::size_t kClasses = 192;

  struct Free {
    Free* next;
  };
  struct Class {
    Free* free;  // newest first
    std::byte* next;
    std::byte* end;  // [next, end) was never allocated
  };

  static std::size_t class_at(const void* block) {
    return reinterpret_cast<const std::uint8_t*>(
        kEngineHeapBase)[(reinterpret_cast<std::uintptr_t>(block) - kEngineHeapBase) / kChunk];
  }

  void* allocate_block(std::size_t number) {
    Free*& free = classes_[number].free;
    if (free == nullptr) return allocate_fresh(number);
    void* const block = free;
    free = free->next;
    return block;
  }
  void* allocate_fresh(std::size_t number);
  void* allocate_large_or_aligned(std::size_t size, std::size_t alignment);
  std::byte* take_chunks(std::size_t count, std::size_t alignment, std::size_t number);
  static void return_pages(void* block, std::size_t size);

  std::array<Class, kClasses> classes_{};
  std::byte* next_chunk_ = nullptr;
  std::byte* mapped_end_ = nullptr;
};

}  // namespace mcheck
