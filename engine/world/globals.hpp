// SPDX-License-Identifier: MIT
// The writable globals of the executable: what must be put back so that static state does not leak
// from one execution into the next. The engine's own (MCHECK_HOST_STATE) are left out.
//
// The C and C++ libraries' globals are not among them: see docs/limits.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mcheck {

struct Range {
  std::byte* begin = nullptr;
  std::size_t size = 0;
};

[[nodiscard]] std::vector<Range> writable_globals();

// The address of a global relative to where the executable was loaded: the same in every process.
// REQUIRES: nothing; for other addresses it is just a number that repeats without address
// randomisation.
[[nodiscard]] std::uintptr_t place_in_image(const void* address);

}  // namespace mcheck
