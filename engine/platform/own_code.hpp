// SPDX-License-Identifier: MIT
// Where the code of the engine lies, and that of the program does not. Known where the engine was
// linked as one object (engine/names_apart.cmake); elsewhere nothing is the engine's.
#pragma once

// NOLINTBEGIN: the linker's
extern "C" {
[[gnu::weak]] extern const char mcheck_code_begin[];
[[gnu::weak]] extern const char mcheck_code_end[];
}
// NOLINTEND

namespace mcheck {

inline bool is_own_code(const void* address) {
  return address >= mcheck_code_begin && address < mcheck_code_end;
}

}  // namespace mcheck
