// SPDX-License-Identifier: MIT
// The heap of one thread of the program. What it knows of its blocks stands in a ledger in front of
// the memory that it hands out from, where no small overflow reaches, and grows the other way: the
// two are one piece of memory. Saving that saves the allocator, and restoring it takes back every
// allocation since.
//
//   … | block 2 | block 1 | block 0 | this | red | bytes | red | bytes | red …
//                             the ledger ← → the blocks
//
// Around each block is a red zone of a pattern, from the very byte behind it. What was freed is
// filled with another. Who changes one of them is found by looking: damage_of().
//
// A freed block goes to the thread that frees it, not to the one that allocated it: what an
// allocation returns is then a function of the thread's own history. It waits there for a while
// before it is handed out again, so that who still uses it is found; but one of which no other
// thread can have heard is handed out at once, so that a loop that polls comes back to where it
// was. Fresh blocks are filled with 0xa5, so that reading them uninitialised repeats and does not
// pass for zero.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "engine/base/host_state.hpp"
#include "engine/world/block.hpp"
#include "engine/world/place.hpp"

namespace mcheck {

// By number.
MCHECK_HOST_STATE extern std::bitset<kPlaces> places_with_heap;

class Heap {
 public:
  // Makes a new, empty heap at the place. REQUIRES: the place is mapped.
  static Heap* create(const Place& place);
  static Heap* at(const Place& place);
  // The heap in whose memory the address is, used or not; null if there is none.
  static Heap* around(const void* address) {
    if (!in_world(address)) return nullptr;
    const std::uintptr_t offset = reinterpret_cast<std::uintptr_t>(address) - kWorldBase;
    const bool in_heap = offset % kPlaceBytes - kHeapOffset < kHeapBytes;
    if (!in_heap || !places_with_heap[offset / kPlaceBytes]) return nullptr;
    return reinterpret_cast<Heap*>(place_around(address).heap() - kControlBytes);
  }

  // Whether the bytes are in a block of some thread's heap, and as they were when that was had.
  [[nodiscard]] static bool is_fresh(const void* bytes, std::size_t size);

  // Null when the heap is full. REQUIRES: alignment is a power of two.
  void* allocate(std::size_t size, std::size_t alignment = 16, Origin origin = Origin::kMalloc) {
    const Block* const block = take(size, alignment, origin);
    return block == nullptr ? nullptr : bytes_of(*block);
  }
  // The same for who wants to know of the block.
  Block* take(std::size_t size, std::size_t alignment, Origin origin);
  // REQUIRES: the block is one of some thread's heap, and not free.
  void free(Block& block);
  // The same, but it is handed out again only by who calls make_again().
  void lay_aside(Block& block);
  void make_again(Block& block, std::size_t size, Origin origin);
  void free(void* bytes) { free(*Heap::around(bytes)->block_before(bytes)); }
  // Makes another size of it where it stands; false if there is no room for that.
  static bool resize(Block& block, std::size_t size);
  // REQUIRES: the bytes were allocated from some thread's heap.
  static std::size_t usable_size(const void* bytes) {
    return Heap::around(bytes)->block_before(bytes)->size;
  }

  // The last block that begins at the address or before it; null if there is none.
  [[nodiscard]] Block* block_before(const void* address);
  // The block there, if it can be given back like that; null otherwise.
  [[nodiscard]] static Block* block_to_free(const void* address, Origin with);
  [[nodiscard]] std::uint32_t blocks() const { return blocks_; }
  // By number, in the order of their addresses.
  [[nodiscard]] Block& block(std::uint32_t number) {
    return end_of_ledger()[-1 - std::int64_t{number}];
  }
  [[nodiscard]] std::uint32_t number_of(const Block& block) {
    return static_cast<std::uint32_t>(end_of_ledger() - &block - 1);
  }
  [[nodiscard]] static std::byte* bytes_of(const Block& block) {
    return place_of(block).heap() + std::size_t{block.at} * 16;
  }
  [[nodiscard]] static Place place_of(const Block& block) { return place_around(&block); }

  // The first bytes of a red zone, or of what was freed, that the program has changed.
  [[nodiscard]] std::optional<Damage> damage_of(const Block& block);
  // Whether there are none: most often all that has to be known.
  [[nodiscard]] static bool is_unchanged(const Block& block);
  // Of all blocks: whether any is changed like that; and whether one, from that number on, has been
  // allocated and not been given back. Mapped memory does not count.
  struct Left {
    bool changed = false;
    bool live = false;
  };
  [[nodiscard]] Left left(std::uint32_t first);

  // The thread has done what others may see: whatever it has allocated, they may know of.
  void publish() { ++published_; }
  // What counts it, for who does so otherwise.
  [[nodiscard]] std::uint32_t* published() { return &published_; }
  // How often so far; set for as long as memory is compared, where that number does not matter.
  [[nodiscard]] std::uint32_t exchange_published(std::uint32_t count) {
    return std::exchange(published_, count);
  }

  // Whether no other thread can have heard of the block. REQUIRES: it is not free.
  [[nodiscard]] bool knows_alone(const Block& block) const {
    const auto difference =
        reinterpret_cast<std::uintptr_t>(&block) ^ reinterpret_cast<std::uintptr_t>(this);
    return difference < kPlaceBytes && block.published == published_;
  }
  // Whether there is a freed block for so much room that nobody else knew, and the thread has not
  // done what others may see since it had that block.
  [[nodiscard]] bool has_at_once(std::size_t room) const;
  // How much room a block of that size has.
  [[nodiscard]] static std::size_t room_for(std::size_t size);

  // What there is to save, in two pieces: the ledger with this object, as far as lists of freed
  // blocks reach in it, and the bytes.
  [[nodiscard]] Range known() {
    const auto* const end = reinterpret_cast<std::byte*>(freed_.data() + lists_);
    return {begin(), static_cast<std::size_t>(end - begin())};
  }
  // Whether what is known was the same then, for whoever uses this heap from now on: how often the
  // thread had published what it has, and after which step it gave a block back, is of no matter.
  // REQUIRES: as many bytes as known() has.
  [[nodiscard]] bool is_like(const std::byte* known_then);
  // Before there is a block, nobody looks at what stands there.
  [[nodiscard]] Range bytes() { return {heap_begin(), blocks_ == 0 ? 0 : used_}; }

  // The memory in use, this object included: [begin(), begin() + used()).
  [[nodiscard]] std::byte* begin() {
    return reinterpret_cast<std::byte*>(end_of_ledger() - blocks_);
  }
  [[nodiscard]] std::size_t used() {
    return static_cast<std::size_t>(heap_begin() + used_ - begin());
  }
  // The end of what was ever handed out.
  [[nodiscard]] std::byte* end() { return heap_begin() + used_; }

 private:
  static constexpr std::size_t kControlBytes = 1216;
  static constexpr std::size_t kSmall =
      512;  // up to here a list for two sizes, above for each doubling
  static constexpr std::size_t kSmallLists = kSmall / 32 + 1;
  static constexpr std::size_t kLists = kSmallLists + 19;

  // Those that were freed: of which nobody can know, the newest first, and the others in a row.
  struct Freed {
    Block* at_once;
    Block* oldest;
    Block* newest;
    std::uint64_t waiting;  // how many others

    [[nodiscard]] bool is_empty() const { return at_once == nullptr && oldest == nullptr; }
  };

  static std::size_t list_of(std::size_t room);
  Freed& list_for(std::size_t list);
  void drop_empty_lists();
  void mark_freed(Block& block);
  Block* last_up_to(std::size_t sixteen);
  [[nodiscard]] Block* end_of_ledger() { return reinterpret_cast<Block*>(this); }
  [[nodiscard]] std::byte* heap_begin() {
    return reinterpret_cast<std::byte*>(this) + kControlBytes;
  }
  Block* take_freed(std::size_t room, std::size_t list);
  Block* take_waiting(std::size_t room, std::size_t list);
  Block* make_fresh(std::size_t room, std::size_t alignment);

  std::size_t used_ = 0;  // behind heap_begin()
  std::uint32_t blocks_ = 0;
  std::uint32_t published_ = 0;
  // Up to the last that is not empty; what stands behind them means nothing.
  std::uint64_t lists_ = 0;
  std::array<Freed, kLists> freed_;
};

}  // namespace mcheck
