// SPDX-License-Identifier: MIT
#include "engine/runtime/memory/reuse.hpp"

#include <array>
#include <string>

#include "engine/base/host_state.hpp"
#include "engine/memory/heap/allocation.hpp"
#include "engine/memory/heap/heap.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/runtime/machine/perform_address.hpp"
#include "engine/runtime/memory/heap_checker.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kPools = kLargestReused / 16;

MCHECK_PROGRAM_STATE std::array<Block*, kPools> pools = {};

bool is_reused_by_choice(std::size_t capacity, const void* caller) {
  return on_model_thread() &&
         (Machine::current()->behaviour().reuse_size_classes & reuse_bit(capacity)) != 0 &&
         is_program_caller(caller);
}

Block*& pool_of(std::size_t capacity) { return pools[capacity / 16 - 1]; }

// A semaphore that counts the blocks.
ObjectId object_of(std::size_t capacity) {
  std::string name;
  {
    const EngineAllocationScope engine_at_work;
    name = "freed blocks of " + std::to_string(capacity);
  }
  const ObjectId id = identify_address(&pool_of(capacity), ObjectKind::kSemaphore,
                                       {.extra = ~Word{0}, .threads = {}}, name.c_str());
  const EngineAllocationScope engine_at_work;
  name = {};
  return id;
}

}  // namespace

Block* reuse_freed_block(std::size_t size, const void* caller) {
  const std::size_t capacity = Heap::capacity_for(size);
  if (!is_reused_by_choice(capacity, caller) || get_current_heap()->has_unpublished_free(capacity))
    return nullptr;
  Operation take{
      .kind = Kind::kTryAcquire, .may_fail = true, .object = object_of(capacity), .b = 1};
  const Word which = perform(take).result;
  if (which == 0) return nullptr;
  Block** link = &pool_of(capacity);
  for (Word before = 1; before < which; ++before) link = &(*link)->next;
  Block* const block = *link;
  *link = block->next;
  require_unchanged(*block);
  return block;
}

bool announce_pool_free(const void* bytes, const void* caller) {
  Heap* const heap = Heap::containing(bytes);
  const Block* const block = heap == nullptr ? nullptr : heap->block_before(bytes);
  if (block == nullptr || block->over_aligned || !is_reused_by_choice(block->capacity, caller) ||
      get_current_heap()->is_unpublished(*block)) {
    return false;
  }
  perform({.kind = Kind::kRelease,
           .object = object_of(block->capacity),
           .a = 1,
           .b = reinterpret_cast<std::uintptr_t>(bytes)});
  return true;
}

// Sorted by address, so that the order of the frees does not matter.
void add_to_pool(Block& block) {
  get_current_heap()->add_to_pool(block);
  Block** link = &pool_of(block.capacity);
  while (*link != nullptr && Heap::bytes_of(**link) < Heap::bytes_of(block)) link = &(*link)->next;
  block.next = *link;
  *link = &block;
}

}  // namespace mcheck
