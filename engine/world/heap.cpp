// SPDX-License-Identifier: MIT
#include "engine/world/heap.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>
#include <utility>

#include "engine/platform/raw_copy.hpp"

namespace mcheck {

MCHECK_HOST_STATE std::bitset<kPlaces> places_with_heap;

namespace {

constexpr unsigned char kFresh = 0xa5;
constexpr unsigned char kRed = 0xfa;
constexpr unsigned char kDead = 0xdd;

constexpr std::size_t kGap = 16;           // between the capacities of two blocks
constexpr std::size_t kFirstGap = 64;      // before the first block
constexpr std::size_t kLookedAt = 64;      // of the red zone after a block; hooks check all of it
constexpr std::size_t kFilledDead = 1024;  // at the beginning of a freed block

// How many freed blocks of a list, and how many of their bytes, stay in quarantine.
constexpr std::size_t kFewestWaiting = 1;
constexpr std::size_t kMostWaiting = 8;
constexpr std::size_t kMostLookedAt = 64;  // of a list, for a block that fits
constexpr std::size_t kMostBytesWaiting = 64 << 10;

std::size_t most_waiting(std::size_t room) {
  return std::clamp(kMostBytesWaiting / room, kFewestWaiting, kMostWaiting);
}

std::size_t red_bytes(const Block& block) {
  return std::min(block.room + kGap - block.size, kLookedAt);
}

// How many bytes of [from, from + size) have that value before the first that has not.
std::size_t intact(const std::byte* from, std::size_t size, unsigned char value) {
  const std::uint64_t wanted = value * 0x0101010101010101u;
  std::size_t done = 0;
  while (size - done >= sizeof wanted && raw_equal(from + done, &wanted, sizeof wanted)) {
    done += sizeof wanted;
  }
  while (done < size && raw_equal(from + done, &wanted, 1)) ++done;
  return done;
}

using Sixteen [[gnu::vector_size(16)]] = std::uint64_t;

constexpr std::uint64_t eight(unsigned char value) { return value * 0x0101010101010101u; }
constexpr Sixteen sixteen(unsigned char value) { return Sixteen{eight(value), eight(value)}; }

template <class Word>
Word word_at(const std::byte* from) {
  Word word;
  std::memcpy(&word, from, sizeof word);
  return word;
}

// The bitwise differences from that value, for a size of at least sixteen. The last bytes may be
// compared twice.
[[gnu::always_inline]] inline Sixteen differences(const std::byte* from, std::size_t size,
                                                  unsigned char value) {
  const std::byte* const last = from + size - sizeof(Sixteen);
  Sixteen different = word_at<Sixteen>(last) ^ sixteen(value);
  for (; from < last; from += sizeof(Sixteen)) different |= word_at<Sixteen>(from) ^ sixteen(value);
  return different;
}

// Of a freed block. A small one has a capacity of sixteen, and what it does not use is red zone.
[[gnu::always_inline]] inline Sixteen differences_of_dead(const std::byte* bytes,
                                                          std::size_t size) {
  alignas(Sixteen) static constexpr std::array<std::uint64_t, 4> kDeadThenRed = {
      eight(kDead), eight(kDead), eight(kRed), eight(kRed)};
  if (size >= sizeof(Sixteen)) return differences(bytes, std::min(size, kFilledDead), kDead);
  const auto* const wanted = reinterpret_cast<const std::byte*>(kDeadThenRed.data());
  return word_at<Sixteen>(bytes) ^ word_at<Sixteen>(wanted + sizeof(Sixteen) - size);
}

// Of all bytes that nothing may change. At least sixteen bytes of red zone follow a block.
[[gnu::always_inline]] inline Sixteen differences(const Block& block, const std::byte* bytes) {
  static_assert(kGap == sizeof(Sixteen));
  Sixteen different = word_at<Sixteen>(bytes - kGap) ^ sixteen(kRed);
  different |= differences(bytes + block.size, red_bytes(block), kRed);
  if (!block.is_live()) different |= differences_of_dead(bytes, block.size);
  return different;
}

[[gnu::always_inline]] inline bool is_none(Sixteen different) {
  return (different[0] | different[1]) == 0;
}

// Faster than a call for the frequent small sizes. The last sixteen bytes may be filled twice.
[[gnu::always_inline]] inline void fill(std::byte* from, unsigned char value, std::size_t size) {
  constexpr std::size_t kFew = 64;
  if (kAddressSanitizer || size < sizeof(Sixteen) || size > kFew) {
    return raw_fill(from, value, size);
  }
  const Sixteen bytes = sixteen(value);
  std::byte* const last = from + size - sizeof bytes;
  for (; from < last; from += sizeof bytes) std::memcpy(from, &bytes, sizeof bytes);
  std::memcpy(last, &bytes, sizeof bytes);
}

// How many bytes from there on do not have that value.
std::size_t damaged(const std::byte* from, std::size_t size, unsigned char value) {
  std::size_t count = 0;
  while (count < size && !raw_equal(from + count, &value, 1)) ++count;
  return count;
}

}  // namespace

Heap* Heap::create(const Place& place) {
  static_assert(sizeof(Heap) <= kControlBytes && kControlBytes % 64 == 0);
  Heap* heap = new (at(place)) Heap;
  places_with_heap[(place.base - kWorldBase) / kPlaceBytes] = true;
  heap->used_ = kFirstGap;
  raw_fill(heap->heap_begin(), kRed, kFirstGap);
  return heap;
}

// Not in the header: there a compiler takes the constant address for an object of size zero.
Heap* Heap::at(const Place& place) {
  return reinterpret_cast<Heap*>(place.base + kHeapOffset - kControlBytes);
}

std::size_t Heap::room_for(std::size_t size) {
  if (size <= 1024) return size < 16 ? 16 : (size + 15) & ~std::size_t{15};
  return std::bit_ceil(size);
}

bool Heap::has_at_once(std::size_t room) const {
  const std::size_t list = list_of(room);
  const Block* block = list < lists_ ? freed_[list].at_once : nullptr;
  for (std::size_t i = 0; block != nullptr && i < kMostLookedAt; ++i, block = block->next) {
    if (block->room == room && block->published == published_) return true;
  }
  return false;
}

std::size_t Heap::list_of(std::size_t room) {
  if (room <= kSmall) return room / 32;
  return kSmallLists + static_cast<std::size_t>(std::bit_width(room - 1) - 10);
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
Block* Heap::take_freed(std::size_t room, std::size_t list) {
  Block** link = &freed_[list].at_once;
  for (std::size_t i = 0; *link != nullptr && i < kMostLookedAt; ++i, link = &(*link)->next) {
    if ((*link)->room != room) continue;
    Block* const block = *link;
    *link = block->next;
    drop_empty_lists();
    return block;
  }
  return freed_[list].waiting > most_waiting(room) ? take_waiting(room, list) : nullptr;
}

// The oldest that fits, if enough are in quarantine. Skips a block that was written to: the final
// check of all blocks reports it.
Block* Heap::take_waiting(std::size_t room, std::size_t list) {
  Freed& freed = freed_[list];
  Block* before = nullptr;
  Block* block = freed.oldest;
  for (std::size_t i = 0; block != nullptr && i < kMostLookedAt; ++i) {
    if (block->room == room && is_unchanged(*block)) {
      (before == nullptr ? freed.oldest : before->next) = block->next;
      if (freed.newest == block) freed.newest = before;
      --freed.waiting;
      drop_empty_lists();
      return block;
    }
    before = std::exchange(block, block->next);
  }
  return nullptr;
}

Block* Heap::make_fresh(std::size_t room, std::size_t alignment) {
  const std::size_t align = std::max<std::size_t>(alignment, 16);
  const std::uintptr_t base = reinterpret_cast<std::uintptr_t>(heap_begin());
  const std::size_t offset = ((base + used_ + align - 1) & ~(align - 1)) - base;
  const std::size_t ledger = kControlBytes + (std::size_t{blocks_} + 1) * sizeof(Block);
  if (offset + room + kGap > kHeapBytes || ledger > kLedgerBytes) return nullptr;
  used_ = offset + room + kGap;
  Block* const made = new (&block(blocks_++)) Block;
  made->at = static_cast<std::uint32_t>(offset / 16);
  made->room = static_cast<std::uint32_t>(room);
  made->over_aligned = alignment > 16;
  fill(bytes_of(*made) - kGap, kRed, kGap);
  return made;
}

Block* Heap::take(std::size_t size, std::size_t alignment, Origin origin) {
  if (size > kHeapBytes / 2 || alignment > kHeapBytes / 2) return nullptr;
  const std::size_t room = room_for(size);
  const std::size_t list = list_of(room);
  const bool has_freed =
      list < lists_ && (freed_[list].at_once != nullptr || freed_[list].waiting > kFewestWaiting);
  Block* block = has_freed && alignment <= 16 ? take_freed(room, list) : nullptr;
  if (block == nullptr) {
    block = make_fresh(room, alignment);
    if (block == nullptr) return nullptr;
    fill(bytes_of(*block), kFresh, size);
  }
  make_again(*block, size, origin);
  return block;
}

void Heap::make_again(Block& block, std::size_t size, Origin origin) {
  std::byte* const bytes = bytes_of(block);
  if (!block.is_live()) fill(bytes, kFresh, std::min(size, kFilledDead));
  block.next = nullptr;
  block.size = static_cast<std::uint32_t>(size);
  block.published = published_;
  block.freed_after = 0;
  block.origin = origin;
  block.state = Block::State::kLive;
  fill(bytes + size, kRed, red_bytes(block));
}

void Heap::lay_aside(Block& block) { mark_freed(block); }

[[gnu::always_inline]] inline void Heap::mark_freed(Block& block) {
  block.state = Block::State::kFreed;
  block.freer = static_cast<std::uint16_t>((reinterpret_cast<std::uintptr_t>(this) - kWorldBase) /
                                           kPlaceBytes);
  fill(bytes_of(block), kDead, std::min<std::size_t>(block.size, kFilledDead));
}

void Heap::free(Block& block) {
  mark_freed(block);
  if (block.over_aligned) return;
  Freed& freed = list_for(list_of(block.room));
  if (knows_alone(block)) {
    block.next = freed.at_once;
    freed.at_once = &block;
    return;
  }
  block.next = nullptr;
  (freed.oldest == nullptr ? freed.oldest : freed.newest->next) = &block;
  freed.newest = &block;
  ++freed.waiting;
}

bool Heap::resize(Block& block, std::size_t size) {
  if (size > block.room || size <= block.room / 2) return false;
  std::byte* const bytes = bytes_of(block);
  if (size > block.size) raw_fill(bytes + block.size, kFresh, size - block.size);
  block.size = static_cast<std::uint32_t>(size);
  raw_fill(bytes + size, kRed, red_bytes(block));
  return true;
}

// The last block of the table that begins at that unit or before.
[[gnu::always_inline]] inline Block* Heap::last_up_to(std::size_t sixteen) {
  Block* last = end_of_ledger() - 1;
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
  Heap* const heap = around(address);
  if (heap == nullptr) return nullptr;
  const auto* const bytes = static_cast<const std::byte*>(address);
  const auto offset = static_cast<std::size_t>(bytes - heap->heap_begin());
  Block* const block = heap->last_up_to(offset / 16);
  if (block == nullptr || std::size_t{block->at} * 16 != offset) return nullptr;
  if (!block->is_live() || block->origin != with) return nullptr;
  if (kAddressSanitizer) return heap->damage_of(*block) ? nullptr : block;
  return is_none(differences(*block, bytes)) ? block : nullptr;
}

bool Heap::is_unchanged(const Block& block) {
  if (kAddressSanitizer) return !Heap::around(bytes_of(block))->damage_of(block);
  return is_none(differences(block, bytes_of(block)));
}

Heap::Left Heap::left(std::uint32_t first) {
  Left left;
  Sixteen different{};
  std::byte* const heap = place_around(this).heap();
  const Block* const end = end_of_ledger();
  for (std::uint32_t i = 0; i < blocks_; ++i) {
    const Block& block = end[-1 - std::int64_t{i}];
    if (kAddressSanitizer) {
      left.changed |= !is_unchanged(block);
    } else {
      different |= differences(block, heap + std::size_t{block.at} * 16);
    }
    left.live |= i >= first && block.is_live() && block.origin != Origin::kMapping;
  }
  left.changed |= !is_none(different);
  return left;
}

// Bytes between two blocks belong to both: they are reported for the nearer one.
bool Heap::is_fresh(const void* bytes, std::size_t size) {
  Heap* const heap = around(bytes);
  const Block* const block = heap == nullptr ? nullptr : heap->block_before(bytes);
  if (block == nullptr || !block->is_live()) return false;
  const auto* const first = static_cast<const std::byte*>(bytes);
  return first + size <= bytes_of(*block) + block->size && intact(first, size, kFresh) == size;
}

std::optional<Damage> Heap::damage_of(const Block& block) {
  const std::byte* const bytes = bytes_of(block);
  const std::byte* const before = bytes - kGap;
  if (const std::size_t good = intact(before, kGap, kRed); good < kGap) {
    const std::size_t bad = damaged(before + good, kGap - good, kRed);
    const std::size_t distance = kGap - good - bad;
    const std::uint32_t number = number_of(block);
    const Block* const other = number == 0 ? nullptr : &this->block(number - 1);
    const std::byte* const first = before + good;
    const bool is_the_others =
        other != nullptr &&
        static_cast<std::size_t>(first - bytes_of(*other)) - other->size < distance;
    if (!is_the_others) return Damage{Damage::Where::kBefore, &block, distance, bad};
    return Damage{Damage::Where::kBehind, other,
                  static_cast<std::size_t>(first - bytes_of(*other)) - other->size, bad};
  }
  const std::byte* const end = bytes + block.size;
  const std::size_t red = red_bytes(block);
  if (const std::size_t good = intact(end, red, kRed); good < red) {
    return Damage{Damage::Where::kBehind, &block, good, damaged(end + good, red - good, kRed)};
  }
  if (block.is_live()) return std::nullopt;
  const std::size_t dead = std::min<std::size_t>(block.size, kFilledDead);
  if (const std::size_t good = intact(bytes, dead, kDead); good < dead) {
    return Damage{Damage::Where::kFreed, &block, good, damaged(bytes + good, dead - good, kDead)};
  }
  return std::nullopt;
}

bool Heap::is_like(const std::byte* known_then) {
  static_assert(offsetof(Block, published) == 20 && offsetof(Block, freed_after) == 24);
  using Words = std::array<std::uint64_t, sizeof(Block) / 8>;
  const std::byte* const heap_then = known_then + std::size_t{blocks_} * sizeof(Block);
  std::uint32_t published_then = 0;
  raw_copy(&published_then, heap_then + offsetof(Heap, published_), sizeof published_then);
  for (const std::byte* at = begin(); known_then != heap_then; at += sizeof(Block)) {
    Words now, then;
    raw_copy(now.data(), at, sizeof now);
    raw_copy(then.data(), known_then, sizeof then);
    known_then += sizeof(Block);
    const std::uint64_t all = (now[0] ^ then[0]) | (now[1] ^ then[1]);
    const std::uint64_t halves = (now[2] ^ then[2]) << 32 | (now[3] ^ then[3]) >> 32;
    const bool is_known = now[2] >> 32 != published_;
    if ((all | halves) != 0 || is_known != (then[2] >> 32 != published_then)) return false;
  }
  return raw_equal(freed_.data(), heap_then + offsetof(Heap, freed_), lists_ * sizeof freed_[0]);
}

}  // namespace mcheck
