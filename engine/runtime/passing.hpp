// SPDX-License-Identifier: MIT
// The short way of an operation on an atomic in instrumented code: the engine decides, on a stack
// of its own, that the thread goes on, and it does. Everything else takes the long way
// (perform.hpp).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "engine/base/host_state.hpp"
#include "engine/trace/operation.hpp"

// For hooks in assembly: not 0 while operations may pass, and the end of the engine's stack.
extern "C" MCHECK_HOST_STATE unsigned char mcheck_passing;
extern "C" MCHECK_HOST_STATE std::byte* mcheck_aside;

namespace mcheck {

// What an operation does, but for its object and values, as one number; and the operation of that,
// written in the parts in which it is copied. What was written byte by byte and is read as a whole
// soon after, a processor waits for: a tenth of what an operation takes. (passing_test.cpp holds
// this against the fields.)
struct Manner {
  Kind kind = Kind::kYield;
  MemoryOrder order = MemoryOrder::kSeqCst;
  MemoryOrder failure_order = MemoryOrder::kSeqCst;
  std::uint8_t bytes = 8;
  bool may_fail = false;
};
constexpr std::uint32_t packed(const Manner& manner) {
  return static_cast<std::uint32_t>(manner.kind) | static_cast<std::uint32_t>(manner.order) << 8 |
         static_cast<std::uint32_t>(manner.failure_order) << 16 |
         static_cast<std::uint32_t>(manner.bytes) << 24 | (manner.may_fail ? 1u << 29 : 0);
}
inline Operation operation_of(std::uint32_t manner, ObjectId object, Word a, Word b) {
  static_assert(std::endian::native == std::endian::little);
  static_assert(offsetof(Operation, object) == 4 && offsetof(Operation, a) == 8);
  using Two [[gnu::vector_size(16)]] = Word;
  const Two front = {manner | Word{index(object)} << 32, a};
  Operation operation;
  std::memcpy(static_cast<void*>(&operation), &front, sizeof front);
  operation.b = b;
  return operation;
}

// Comes back in two registers.
struct Passed {
  Word result = 0;
  bool failed = false;
  bool done = false;
  bool gives_way = false;  // another thread is to go on, once this one rests
};

// The operation of this manner, on the atomic there. Where it is done, the caller changes the
// memory. REQUIRES: mcheck_passing, and to be called on the engine's stack.
Passed pass_atomic(std::uint32_t manner, Word a, Word b, const void* address, Word now);

}  // namespace mcheck
