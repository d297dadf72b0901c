// SPDX-License-Identifier: MIT
#include "engine/runtime/reuse.hpp"

#include <array>
#include <string>

#include "engine/base/host_state.hpp"
#include "engine/runtime/heap_watch.hpp"
#include "engine/runtime/machine.hpp"
#include "engine/runtime/perform_address.hpp"
#include "engine/world/allocation.hpp"
#include "engine/world/heap.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kPools = kLargestReused / 16;

MCHECK_WORLD_STATE std::array<Block*, kPools> pools = {};

bool chooses(std::size_t room, const void* caller) {
  return on_model_thread() &&
         (Machine::current()->behaviour().reuse_rooms & reuse_bit(room)) != 0 && is_judged(caller);
}

Block*& pool_of(std::size_t room) { return pools[room / 16 - 1]; }

// A semaphore that counts the blocks.
ObjectId object_of(std::size_t room) {
  std::string name;
  {
    const OutsideWorld engine_at_work;
    name = "freed blocks of " + std::to_string(room);
  }
  const ObjectId id = identify_address(&pool_of(room), ObjectKind::kSemaphore,
                                       {.extra = ~Word{0}, .threads = {}}, name.c_str());
  const OutsideWorld engine_at_work;
  name = {};
  return id;
}

}  // namespace

Block* freed_block_again(std::size_t size, const void* caller) {
  const std::size_t room = Heap::room_for(size);
  if (!chooses(room, caller) || allocating_from()->has_at_once(room)) return nullptr;
  Operation take{.kind = Kind::kTryAcquire, .may_fail = true, .object = object_of(room), .b = 1};
  const Word which = perform(take).result;
  if (which == 0) return nullptr;
  Block** link = &pool_of(room);
  for (Word before = 1; before < which; ++before) link = &(*link)->next;
  Block* const block = *link;
  *link = block->next;
  require_unchanged(*block);
  return block;
}

bool goes_to_pool(const void* bytes, const void* caller) {
  Heap* const heap = Heap::around(bytes);
  const Block* const block = heap == nullptr ? nullptr : heap->block_before(bytes);
  if (block == nullptr || block->over_aligned || !chooses(block->room, caller) ||
      allocating_from()->knows_alone(*block)) {
    return false;
  }
  perform({.kind = Kind::kRelease,
           .object = object_of(block->room),
           .a = 1,
           .b = reinterpret_cast<std::uintptr_t>(bytes)});
  return true;
}

// Sorted by address, so that the order of the frees does not matter.
void put_into_pool(Block& block) {
  allocating_from()->lay_aside(block);
  Block** link = &pool_of(block.room);
  while (*link != nullptr && Heap::bytes_of(**link) < Heap::bytes_of(block)) link = &(*link)->next;
  block.next = *link;
  *link = &block;
}

}  // namespace mcheck
