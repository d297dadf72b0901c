// SPDX-License-Identifier: MIT
// The heap of a thread: its blocks, and that addresses depend on the thread's own history only.
#include "engine/memory/heap/heap.hpp"

#include <sys/mman.h>

#include <array>
#include <catch2/catch.hpp>
#include <cstring>
#include <map>
#include <utility>
#include <vector>

#include "engine/base/random.hpp"

namespace mcheck::heap_test {
namespace {

// Regions far above those of an exploration, mapped once; each test creates new heaps there.
Heap* fresh_heap(std::size_t number) {
  static std::map<std::size_t, bool> mapped;
  const ThreadRegion there = thread_region(kThreadRegions - 1 - number);
  if (!mapped[number]) REQUIRE(map(there));
  mapped[number] = true;
  // The memory may hold what the last heap left there; Heap::create must not depend on it.
  return Heap::create(there);
}

std::byte* bytes(void* block) { return static_cast<std::byte*>(block); }

bool aligned(const void* block, std::size_t to) {
  return reinterpret_cast<std::uintptr_t>(block) % to == 0;
}

// A sequence of allocations and frees, the same for the same seed; returns the addresses.
std::vector<void*> history(Heap& heap, std::uint64_t seed, int length) {
  Random random(seed);
  std::vector<void*> addresses;
  std::vector<void*> live;
  for (int i = 0; i < length; ++i) {
    if (!live.empty() && random.below(3) == 0) {
      const std::size_t which = random.below(live.size());
      heap.free(live[which]);
      live.erase(live.begin() + static_cast<std::ptrdiff_t>(which));
    } else {
      const std::size_t size = 1 + random.below(random.below(8) == 0 ? 100'000 : 300);
      live.push_back(heap.allocate(size));
      addresses.push_back(live.back());
    }
  }
  return addresses;
}

}  // namespace

TEST_CASE("blocks are as large as requested, aligned, disjoint and in the region") {
  Heap& heap = *fresh_heap(0);
  std::map<std::byte*, std::size_t> blocks;
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const std::size_t size = random.below(3000);
    std::byte* const block = bytes(heap.allocate(size));
    REQUIRE(block != nullptr);
    REQUIRE(aligned(block, 16));
    REQUIRE(Heap::usable_size(block) >= size);
    REQUIRE(block >= heap.begin());
    REQUIRE(block + size <= heap.begin() + heap.used());
    blocks[block] = Heap::usable_size(block);
  }
  REQUIRE(blocks.size() == 1000);
  std::byte* end = nullptr;
  for (const auto& [block, size] : blocks) {
    REQUIRE(block >= end);
    end = block + size;
  }
}

TEST_CASE("what is written into a block is not disturbed by other blocks") {
  Heap& heap = *fresh_heap(0);
  std::vector<std::byte*> blocks;
  for (int i = 0; i < 200; ++i) {
    blocks.push_back(bytes(heap.allocate(40)));
    std::memset(blocks.back(), i, 40);
  }
  for (std::size_t i = 0; i < 200; i += 2) heap.free(blocks[i]);
  for (int i = 0; i < 100; ++i) std::memset(heap.allocate(33), 0xee, 33);
  for (std::size_t i = 1; i < 200; i += 2) {
    for (int byte = 0; byte < 40; ++byte)
      REQUIRE(std::to_integer<std::size_t>(blocks[i][byte]) == i);
  }
}

TEST_CASE("a fresh block is filled with 0xa5, so that it does not read as zero") {
  Heap& heap = *fresh_heap(0);
  const std::byte* const block = bytes(heap.allocate(100));
  for (int i = 0; i < 100; ++i) REQUIRE(std::to_integer<int>(block[i]) == 0xa5);
}

TEST_CASE("an unpublished freed block is reused, the last one first") {
  Heap& heap = *fresh_heap(0);
  for (const std::size_t size : {16ul, 100ul, 1024ul, 1025ul, 5000ul, 1ul << 20}) {
    void* const first = heap.allocate(size);
    void* const second = heap.allocate(size);
    const std::size_t used = heap.used();
    heap.free(first);
    heap.free(second);
    CHECK(heap.allocate(size) == second);
    CHECK(heap.allocate(size) == first);
    CHECK(heap.used() == used);
  }
}

TEST_CASE("a block of one size is not reused for a larger one") {
  Heap& heap = *fresh_heap(0);
  for (std::size_t size = 1; size < 5000; size += 7) {
    heap.free(heap.allocate(size));
    void* const bigger = heap.allocate(size + 1);
    REQUIRE(Heap::usable_size(bigger) >= size + 1);
    heap.free(bigger);
  }
}

TEST_CASE("a block that another thread frees goes to that thread's heap") {
  Heap& first = *fresh_heap(0);
  Heap& second = *fresh_heap(1);
  std::vector<void*> blocks;
  for (int i = 0; i < 9; ++i) blocks.push_back(first.allocate(64));
  for (void* const block : blocks) second.free(block);
  CHECK(first.allocate(64) > blocks.back());
  CHECK(second.allocate(64) == blocks.front());
}

TEST_CASE("a published freed block stays in quarantine until there are more of them") {
  Heap& heap = *fresh_heap(0);
  std::vector<void*> blocks;
  for (int i = 0; i < 10; ++i) blocks.push_back(heap.allocate(40));
  heap.publish();
  for (std::size_t i = 0; i < 8; ++i) heap.free(blocks[i]);
  CHECK(heap.allocate(40) > blocks.back());
  heap.free(blocks[8]);
  CHECK(heap.allocate(40) == blocks[0]);
  CHECK(heap.allocate(40) > blocks.back());
  heap.free(blocks[9]);
  CHECK(heap.allocate(40) == blocks[1]);
}

TEST_CASE("a freed block that was written to is not reused") {
  Heap& heap = *fresh_heap(0);
  std::vector<void*> blocks;
  for (int i = 0; i < 10; ++i) blocks.push_back(heap.allocate(40));
  heap.publish();
  for (void* const block : blocks) heap.free(block);
  bytes(blocks[0])[7] = std::byte{1};
  CHECK(heap.allocate(40) == blocks[1]);
  const auto corruption = heap.corruption_of(heap.block(0));
  REQUIRE(corruption);
  CHECK(corruption->where == HeapCorruption::Where::kFreed);
  CHECK(corruption->distance == 7);
  CHECK(corruption->size == 1);
}

TEST_CASE("a write outside of a block is found from the first byte, before it and after it") {
  using Where = HeapCorruption::Where;
  for (std::size_t size = 0; size < 3000; size = size < 40 ? size + 1 : size * 2 + 1) {
    Heap& heap = *fresh_heap(0);
    std::array<std::byte*, 3> at{};
    for (std::byte*& each : at) each = bytes(heap.allocate(size));
    for (const int offset : {-16, -8, -1, 0, 1, 7, 15}) {
      CAPTURE(size, offset);
      std::byte* const changed = offset < 0 ? at[1] + offset : at[1] + size + offset;
      const std::byte before = std::exchange(*changed, std::byte{0});
      const auto corruption = heap.corruption_of(heap.block(1));
      REQUIRE(corruption);
      CHECK(corruption->size == 1);
      // Between two blocks, the nearer one is reported.
      const std::byte* const first =
          corruption->where == Where::kBefore
              ? Heap::bytes_of(*corruption->block) - corruption->distance - 1
              : Heap::bytes_of(*corruption->block) + corruption->block->size + corruption->distance;
      CHECK(first == changed);
      CHECK(corruption->distance < 16);
      if (offset >= 0) CHECK(corruption->block == &heap.block(1));
      *changed = before;
      CHECK(!heap.corruption_of(heap.block(1)));
    }
  }
}

TEST_CASE("the fast check finds every changed byte that the exact check finds") {
  for (std::size_t size = 0; size < 2500; size = size < 80 ? size + 1 : size * 2 + 1) {
    for (const bool freed : {false, true}) {
      Heap& heap = *fresh_heap(0);
      std::array<std::byte*, 3> at{};
      for (std::byte*& each : at) each = bytes(heap.allocate(size, 16, Origin::kNew));
      if (freed) heap.free(at[1]);
      const Block& block = heap.block(1);
      bool right = Heap::is_unchanged(block) && !heap.summary(0).changed;
      right = right && Heap::block_to_free(at[1], Origin::kNew) == (freed ? nullptr : &block);
      for (std::byte* changed = at[1] - 16; changed < at[1] + block.capacity + 16; ++changed) {
        *changed ^= std::byte{4};
        const bool is_seen = heap.corruption_of(block).has_value();
        const bool is_seen_at_all =
            is_seen || heap.corruption_of(heap.block(0)) || heap.corruption_of(heap.block(2));
        right = right && Heap::is_unchanged(block) == !is_seen;
        right = right && heap.summary(0).changed == is_seen_at_all;
        right =
            right && (Heap::block_to_free(at[1], Origin::kNew) == nullptr) == (freed || is_seen);
        *changed ^= std::byte{4};
      }
      CAPTURE(size, freed);
      CHECK(right);
    }
  }
}

TEST_CASE("only the beginning of a live block of that origin can be freed") {
  Heap& heap = *fresh_heap(0);
  (void)history(heap, 10, 100);
  for (std::uint32_t i = 0; i < heap.blocks(); ++i) {
    Block& block = heap.block(i);
    std::byte* const there = Heap::bytes_of(block);
    REQUIRE(Heap::block_to_free(there, Origin::kMalloc) == (block.is_live() ? &block : nullptr));
    REQUIRE(Heap::block_to_free(there, Origin::kNew) == nullptr);
    for (const int offset : {-16, -1, 1, 8}) {
      REQUIRE(Heap::block_to_free(there + offset, Origin::kMalloc) == nullptr);
    }
  }
  int local = 0;
  CHECK(Heap::block_to_free(&local, Origin::kMalloc) == nullptr);
  CHECK(Heap::block_to_free(thread_region(kThreadRegions - 1).stack_end(), Origin::kMalloc) ==
        nullptr);
}

TEST_CASE("the block before an address is found, whatever was allocated") {
  Heap& heap = *fresh_heap(0);
  (void)history(heap, 9, 400);
  for (std::uint32_t i = 0; i < heap.blocks(); ++i) {
    const Block& block = heap.block(i);
    REQUIRE(heap.block_before(Heap::bytes_of(block)) == &block);
    REQUIRE(heap.block_before(Heap::bytes_of(block) + block.capacity - 1) == &block);
    REQUIRE(heap.number_of(block) == i);
  }
  CHECK(heap.block_before(Heap::bytes_of(heap.block(0)) - 1) == nullptr);
}

TEST_CASE("addresses follow from the heap's own history, whatever other heaps do in between") {
  Heap& alone = *fresh_heap(0);
  const std::vector<void*> expected = history(alone, 5, 500);
  Heap& again = *fresh_heap(0);
  Heap& other = *fresh_heap(1);
  (void)history(other, 6, 500);
  CHECK(history(again, 5, 500) == expected);
}

TEST_CASE("restoring the bytes in use undoes every later allocation and free") {
  Heap& heap = *fresh_heap(0);
  (void)history(heap, 7, 300);
  std::vector<std::byte> saved(heap.used());
  std::byte* const begin = heap.begin();
  std::memcpy(saved.data(), begin, saved.size());
  const std::vector<void*> expected = history(heap, 8, 300);
  std::memcpy(begin, saved.data(), saved.size());
  CHECK(heap.begin() == begin);
  CHECK(heap.used() == saved.size());
  CHECK(history(heap, 8, 300) == expected);
}

TEST_CASE("blocks are aligned as requested, and over-aligned ones are not reused") {
  Heap& heap = *fresh_heap(0);
  for (std::size_t alignment = 1; alignment <= 1u << 20; alignment *= 2) {
    void* const block = heap.allocate(24, alignment);
    REQUIRE(aligned(block, alignment));
    REQUIRE(Heap::usable_size(block) >= 24);
    std::memset(block, 1, 24);
    heap.free(block);
  }
  void* const aligned_block = heap.allocate(24, 64);
  heap.free(aligned_block);
  CHECK(heap.allocate(24) != aligned_block);
}

TEST_CASE("large blocks are allocated until the heap is full") {
  Heap& heap = *fresh_heap(0);
  CHECK(heap.allocate(kHeapBytes) == nullptr);
  CHECK(heap.allocate(~std::size_t{0}) == nullptr);
  CHECK(heap.allocate(~std::size_t{0} - 20) == nullptr);
  CHECK(heap.allocate(1, std::size_t{1} << 40) == nullptr);
  CHECK(heap.allocate(0) != nullptr);
  // Blocks are filled, so this test uses as much memory as it allocates.
  void* const big = heap.allocate(std::size_t{64} << 20);
  REQUIRE(big != nullptr);
  heap.free(big);
  CHECK(heap.allocate((std::size_t{64} << 20) - 5) == big);
}

TEST_CASE("blocks of no size are distinct") {
  Heap& heap = *fresh_heap(0);
  CHECK(heap.allocate(0) != heap.allocate(0));
}

namespace {

std::vector<std::byte> metadata_of(Heap& heap) {
  const Range metadata = heap.metadata();
  return {metadata.begin, metadata.begin + metadata.size};
}

}  // namespace

TEST_CASE("a heap is equivalent to itself, and not after other blocks are published or freed") {
  Heap& heap = *fresh_heap(0);
  void* const first = heap.allocate(40);
  const std::vector<std::byte> one = metadata_of(heap);
  CHECK(heap.is_equivalent(one.data()));
  Block& block = *heap.block_before(first);
  block.size = 41;
  CHECK_FALSE(heap.is_equivalent(one.data()));
  block.size = 40;
  heap.free(first);
  void* const again = heap.allocate(40);
  REQUIRE(again == first);
  const std::vector<std::byte> two = metadata_of(heap);
  CHECK(heap.is_equivalent(two.data()));
  heap.free(again);
  CHECK(heap.metadata().size != two.size());  // a list of freed blocks exists now
}

TEST_CASE("of publications it only matters whether the heap's blocks are published") {
  Heap& heap = *fresh_heap(0);
  (void)heap.allocate(40);
  const std::vector<std::byte> alone = metadata_of(heap);
  heap.publish();
  CHECK_FALSE(heap.is_equivalent(alone.data()));  // other threads may know the block now
  const std::vector<std::byte> metadata = metadata_of(heap);
  heap.publish();
  CHECK(heap.is_equivalent(metadata.data()));  // the number of publications does not matter
  CHECK_FALSE(heap.is_equivalent(alone.data()));
}

TEST_CASE("the step after which a block was freed does not matter to equivalence") {
  Heap& heap = *fresh_heap(0);
  void* const bytes = heap.allocate(40);
  heap.publish();
  Block& block = *heap.block_before(bytes);
  heap.free(bytes);
  block.free_step_plus_one = 3;
  const std::vector<std::byte> then = metadata_of(heap);
  block.free_step_plus_one = 7;
  CHECK(heap.is_equivalent(then.data()));
  block.freed_by = 9;
  CHECK_FALSE(heap.is_equivalent(then.data()));
}

}  // namespace mcheck::heap_test
