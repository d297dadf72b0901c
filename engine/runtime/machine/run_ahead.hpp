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
#include "engine/runtime/data_races/frame_ends.hpp"
#include "engine/search/execution/repeated_step.hpp"
#include "engine/trace/semantics/operation.hpp"

// For hooks in assembly: not 0 while operations may run ahead, and the end of the engine stack.
extern "C" MCHECK_HOST_STATE unsigned char mcheck_fast_path;
extern "C" MCHECK_HOST_STATE std::byte* mcheck_engine_stack;

namespace mcheck {

// An operation without its object and values, as one number; and the operation built from that
// number in the two parts in which it is copied. A processor stalls when bytes that were written
// one by one are read as a whole soon after: that would be a tenth of the cost of an operation.
// (operation_code_test.cpp compares it with the fields.)
struct OperationCode {
  Kind kind = Kind::kYield;
  MemoryOrder order = MemoryOrder::kSeqCst;
  MemoryOrder failure_order = MemoryOrder::kSeqCst;
  std::uint8_t bytes = 8;
  bool may_fail = false;
};
constexpr std::uint32_t packed(const OperationCode& code) {
  return static_cast<std::uint32_t>(code.kind) | static_cast<std::uint32_t>(code.order) << 8 |
         static_cast<std::uint32_t>(code.failure_order) << 16 |
         static_cast<std::uint32_t>(code.bytes) << 24 | (code.may_fail ? 1u << 29 : 0);
}
inline Operation operation_of(std::uint32_t code, ObjectId object, Word a, Word b) {
  static_assert(std::endian::native == std::endian::little);
  static_assert(offsetof(Operation, object) == 4 && offsetof(Operation, a) == 8);
  using TwoWords [[gnu::vector_size(16)]] = Word;
  const TwoWords front = {code | Word{index(object)} << 32, a};
  Operation operation;
  std::memcpy(static_cast<void*>(&operation), &front, sizeof front);
  operation.b = b;
  return operation;
}

// Returned in two registers.
struct RunAheadResult {
  Word result = 0;
  bool failed = false;
  bool done = false;
};

// In an operation code: the atomic is an object of the model library, identified by the id that it
// carries. (Only the engine has its value; no memory holds it.)
inline constexpr std::uint32_t kModelAtomic = 1u << 31;

// An operation on the atomic at the address, with its effect.
struct AtomicStep {
  const void* address = nullptr;
  std::uint32_t code = 0;
  Word a = 0;
  Word b = 0;
  Word before = 0;  // the atomic's value before
  Word after = 0;   // and after it
};

// The running thread's last event, if it changed an atomic and nothing happened since; and how
// often the thread may repeat it, with other values, without asking the scheduler.
struct RepeatedChange {
  static constexpr unsigned kMaxCount = 128;

  const void* address = nullptr;  // null: the last event was something else
  Word b = 0;
  std::uint32_t code = 0;
  ObjectId object = kNoObject;
  unsigned max_count = 0;
  unsigned count = 0;            // repetitions that the event log does not have yet
  Word value = 0;                // of the atomic, as the log would have it
  std::uintptr_t frame_end = 0;  // the highest end of a frame that was left before the last
                                 // repetition
  std::uintptr_t frame_end_caller = 0;
  std::uint32_t* published = nullptr;
  std::array<RepeatedStep, kMaxCount> steps;

  [[nodiscard]] bool has_same_code(const AtomicStep& step) const {
    return address == step.address && code == step.code && b == step.b;
  }
  // A step that changes nothing may be a spin.
  [[nodiscard]] bool repeats(const AtomicStep& step) const {
    return count < max_count && has_same_code(step) && value == step.before &&
           step.after != step.before;
  }
  // The same for an atomic of the model library, whose value only the engine has. Registering or
  // ending an object flushes the repetitions first.
  [[nodiscard]] bool matches(const detail::Object& atomic, std::uint32_t operation_code,
                             Word operand) const {
    return address == &atomic && code == (operation_code | kModelAtomic) && b == operand &&
           count < max_count && index(object) == atomic.id;
  }
  void repeat(const AtomicStep& step) { repeat(step.a, step.after); }
  void repeat(Word a, Word after) {
    if (mcheck_highest_frame_end != 0) [[unlikely]]
      record_frame_end();
    steps[count++] = {.a = a, .after = after};
    value = after;
    ++*published;
  }
  void record_frame_end() {
    const std::uintptr_t end = std::exchange(mcheck_highest_frame_end, 0);
    if (end <= frame_end) return;
    frame_end = end;
    frame_end_caller = mcheck_highest_frame_end_caller;
  }
};

// Of the machine whose threads may run ahead.
MCHECK_HOST_STATE extern RepeatedChange* repeated_change;

// Performs the step, if it may run ahead. If `done`, the caller changes the memory. REQUIRES:
// run-ahead is enabled, and the caller is on the engine stack.
RunAheadResult run_ahead_atomic(const AtomicStep& step);
// The same for an atomic of the model library, without its value. If the scheduler refuses,
// run-ahead is disabled until the thread has suspended.
RunAheadResult run_ahead_object(const detail::Object& object, std::uint32_t code, Word a, Word b);

// Repeats the last change. False, and nothing has happened, if the step is another one, or the
// scheduler has to be asked.
[[gnu::always_inline]] inline bool repeat(const AtomicStep& step) {
  if (!repeated_change->repeats(step)) return false;
  repeated_change->repeat(step);
  return true;
}

}  // namespace mcheck
