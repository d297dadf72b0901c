// SPDX-License-Identifier: MIT
// Allocation for the engine and the host: from the engine's heap, or with the sanitizer's allocator
// if there is one, because a sanitizer knows its own blocks only.
//
// A block may also come from the C library itself, if it was allocated under another name than
// malloc; it is then freed there.
#pragma once

#include <cstddef>

namespace mcheck {

// Set errno if there is no memory. REQUIRES: alignment is a power of two.
void* allocate_for_engine(std::size_t size, std::size_t alignment);
void* allocate_zeroed_for_engine(std::size_t size);
// REQUIRES for all: the block is outside of program memory and not null.
void* resize_for_engine(void* block, std::size_t size);
void free_for_engine(void* block);
[[nodiscard]] std::size_t engine_usable_size(void* block);

}  // namespace mcheck
