// SPDX-License-Identifier: MIT
// The short way of an operation on an atomic in instrumented code: the engine decides, on a stack
// of its own, that the thread goes on, and it does. Everything else takes the long way
// (perform.hpp).
#pragma once

#include <cstddef>

#include "engine/base/host_state.hpp"
#include "engine/trace/operation.hpp"

// For hooks in assembly: not 0 while operations may pass, and the end of the engine's stack.
extern "C" MCHECK_HOST_STATE unsigned char mcheck_passing;
extern "C" MCHECK_HOST_STATE std::byte* mcheck_aside;

namespace mcheck {

// Comes back in two registers.
struct Passed {
  Word result = 0;
  bool failed = false;
  bool done = false;
};

// The operation, on the atomic of `operation.bytes` bytes there. Where it is done, the caller
// changes the memory. REQUIRES: mcheck_passing, and to be called on the engine's stack.
Passed pass_atomic(Operation& operation, const void* address, Word now);

}  // namespace mcheck
