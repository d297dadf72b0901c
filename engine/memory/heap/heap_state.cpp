// SPDX-License-Identifier: MIT
// What of a heap decides the future: all but counts of the past.
#include <array>
#include <cstddef>

#include "engine/memory/heap/heap.hpp"
#include "engine/platform/processor/raw_copy.hpp"

namespace mcheck {

bool Heap::is_equivalent(const std::byte* metadata_then) {
  static_assert(offsetof(Block, published) == 20 && offsetof(Block, free_step_plus_one) == 24);
  using Words = std::array<std::uint64_t, sizeof(Block) / 8>;
  const std::byte* const heap_then = metadata_then + std::size_t{blocks_} * sizeof(Block);
  std::uint32_t published_then = 0;
  raw_copy(&published_then, heap_then + offsetof(Heap, published_), sizeof published_then);
  for (const std::byte* at = begin(); metadata_then != heap_then; at += sizeof(Block)) {
    Words now, then;
    raw_copy(now.data(), at, sizeof now);
    raw_copy(then.data(), metadata_then, sizeof then);
    metadata_then += sizeof(Block);
    const std::uint64_t all = (now[0] ^ then[0]) | (now[1] ^ then[1]);
    const std::uint64_t halves = (now[2] ^ then[2]) << 32 | (now[3] ^ then[3]) >> 32;
    const bool is_published = now[2] >> 32 != published_;
    if ((all | halves) != 0 || is_published != (then[2] >> 32 != published_then)) return false;
  }
  return raw_equal(freed_.data(), heap_then + offsetof(Heap, freed_), lists_ * sizeof freed_[0]);
}

void Heap::add_state(std::vector<std::uint64_t>& words) {
  const std::uintptr_t base = region_containing(this).base;
  const auto relative = [&](const Block* block) {
    const auto address = reinterpret_cast<std::uintptr_t>(block);
    return address - base < kThreadRegionBytes ? address - base : address;
  };
  words.insert(words.end(), {used_, blocks_, lists_});
  for (std::uint32_t i = 0; i < blocks_; ++i) {
    const Block& block = this->block(i);
    const bool is_private = block.published == published_;
    words.insert(words.end(),
                 {relative(block.next), std::uint64_t{block.at} << 32 | block.size,
                  std::uint64_t{block.capacity} << 32 | std::uint64_t{is_private} << 8 |
                      static_cast<std::uint64_t>(block.origin) << 4 |
                      static_cast<std::uint64_t>(block.state) << 2 |
                      std::uint64_t{block.over_aligned} << 1 | block.from_executable});
  }
  for (std::uint64_t i = 0; i < lists_; ++i) {
    const Freed& freed = freed_[i];
    words.insert(words.end(), {relative(freed.unpublished), relative(freed.oldest),
                               relative(freed.newest), freed.quarantined});
  }
}

void Heap::adopt_metadata(const ThreadRegion& from) {
  const std::uintptr_t base = region_containing(this).base;
  const auto adopt = [&](Block*& block) {
    const auto address = reinterpret_cast<std::uintptr_t>(block);
    if (address - from.base < kThreadRegionBytes)
      block = reinterpret_cast<Block*>(address - from.base + base);
  };
  for (std::uint32_t i = 0; i < blocks_; ++i) adopt(block(i).next);
  for (std::uint64_t i = 0; i < lists_; ++i) {
    adopt(freed_[i].unpublished);
    adopt(freed_[i].oldest);
    adopt(freed_[i].newest);
  }
}

}  // namespace mcheck
