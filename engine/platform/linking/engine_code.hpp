// SPDX-License-Identifier: MIT
// Tells the engine's code from the program's. Works if the engine was linked as one object
// (engine/isolate_names.cmake); otherwise no code counts as the engine's.
#pragma once

// NOLINTBEGIN: defined by the linker
extern "C" {
[[gnu::weak]] extern const char mcheck_code_begin[];
[[gnu::weak]] extern const char mcheck_code_end[];
}
// NOLINTEND

namespace mcheck {

inline bool is_engine_code(const void* address) {
  return address >= mcheck_code_begin && address < mcheck_code_end;
}

}  // namespace mcheck
