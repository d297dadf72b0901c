// SPDX-License-Identifier: MIT
// Registers of 32 bytes (AVX2), where the processor and the system have them: to look through the
// memory of a stack, or to clear some, takes a third of the time with them.
#pragma once

#include <cstddef>

namespace mcheck {

// Uses them from now on, if they are there.
void use_wide_registers();

// How many bytes from there on are seen to be zero, in steps of 256: none, where they are not used.
// REQUIRES: whole steps.
[[nodiscard]] std::size_t seen_zeros(const std::byte* from, std::size_t size);

}  // namespace mcheck
