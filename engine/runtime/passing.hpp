// SPDX-License-Identifier: MIT
// The short way of an operation on an atomic in instrumented code: the engine decides, on a stack
// of its own, that the thread goes on, and it does. Everything else takes the long way
// (perform.hpp).
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "engine/base/host_state.hpp"
#include "engine/include/mcheck/detail/object.hpp"
#include "engine/runtime/frame_ends.hpp"
#include "engine/search/repeat.hpp"
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
};

// In a manner: the atomic is an object of the model library, known by what it carries. (What the
// engine knows of it is all there is: no memory holds the value besides.)
inline constexpr std::uint32_t kOfModel = 1u << 31;

// What an operation on the atomic there would do.
struct AtomicStep {
  const void* address = nullptr;
  std::uint32_t manner = 0;
  Word a = 0;
  Word b = 0;
  Word before = 0;  // what the atomic holds
  Word after = 0;   // and would hold
};

// What the running thread did last, if that was a change of an atomic, and nothing has happened
// since; how often it may do that again, with other values, without asking anybody.
struct LastChange {
  static constexpr unsigned kMost = 128;

  const void* address = nullptr;  // null: it was something else
  Word b = 0;
  std::uint32_t manner = 0;
  ObjectId object = kNoObject;
  unsigned most = 0;
  unsigned count = 0;            // so often it has, and nobody has been told
  Word value = 0;                // of the atomic, as the log would know it
  std::uintptr_t frame_end = 0;  // the highest that was left before the last of them
  std::uintptr_t frame_end_caller = 0;
  std::uint32_t* published = nullptr;
  std::array<Repeat, kMost> steps;

  [[nodiscard]] bool is_like(const AtomicStep& step) const {
    return address == step.address && manner == step.manner && b == step.b;
  }
  // What changes nothing may be polling.
  [[nodiscard]] bool happens_again(const AtomicStep& step) const {
    return count < most && is_like(step) && value == step.before && step.after != step.before;
  }
  // The same of an atomic of the model library, of which the engine knows what it holds. Objects
  // are made known and end where this is told of it first.
  [[nodiscard]] bool may_be(const detail::Object& atomic, std::uint32_t how, Word by) const {
    return address == &atomic && manner == (how | kOfModel) && b == by && count < most &&
           index(object) == atomic.id;
  }
  void again(const AtomicStep& step) { again(step.a, step.after); }
  void again(Word a, Word after) {
    if (mcheck_highest_frame_end != 0) [[unlikely]]
      keep_frame_end();
    steps[count++] = {.a = a, .after = after};
    value = after;
    ++*published;
  }
  void keep_frame_end() {
    const std::uintptr_t end = std::exchange(mcheck_highest_frame_end, 0);
    if (end <= frame_end) return;
    frame_end = end;
    frame_end_caller = mcheck_highest_frame_end_caller;
  }
};

// Of the machine whose threads may pass.
MCHECK_HOST_STATE extern LastChange* last_change;

// The step happens, if it may. Where it is done, the caller changes the memory. REQUIRES:
// mcheck_passing, and to be called on the engine's stack.
Passed pass_atomic(const AtomicStep& step);
// The same of an atomic of the model library. What it holds need not be said. Where it is not done
// although it was asked, nothing passes any more until the thread has come to rest.
Passed pass_object(const detail::Object& object, std::uint32_t manner, Word a, Word b);

// The same as the last one, again: false, and nothing has happened, if it is another, or has to be
// asked about.
[[gnu::always_inline]] inline bool again(const AtomicStep& step) {
  if (!last_change->happens_again(step)) return false;
  last_change->again(step);
  return true;
}

}  // namespace mcheck
