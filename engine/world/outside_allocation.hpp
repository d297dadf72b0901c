// SPDX-License-Identifier: MIT
// Allocation for whoever is not the program: the engine's heap, or the sanitizer's where there is
// one, which knows things about its blocks that another's would not have.
//
// Blocks may also come from the C library itself, if something asked it by another name than
// malloc; those go back there.
#pragma once

#include <cstddef>

namespace mcheck {

// These set errno when there is no memory. REQUIRES: alignment is a power of two.
void* allocate_outside(std::size_t size, std::size_t alignment);
void* allocate_zeroed_outside(std::size_t size);
// REQUIRES of all: the block is outside of the world, and not null.
void* resize_outside(void* block, std::size_t size);
void release_outside(void* block);
[[nodiscard]] std::size_t usable_size_outside(void* block);

}  // namespace mcheck
