// SPDX-License-Identifier: MIT
// Freed blocks that are had again by choice (--reuse choice), so that lock-free code meets an
// address that it knows, with another thing behind it (ABA).
//
// Idea     For each size there is one pool, the block that was freed last on top. To free is a step
//          that adds to it. To allocate is a step that takes the top, or fails by choice and takes
//          another block. So the pool is a model object, and whoever looks for schedules knows what
//          depends on what: which block an allocation gets, and how many objects have been at an
//          address before, follows from the order of these steps.
// Limits   blocks of up to 256 bytes; those that the program's own code asks for and gives back. A
//          block that no other thread can have heard of is had again by its thread, and is no step.
#pragma once

#include <cstddef>

#include "engine/world/block.hpp"

namespace mcheck {

// A freed block for a new one of that size; null: take another.
[[nodiscard]] Block* freed_block_again(std::size_t size, const void* caller);
// Before a block is freed: whether it goes to a pool, and not to its thread's heap.
[[nodiscard]] bool goes_to_pool(const void* bytes, const void* caller);
void put_into_pool(Block& block);

}  // namespace mcheck
