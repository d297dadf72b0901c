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

constexpr std::size_t kLargest = 256;
constexpr std::size_t kPools = kLargest / 16;

MCHECK_WORLD_STATE std::array<Block*, kPools> pools = {};

bool chooses(const void* caller) {
  return on_model_thread() && Machine::current()->behaviour().choose_reuse && is_judged(caller);
}

Block*& pool_of(std::size_t room) { return pools[room / 16 - 1]; }

ObjectId object_of(std::size_t room) {
  std::string name;
  {
    const OutsideWorld engine_at_work;
    name = "freed blocks of " + std::to_string(room);
  }
  const ObjectId id = identify_address(&pool_of(room), ObjectKind::kSemaphore, {}, name.c_str());
  const OutsideWorld engine_at_work;
  name = {};
  return id;
}

}  // namespace

Block* freed_block_again(std::size_t size, const void* caller) {
  const std::size_t room = Heap::room_for(size);
  if (room > kLargest || !chooses(caller) || allocating_from()->has_at_once(room)) return nullptr;
  Operation take{.kind = Kind::kTryAcquire, .may_fail = true, .object = object_of(room), .b = 1};
  if (perform(take).failed) return nullptr;
  Block* const block = pool_of(room);
  pool_of(room) = block->next;
  require_unchanged(*block);
  return block;
}

bool goes_to_pool(const void* bytes, const void* caller) {
  Heap* const heap = Heap::around(bytes);
  const Block* const block = heap == nullptr ? nullptr : heap->block_before(bytes);
  if (block == nullptr || block->room > kLargest || block->over_aligned || !chooses(caller) ||
      allocating_from()->knows_alone(*block)) {
    return false;
  }
  perform({.kind = Kind::kFetch,
           .order = MemoryOrder::kRelaxed,
           .arithmetic = Arithmetic::kAdd,
           .object = object_of(block->room),
           .a = 1});
  return true;
}

void put_into_pool(Block& block) {
  allocating_from()->lay_aside(block);
  block.next = pool_of(block.room);
  pool_of(block.room) = &block;
}

}  // namespace mcheck
