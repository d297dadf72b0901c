// SPDX-License-Identifier: MIT
// Effects of a program on the kernel's state: descriptors, directories, mappings. Restoring memory
// does not undo them, so an execution that has some must not share its process with others
// (docs/isolation.md).
#pragma once

#include <string>

#include "engine/runtime/machine/backtrace.hpp"

namespace mcheck {

struct KernelEffect {
  std::string what;      // "opens files"
  std::string function;  // "fopen"
  Backtrace from;
};

struct KernelCall {
  const char* what;
  const char* function;
};

// The object that orders them.
inline constexpr const char* kSystemCalls = "system calls";

// The running thread is about to make that call. Returns if it may, after an operation that orders
// it among such calls of other threads; if executions should be isolated and are not yet, the
// execution ends here and is discarded. Does nothing if no thread of the program runs.
void note_kernel_effect(const KernelCall& call);
// The program opens a file to write. Whether it did so before the first search: in a constructor of
// a global object.
void note_file_for_writing();
[[nodiscard]] bool writes_files_at_start();

// The same for a call that changes nothing: it is ordered where executions are isolated.
void note_kernel_query();

// Whether code of the program runs, and not the engine on its behalf.
[[nodiscard]] bool is_program_running();

}  // namespace mcheck
