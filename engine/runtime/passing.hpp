// SPDX-License-Identifier: MIT
// The fast path of an atomic operation in instrumented code: on the engine stack, the engine
// decides that the thread runs ahead, and performs the operation. All else takes the slow path
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

// For hooks in assembly: not 0 while operations may run ahead, and the end of the engine stack.
extern "C" MCHECK_HOST_STATE unsigned char mcheck_passing;
extern "C" MCHECK_HOST_STATE std::byte* mcheck_aside;

namespace mcheck {

// An operation without its object and values, as one number; and the operation built from that
// number in the two parts in which it is copied. A processor stalls when bytes that were written
// one by one are read as a whole soon after: that would be a tenth of the cost of an operation.
// (operation_code_test.cpp compares it with the fields.)
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

// Returned in two registers.
struct Passed {
  Word result = 0;
  bool failed = false;
  bool done = false;
};

// In an operation code: the atomic is an object of the model library, identified by the id that it
// carries. (Only the engine has its value; no memory holds it.)
inline constexpr std::uint32_t kOfModel = 1u << 31;

// An operation on the atomic at the address, with its effect.
struct AtomicStep {
  const void* address = nullptr;
  std::uint32_t manner = 0;
  Word a = 0;
  Word b = 0;
  Word before = 0;  // the atomic's value before
  Word after = 0;   // and after it
};

// The running thread's last event, if it changed an atomic and nothing happened since; and how
// often the thread may repeat it, with other values, without asking the scheduler.
struct LastChange {
  static constexpr unsigned kMost = 128;

  const void* address = nullptr;  // null: the last event was something else
  Word b = 0;
  std::uint32_t manner = 0;
  ObjectId object = kNoObject;
  unsigned most = 0;
  unsigned count = 0;            // repetitions that the event log does not have yet
  Word value = 0;                // of the atomic, as the log would have it
  std::uintptr_t frame_end = 0;  // the highest end of a frame that was left before the last
                                 // repetition
  std::uintptr_t frame_end_caller = 0;
  std::uint32_t* published = nullptr;
  std::array<Repeat, kMost> steps;

  [[nodiscard]] bool is_like(const AtomicStep& step) const {
    return address == step.address && manner == step.manner && b == step.b;
  }
  // A step that changes nothing may be a spin.
  [[nodiscard]] bool happens_again(const AtomicStep& step) const {
    return count < most && is_like(step) && value == step.before && step.after != step.before;
  }
  // The same for an atomic of the model library, whose value only the engine has. Registering or
  // ending an object flushes the repetitions first.
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

// Of the machine whose threads may run ahead.
MCHECK_HOST_STATE extern LastChange* last_change;

// Performs the step, if it may run ahead. If `done`, the caller changes the memory. REQUIRES:
// run-ahead is enabled, and the caller is on the engine stack.
Passed pass_atomic(const AtomicStep& step);
// The same for an atomic of the model library, without its value. If the scheduler refuses,
// run-ahead is disabled until the thread has suspended.
Passed pass_object(const detail::Object& object, std::uint32_t manner, Word a, Word b);

// Repeats the last change. False, and nothing has happened, if the step is another one, or the
// scheduler has to be asked.
[[gnu::always_inline]] inline bool again(const AtomicStep& step) {
  if (!last_change->happens_again(step)) return false;
  last_change->again(step);
  return true;
}

}  // namespace mcheck
