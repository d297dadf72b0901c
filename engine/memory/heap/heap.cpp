// SPDX-License-Identifier: MIT
#include "engine/memory/heap/heap.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>
#include <utility>

#include "engine/platform/processor/raw_copy.hpp"

namespace mcheck {

MCHECK_HOST_STATE std::bitset<kThreadRegions> regions_with_heap;

namespace {

constexpr unsigned char kFreshFill = 0xa5;
constexpr unsigned char kRedZoneFill = 0xfa;
constexpr unsigned char kFreedFill = 0xdd;

constexpr std::size_t kRedZoneBytes = 16;       // between the capacities of two blocks
constexpr std::size_t kFirstRedZoneBytes = 64;  // before the first block
constexpr std::size_t kCheckedRedZoneBytes =
    64;  // of the red zone after a block; hooks check all of it
constexpr std::size_t kFilledFreedBytes = 1024;  // at the beginning of a freed block

// How many freed blocks of a list, and how many of their bytes, stay in quarantine.
constexpr std::size_t kMinQuarantined = 1;
constexpr std::size_t kMaxQuarantined = 8;
constexpr std::size_t kMaxListSearch = 64;  // of a list, for a block that fits
constexpr std::size_t kMaxQuarantinedBytes = 64 << 10;

std::size_t max_quarantined(std::size_t capacity) {
  return std::clamp(kMaxQuarantinedBytes / capacity, kMinQuarantined, kMaxQuarantined);
}

std::size_t checked_red_zone_bytes(const Block& block) {
  return std::min(block.capacity + kRedZoneBytes - block.size, kCheckedRedZoneBytes);
}

// How many bytes of [from, from + size) have that value before the first that has not.
std::size_t matching_bytes(const std::byte* from, std::size_t size, unsigned char value) {
  const std::uint64_t wanted = value * 0x0101010101010101u;
  std::size_t done = 0;
  while (size - done >= sizeof wanted && raw_equal(from + done, &wanted, sizeof wanted)) {
    done += sizeof wanted;
  }
  while (done < size && raw_equal(from + done, &wanted, 1)) ++done;
  return done;
}

using SixteenBytes [[gnu::vector_size(16)]] = std::uint64_t;

constexpr std::uint64_t eight(unsigned char value) { return value * 0x0101010101010101u; }
constexpr SixteenBytes sixteen(unsigned char value) {
  return SixteenBytes{eight(value), eight(value)};
}

template <class Word>
Word word_at(const std::byte* from) {
  Word word;
  std::memcpy(&word, from, sizeof word);
  return word;
}

// The bitwise differences from that value, for a size of at least sixteen. The last bytes may be
// compared twice.
[[gnu::always_inline]] inline SixteenBytes differences(const std::byte* from, std::size_t size,
                                                       unsigned char value) {
  const std::byte* const last = from + size - sizeof(SixteenBytes);
  SixteenBytes different = word_at<SixteenBytes>(last) ^ sixteen(value);
  for (; from < last; from += sizeof(SixteenBytes))
    different |= word_at<SixteenBytes>(from) ^ sixteen(value);
  return different;
}

// Of a freed block. A small one has a capacity of sixteen, and what it does not use is red zone.
[[gnu::always_inline]] inline SixteenBytes differences_of_freed(const std::byte* bytes,
                                                                std::size_t size) {
  alignas(SixteenBytes) static constexpr std::array<std::uint64_t, 4> kFreedThenRedZone = {
      eight(kFreedFill), eight(kFreedFill), eight(kRedZoneFill), eight(kRedZoneFill)};
  if (size >= sizeof(SixteenBytes))
    return differences(bytes, std::min(size, kFilledFreedBytes), kFreedFill);
  const auto* const wanted = reinterpret_cast<const std::byte*>(kFreedThenRedZone.data());
  return word_at<SixteenBytes>(bytes) ^ word_at<SixteenBytes>(wanted + sizeof(SixteenBytes) - size);
}

// Of all bytes that nothing may change. At least sixteen bytes of red zone follow a block.
[[gnu::always_inline]] inline SixteenBytes differences(const Block& block, const std::byte* bytes) {
  static_assert(kRedZoneBytes == sizeof(SixteenBytes));
  SixteenBytes different = word_at<SixteenBytes>(bytes - kRedZoneBytes) ^ sixteen(kRedZoneFill);
  different |= differences(bytes + block.size, checked_red_zone_bytes(block), kRedZoneFill);
  if (!block.is_live()) different |= differences_of_freed(bytes, block.size);
  return different;
}

[[gnu::always_inline]] inline bool is_all_zero(SixteenBytes different) {
  return (different[0] | different[1]) == 0;
}

// Faster than a call for the frequent small sizes. The last sixteen bytes may be filled twice.
[[gnu::always_inline]] inline void fill(std::byte* from, unsigned char value, std::size_t size) {
  constexpr std::size_t kFew = 64;
  if (kAddressSanitizer || size < sizeof(SixteenBytes) || size > kFew) {
    return raw_fill(from, value, size);
  }
  const SixteenBytes bytes = sixteen(value);
  std::byte* const last = from + size - sizeof bytes;
  for (; from < last; from += sizeof bytes) std::memcpy(from, &bytes, sizeof bytes);
  std::memcpy(last, &bytes, sizeof bytes);
}

// How many bytes from there on do not have that value.
std::size_t mismatching_bytes(const std::byte* from, std::size_t size, unsigned char value) {
  std::size_t count = 0;
  while (count < size && !raw_equal(from + count, &value, 1)) ++count;
  return count;
}

}  // namespace

Heap* Heap::create(const ThreadRegion& thread_region) {
  static_assert(sizeof(Heap) <= kControlBytes && kControlBytes % 64 == 0);
  Heap* heap = new (at(thread_region)) Heap;
  regions_with_heap[(thread_region.base - kProgramMemoryBase) / kThreadRegionBytes] = true;
  heap->used_ = kFirstRedZoneBytes;
  raw_fill(heap->heap_begin(), kRedZoneFill, kFirstRedZoneBytes);
  return heap;
}

// Not in the header: there a compiler takes the constant address for an object of size zero.
Heap* Heap::at(const ThreadRegion& thread_region) {
  return reinterpret_cast<Heap*>(thread_region.base + kHeapOffset - kControlBytes);
}

std::size_t Heap::capacity_for(std::size_t size) {
  if (size <= 1024) return size < 16 ? 16 : (size + 15) & ~std::size_t{15};
  return std::bit_ceil(size);
}

bool Heap::has_unpublished_free(std::size_t capacity) const {
  const std::size_t list = list_of(capacity);
  const Block* block = list < lists_ ? freed_[list].unpublished : nullptr;
  for (std::size_t i = 0; block != nullptr && i < kMaxListSearch; ++i, block = block->next) {
    if (block->capacity == capacity && block->published == published_) return true;
  }
  return false;
}

std::size_t Heap::list_of(std::size_t capacity) {
  if (capacity <= kSmall) return capacity / 32;
  return kSmallLists + static_cast<std::size_t>(std::bit_width(capacity - 1) - 10);
}

// The list, created if it does not exist.
Heap::Freed& Heap::list_for(std::size_t list) {
  while (lists_ <= list) freed_[lists_++] = {};
  return freed_[list];
}

// So that the state of the heap does not depend on lists that existed once.
void Heap::drop_empty_lists() {
  while (lists_ > 0 && freed_[lists_ - 1].is_empty()) --lists_;
}

// The newest unpublished block that fits, or one from quarantine. REQUIRES: the list exists.
Block* Heap::take_freed(std::size_t capacity, std::size_t list) {
  Block** link = &freed_[list].unpublished;
  for (std::size_t i = 0; *link != nullptr && i < kMaxListSearch; ++i, link = &(*link)->next) {
    if ((*link)->capacity != capacity) continue;
    Block* const block = *link;
    *link = block->next;
    drop_empty_lists();
    return block;
  }
  return freed_[list].quarantined > max_quarantined(capacity) ? take_quarantined(capacity, list)
                                                              : nullptr;
}

// The oldest that fits, if enough are in quarantine. Skips a block that was written to: the final
// check of all blocks reports it.
Block* Heap::take_quarantined(std::size_t capacity, std::size_t list) {
  Freed& freed = freed_[list];
  Block* before = nullptr;
  Block* block = freed.oldest;
  for (std::size_t i = 0; block != nullptr && i < kMaxListSearch; ++i) {
    if (block->capacity == capacity && is_unchanged(*block)) {
      (before == nullptr ? freed.oldest : before->next) = block->next;
      if (freed.newest == block) freed.newest = before;
      --freed.quarantined;
      drop_empty_lists();
      return block;
    }
    before = std::exchange(block, block->next);
  }
  return nullptr;
}

Block* Heap::append_block(std::size_t capacity, std::size_t alignment) {
  const std::size_t align = std::max<std::size_t>(alignment, 16);
  const std::uintptr_t base = reinterpret_cast<std::uintptr_t>(heap_begin());
  const std::size_t offset = ((base + used_ + align - 1) & ~(align - 1)) - base;
  const std::size_t table_bytes = kControlBytes + (std::size_t{blocks_} + 1) * sizeof(Block);
  if (offset + capacity + kRedZoneBytes > kHeapBytes || table_bytes > kBlockTableBytes)
    return nullptr;
  used_ = offset + capacity + kRedZoneBytes;
  Block* const made = new (&block(blocks_++)) Block;
  made->at = static_cast<std::uint32_t>(offset / 16);
  made->capacity = static_cast<std::uint32_t>(capacity);
  made->over_aligned = alignment > 16;
  fill(bytes_of(*made) - kRedZoneBytes, kRedZoneFill, kRedZoneBytes);
  return made;
}

Block* Heap::allocate_block(std::size_t size, std::size_t alignment, Origin origin) {
  if (size > kHeapBytes / 2 || alignment > kHeapBytes / 2) return nullptr;
  const std::size_t capacity = capacity_for(size);
  const std::size_t list = list_of(capacity);
  const bool has_freed = list < lists_ && (freed_[list].unpublished != nullptr ||
                                           freed_[list].quarantined > kMinQuarantined);
  Block* block = has_freed && alignment <= 16 ? take_freed(capacity, list) : nullptr;
  if (block == nullptr) {
    block = append_block(capacity, alignment);
    if (block == nullptr) return nullptr;
    fill(bytes_of(*block), kFreshFill, size);
  }
  make_live(*block, size, origin);
  return block;
}

void Heap::make_live(Block& block, std::size_t size, Origin origin) {
  std::byte* const bytes = bytes_of(block);
  if (!block.is_live()) fill(bytes, kFreshFill, std::min(size, kFilledFreedBytes));
  block.next = nullptr;
  block.size = static_cast<std::uint32_t>(size);
  block.published = published_;
  block.free_step_plus_one = 0;
  block.origin = origin;
  block.state = Block::State::kLive;
  fill(bytes + size, kRedZoneFill, checked_red_zone_bytes(block));
}

void Heap::add_to_pool(Block& block) { mark_freed(block); }

[[gnu::always_inline]] inline void Heap::mark_freed(Block& block) {
  block.state = Block::State::kFreed;
  block.freed_by = static_cast<std::uint16_t>(
      (reinterpret_cast<std::uintptr_t>(this) - kProgramMemoryBase) / kThreadRegionBytes);
  fill(bytes_of(block), kFreedFill, std::min<std::size_t>(block.size, kFilledFreedBytes));
}

void Heap::free(Block& block) {
  mark_freed(block);
  if (block.over_aligned) return;
  Freed& freed = list_for(list_of(block.capacity));
  if (is_unpublished(block)) {
    block.next = freed.unpublished;
    freed.unpublished = &block;
    return;
  }
  block.next = nullptr;
  (freed.oldest == nullptr ? freed.oldest : freed.newest->next) = &block;
  freed.newest = &block;
  ++freed.quarantined;
}

bool Heap::resize(Block& block, std::size_t size) {
  if (size > block.capacity || size <= block.capacity / 2) return false;
  std::byte* const bytes = bytes_of(block);
  if (size > block.size) raw_fill(bytes + block.size, kFreshFill, size - block.size);
  block.size = static_cast<std::uint32_t>(size);
  raw_fill(bytes + size, kRedZoneFill, checked_red_zone_bytes(block));
  return true;
}

// The last block of the table that begins at that unit or before.
[[gnu::always_inline]] inline Block* Heap::last_up_to(std::size_t sixteen) {
  Block* last = end_of_table() - 1;
  for (std::uint32_t count = blocks_; count > 1;) {
    const std::uint32_t half = count / 2;
    Block* const next = last - half;
    last = next->at <= sixteen ? next : last;
    count -= half;
  }
  return blocks_ == 0 || last->at > sixteen ? nullptr : last;
}

Block* Heap::block_before(const void* address) {
  const auto offset =
      static_cast<std::size_t>(static_cast<const std::byte*>(address) - heap_begin());
  return last_up_to(offset / 16);
}

Block* Heap::block_to_free(const void* address, Origin with) {
  Heap* const heap = containing(address);
  if (heap == nullptr) return nullptr;
  const auto* const bytes = static_cast<const std::byte*>(address);
  const auto offset = static_cast<std::size_t>(bytes - heap->heap_begin());
  Block* const block = heap->last_up_to(offset / 16);
  if (block == nullptr || std::size_t{block->at} * 16 != offset) return nullptr;
  if (!block->is_live() || block->origin != with) return nullptr;
  if (kAddressSanitizer) return heap->corruption_of(*block) ? nullptr : block;
  return is_all_zero(differences(*block, bytes)) ? block : nullptr;
}

bool Heap::is_unchanged(const Block& block) {
  if (kAddressSanitizer) return !Heap::containing(bytes_of(block))->corruption_of(block);
  return is_all_zero(differences(block, bytes_of(block)));
}

Heap::BlockSummary Heap::summary(std::uint32_t first) {
  BlockSummary summary;
  SixteenBytes different{};
  std::byte* const heap = region_containing(this).heap();
  const Block* const end = end_of_table();
  for (std::uint32_t i = 0; i < blocks_; ++i) {
    const Block& block = end[-1 - std::int64_t{i}];
    if (kAddressSanitizer) {
      summary.changed |= !is_unchanged(block);
    } else {
      different |= differences(block, heap + std::size_t{block.at} * 16);
    }
    summary.live |= i >= first && block.is_live() && block.origin != Origin::kMapping;
  }
  summary.changed |= !is_all_zero(different);
  return summary;
}

// Bytes between two blocks belong to both: they are reported for the nearer one.
bool Heap::is_fresh(const void* bytes, std::size_t size) {
  Heap* const heap = containing(bytes);
  const Block* const block = heap == nullptr ? nullptr : heap->block_before(bytes);
  if (block == nullptr || !block->is_live()) return false;
  const auto* const first = static_cast<const std::byte*>(bytes);
  return first + size <= bytes_of(*block) + block->size &&
         matching_bytes(first, size, kFreshFill) == size;
}

std::optional<HeapCorruption> Heap::corruption_of(const Block& block) {
  const std::byte* const bytes = bytes_of(block);
  const std::byte* const before = bytes - kRedZoneBytes;
  if (const std::size_t good = matching_bytes(before, kRedZoneBytes, kRedZoneFill);
      good < kRedZoneBytes) {
    const std::size_t bad = mismatching_bytes(before + good, kRedZoneBytes - good, kRedZoneFill);
    const std::size_t distance = kRedZoneBytes - good - bad;
    const std::uint32_t number = number_of(block);
    const Block* const other = number == 0 ? nullptr : &this->block(number - 1);
    const std::byte* const first = before + good;
    const bool is_nearer_to_other =
        other != nullptr &&
        static_cast<std::size_t>(first - bytes_of(*other)) - other->size < distance;
    if (!is_nearer_to_other)
      return HeapCorruption{HeapCorruption::Where::kBefore, &block, distance, bad};
    return HeapCorruption{HeapCorruption::Where::kAfter, other,
                          static_cast<std::size_t>(first - bytes_of(*other)) - other->size, bad};
  }
  const std::byte* const end = bytes + block.size;
  const std::size_t red_bytes = checked_red_zone_bytes(block);
  if (const std::size_t good = matching_bytes(end, red_bytes, kRedZoneFill); good < red_bytes) {
    return HeapCorruption{HeapCorruption::Where::kAfter, &block, good,
                          mismatching_bytes(end + good, red_bytes - good, kRedZoneFill)};
  }
  if (block.is_live()) return std::nullopt;
  const std::size_t freed_bytes = std::min<std::size_t>(block.size, kFilledFreedBytes);
  if (const std::size_t good = matching_bytes(bytes, freed_bytes, kFreedFill); good < freed_bytes) {
    return HeapCorruption{HeapCorruption::Where::kFreed, &block, good,
                          mismatching_bytes(bytes + good, freed_bytes - good, kFreedFill)};
  }
  return std::nullopt;
}

}  // namespace mcheck
