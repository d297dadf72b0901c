// SPDX-License-Identifier: MIT
// Reuses freed blocks by choice, so that lock-free code can find a known address with another
// object behind it (ABA).
//
// Idea     There is one pool for each size. A free is a step that adds to it; such steps commute.
//          An allocation is a step that takes one of the blocks, or by choice none. So the pool is
//          a model object, and a reduction knows what depends on what: which blocks there are, and
//          how many objects have been at an address before, follows from the order of these steps.
//          An allocation may take any block, since allocators differ in which they return.
// Limits   blocks of up to 1,024 bytes that the program's own code allocates and frees. A block
//          whose address no other thread can know is reused by its own thread, without a step.
//          Which sizes have pools: reuse_evidence.hpp, and --reuse.
#pragma once

#include <cstddef>

#include "engine/memory/heap/block.hpp"

namespace mcheck {

// A freed block for a new one of that size; null: allocate another.
[[nodiscard]] Block* reuse_freed_block(std::size_t size, const void* caller);
// Before a block is freed: whether it goes to a pool, and not to its thread's heap.
[[nodiscard]] bool announce_pool_free(const void* bytes, const void* caller);
void add_to_pool(Block& block);

}  // namespace mcheck
