// SPDX-License-Identifier: MIT
// Freed blocks that are had again by choice, so that lock-free code meets an address that it knows,
// with another thing behind it (ABA).
//
// Idea     For each size there is one pool. To free is a step that adds to it; such steps commute.
//          To allocate is a step that takes one of the blocks, or by choice none. So the pool is a
//          model object, and whoever looks for schedules knows what depends on what: which blocks
//          there are, and how many objects have been at an address before, follows from the order
//          of these steps. Any of them, since allocators differ in which they hand out.
// Limits   blocks of up to 1,024 bytes; those that the program's own code asks for and gives back.
// A
//          block that no other thread can have heard of is had again by its thread, and is no step.
//          Which sizes have pools: reuse_signs.hpp, and --reuse.
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
