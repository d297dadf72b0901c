// SPDX-License-Identifier: MIT
// Where a program changes what only the kernel knows: descriptors, directories, mappings. Restoring
// memory takes none of it back, so that an execution that does it must not share its process with
// others (docs/isolation.md).
#pragma once

#include <string>

#include "engine/runtime/backtrace.hpp"

namespace mcheck {

struct KernelTouch {
  std::string what;      // "opens files"
  std::string function;  // "fopen"
  Backtrace from;
};

struct KernelCall {
  const char* what;
  const char* function;
};

// The running thread is about to make that call. Returns if it may; where executions are not
// isolated yet and should be, the execution ends here, and nothing that it did counts. Does nothing
// where no thread of the program runs.
void touch_kernel(const KernelCall& call);

// Whether code of the program runs, and not the engine on its behalf.
[[nodiscard]] bool program_runs();

}  // namespace mcheck
