// SPDX-License-Identifier: MIT
// The heap of one thread of the program. Its block table is in front of the memory that it
// allocates from, where no small overflow reaches it, and grows downwards, so both are one
// contiguous range. A snapshot of that range includes the allocator's state, and restoring it
// undoes all later allocations.
//
//   … | block 2 | block 1 | block 0 | this | red | bytes | red | bytes | red …
//                         the block table ← → the blocks
//
// A red zone with a fixed pattern surrounds each block and begins at the first byte after it. A
// freed block is filled with another pattern. corruption_of() finds changed bytes.
//
// A freed block goes to the heap of the thread that frees it, not to the one that allocated it: so
// the result of an allocation depends on the thread's own history only. The block stays in
// quarantine before it is reused, so that a use after free is found. A block that no other thread
// can know is reused at once, so that a loop that spins returns to an equal state. Fresh blocks are
// filled with 0xa5: reading them uninitialised gives the same value in each execution, and not
// zero.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "engine/base/host_state.hpp"
#include "engine/memory/heap/block.hpp"
#include "engine/memory/regions/thread_region.hpp"

namespace mcheck {

// By region number.
MCHECK_HOST_STATE extern std::bitset<kThreadRegions> regions_with_heap;

class Heap {
 public:
  // Creates an empty heap in the region. REQUIRES: the region is mapped.
  static Heap* create(const ThreadRegion& thread_region);
  static Heap* at(const ThreadRegion& thread_region);
  // The heap whose memory contains the address, allocated or not; null if there is none.
  static Heap* containing(const void* address) {
    if (!in_program_memory(address)) return nullptr;
    const std::uintptr_t offset = reinterpret_cast<std::uintptr_t>(address) - kProgramMemoryBase;
    const bool in_heap = offset % kThreadRegionBytes - kHeapOffset < kHeapBytes;
    if (!in_heap || !regions_with_heap[offset / kThreadRegionBytes]) return nullptr;
    return reinterpret_cast<Heap*>(region_containing(address).heap() - kControlBytes);
  }

  // Whether the bytes are in a live block of any heap and still hold the fill of a fresh block.
  [[nodiscard]] static bool is_fresh(const void* bytes, std::size_t size);

  // Null if the heap is full. REQUIRES: alignment is a power of two.
  void* allocate(std::size_t size, std::size_t alignment = 16, Origin origin = Origin::kMalloc) {
    const Block* const block = allocate_block(size, alignment, origin);
    return block == nullptr ? nullptr : bytes_of(*block);
  }
  // The same; returns the block.
  Block* allocate_block(std::size_t size, std::size_t alignment, Origin origin);
  // REQUIRES: a live block of any thread's heap.
  void free(Block& block);
  // Frees a block, which then only make_live() reuses.
  void add_to_pool(Block& block);
  void make_live(Block& block, std::size_t size, Origin origin);
  void free(void* bytes) { free(*Heap::containing(bytes)->block_before(bytes)); }
  // Changes the size of a block in place; false if its capacity does not suit.
  static bool resize(Block& block, std::size_t size);
  // REQUIRES: the bytes were allocated from any thread's heap.
  static std::size_t usable_size(const void* bytes) {
    return Heap::containing(bytes)->block_before(bytes)->size;
  }

  // The last block that begins at the address or before it; null if there is none.
  [[nodiscard]] Block* block_before(const void* address);
  // The block at the address if it may be freed like this; null otherwise.
  [[nodiscard]] static Block* block_to_free(const void* address, Origin with);
  [[nodiscard]] std::uint32_t blocks() const { return blocks_; }
  // By number, in the order of their addresses.
  [[nodiscard]] Block& block(std::uint32_t number) {
    return end_of_table()[-1 - std::int64_t{number}];
  }
  [[nodiscard]] std::uint32_t number_of(const Block& block) {
    return static_cast<std::uint32_t>(end_of_table() - &block - 1);
  }
  [[nodiscard]] static std::byte* bytes_of(const Block& block) {
    return region_of(block).heap() + std::size_t{block.at} * 16;
  }
  [[nodiscard]] static ThreadRegion region_of(const Block& block) {
    return region_containing(&block);
  }

  // The first changed bytes of the block's red zones, or of the block if it is freed.
  [[nodiscard]] std::optional<HeapCorruption> corruption_of(const Block& block);
  // Whether there are no such bytes: usually all that a caller needs.
  [[nodiscard]] static bool is_unchanged(const Block& block);
  // Of all blocks: whether any is corrupted, and whether one with that number or a later one is
  // still live. Mapped memory does not count as live.
  struct BlockSummary {
    bool changed = false;
    bool live = false;
  };
  [[nodiscard]] BlockSummary summary(std::uint32_t first);

  // The thread has performed an operation that others may observe: they may now know its blocks.
  void publish() { ++published_; }
  // The publication count, for code that increments it itself.
  [[nodiscard]] std::uint32_t* published() { return &published_; }
  // Replaces the count, which is irrelevant when memory is compared; returns the old one.
  [[nodiscard]] std::uint32_t exchange_published(std::uint32_t count) {
    return std::exchange(published_, count);
  }

  // Whether no other thread can know the block. REQUIRES: it is live.
  [[nodiscard]] bool is_unpublished(const Block& block) const {
    const auto difference =
        reinterpret_cast<std::uintptr_t>(&block) ^ reinterpret_cast<std::uintptr_t>(this);
    return difference < kThreadRegionBytes && block.published == published_;
  }
  // Whether there is a freed block of that capacity that no other thread knew, allocated since the
  // thread's last publication.
  [[nodiscard]] bool has_unpublished_free(std::size_t capacity) const;
  // The capacity of a block of that size.
  [[nodiscard]] static std::size_t capacity_for(std::size_t size);

  // The heap's part of a snapshot: the block table with this object, up to the end of the lists in
  // use, and separately the blocks.
  [[nodiscard]] Range metadata() {
    const auto* const end = reinterpret_cast<std::byte*>(freed_.data() + lists_);
    return {begin(), static_cast<std::size_t>(end - begin())};
  }
  // Whether the metadata of a snapshot is equivalent for every later use of this heap: the
  // publication count, and the step after which a block was freed, do not matter. REQUIRES: as many
  // bytes as metadata() has.
  [[nodiscard]] bool is_equivalent(const std::byte* metadata_then);
  // Appends what the metadata says about every later use: all but counts of the past. Addresses in
  // this region are relative to it, so that heaps of two threads can be compared.
  void add_state(std::vector<std::uint64_t>& words);
  // The metadata is a copy of that of the heap in another region: from now on it is this heap's.
  void adopt_metadata(const ThreadRegion& from);
  // Without a block, the content of the memory is irrelevant.
  [[nodiscard]] Range bytes() { return {heap_begin(), blocks_ == 0 ? 0 : used_}; }

  // The memory in use, including this object: [begin(), begin() + used()).
  [[nodiscard]] std::byte* begin() {
    return reinterpret_cast<std::byte*>(end_of_table() - blocks_);
  }
  [[nodiscard]] std::size_t used() {
    return static_cast<std::size_t>(heap_begin() + used_ - begin());
  }
  // The end of all blocks that ever existed.
  [[nodiscard]] std::byte* end() { return heap_begin() + used_; }

 private:
  static constexpr std::size_t kControlBytes = 1216;
  static constexpr std::size_t kSmall =
      512;  // up to here one list for two sizes, above one for each power of two
  static constexpr std::size_t kSmallLists = kSmall / 32 + 1;
  static constexpr std::size_t kLists = kSmallLists + 19;

  // Freed blocks: unpublished ones, the newest first, and a queue of those in quarantine.
  struct Freed {
    Block* unpublished;
    Block* oldest;
    Block* newest;
    std::uint64_t quarantined;  // the length of the queue

    [[nodiscard]] bool is_empty() const { return unpublished == nullptr && oldest == nullptr; }
  };

  static std::size_t list_of(std::size_t capacity);
  Freed& list_for(std::size_t list);
  void drop_empty_lists();
  void mark_freed(Block& block);
  Block* last_up_to(std::size_t sixteen);
  [[nodiscard]] Block* end_of_table() { return reinterpret_cast<Block*>(this); }
  [[nodiscard]] std::byte* heap_begin() {
    return reinterpret_cast<std::byte*>(this) + kControlBytes;
  }
  Block* take_freed(std::size_t capacity, std::size_t list);
  Block* take_quarantined(std::size_t capacity, std::size_t list);
  Block* append_block(std::size_t capacity, std::size_t alignment);

  std::size_t used_ = 0;  // from heap_begin()
  std::uint32_t blocks_ = 0;
  std::uint32_t published_ = 0;
  // Lists up to the last that is not empty; the rest of the array is undefined.
  std::uint64_t lists_ = 0;
  std::array<Freed, kLists> freed_;
};

}  // namespace mcheck
