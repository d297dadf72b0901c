// SPDX-License-Identifier: MIT
// Allocation outside of the program: what malloc and its family promise, on the engine's own heap.
#include <malloc.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <thread>
#include <vector>

#include "engine/base/random.hpp"
#include "engine/memory/heap/engine_heap.hpp"
#include "engine/platform/processor/raw_copy.hpp"

namespace mcheck::engine_heap_test {
namespace {

bool is_aligned(const void* block, std::size_t alignment) {
  return reinterpret_cast<std::uintptr_t>(block) % alignment == 0;
}

struct Block {
  unsigned char* bytes;
  std::size_t size;
  unsigned char value;
};

// Random allocations and frees; checks that each block keeps its content.
void churn(std::uint64_t seed, int iterations) {
  Random random(seed);
  std::vector<Block> blocks;
  for (int iteration = 0; iteration < iterations; ++iteration) {
    if (blocks.size() > 200 || (!blocks.empty() && random.below(3) == 0)) {
      std::swap(blocks[random.below(blocks.size())], blocks.back());
      Block& last = blocks.back();
      bool whole = true;
      for (std::size_t i = 0; i < last.size; ++i) whole = whole && last.bytes[i] == last.value;
      if (!whole) throw std::runtime_error("a block was overwritten");
      std::free(last.bytes);
      blocks.pop_back();
      continue;
    }
    const std::size_t size = random.below(std::size_t{1} << random.below(18));
    const auto value = static_cast<unsigned char>(iteration);
    auto* const bytes = static_cast<unsigned char*>(std::malloc(size));
    std::memset(bytes, value, size);
    blocks.push_back({bytes, size, value});
  }
  for (const Block& block : blocks) std::free(block.bytes);
}

}  // namespace

TEST_CASE("each size class holds its sizes and wastes at most a quarter") {
  for (std::size_t size = 1; size < (std::size_t{1} << 30); size += size / 7 + 1) {
    const std::size_t number = EngineHeap::class_of(size);
    INFO(size);
    REQUIRE(EngineHeap::size_of(number) >= size);
    REQUIRE(EngineHeap::size_of(number) <= size + std::max<std::size_t>(15, size / 4));
    REQUIRE((number == 0 || EngineHeap::size_of(number - 1) < size));
  }
}

TEST_CASE("blocks outside of the program do not overlap") { CHECK_NOTHROW(churn(1, 20'000)); }

TEST_CASE("real threads may allocate at the same time") {
  std::vector<std::thread> threads;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    threads.emplace_back([seed] { churn(seed, 5'000); });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_CASE("aligned blocks are aligned, also above the size of a chunk") {
  for (std::size_t alignment = 16; alignment <= (1u << 20); alignment *= 2) {
    for (const std::size_t size : {1u, 100u, 5'000u, 100'000u}) {
      void* block = nullptr;
      REQUIRE(posix_memalign(&block, alignment, size) == 0);
      REQUIRE(is_aligned(block, alignment));
      REQUIRE(malloc_usable_size(block) >= size);
      std::memset(block, 1, size);
      std::free(block);
    }
  }
  void* block = nullptr;
  CHECK(posix_memalign(&block, 24, 8) == EINVAL);
  void* const page = valloc(1);
  CHECK(is_aligned(page, 4096));
  CHECK((kAddressSanitizer || EngineHeap::owns(page)));
  std::free(page);
}

TEST_CASE("cleared blocks are zero, also where memory was used before") {
  for (const std::size_t size : {24u, 3'000u, 200'000u, 3'000'000u}) {
    for (int iteration = 0; iteration < 3; ++iteration) {
      auto* const bytes = static_cast<unsigned char*>(std::calloc(size / 8, 8));
      for (std::size_t i = 0; i < size; ++i) REQUIRE_FALSE(bytes[i] != 0);
      std::memset(bytes, 0xff, size);
      std::free(bytes);
    }
  }
}

TEST_CASE("a block that grows keeps what it holds") {
  auto* bytes = static_cast<unsigned char*>(std::malloc(1));
  bytes[0] = 42;
  for (std::size_t size = 2; size < (1u << 22); size = size * 3 / 2 + 1) {
    bytes = static_cast<unsigned char*>(std::realloc(bytes, size));
    REQUIRE(bytes[0] == 42);
    REQUIRE(malloc_usable_size(bytes) >= size);
  }
  bytes = static_cast<unsigned char*>(reallocarray(bytes, 10, 10));
  CHECK(bytes[0] == 42);
  std::free(bytes);
}

}  // namespace mcheck::engine_heap_test
