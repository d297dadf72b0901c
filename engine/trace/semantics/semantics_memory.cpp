// SPDX-License-Identifier: MIT
// Atomics and plain data under sequential consistency: a load reads the last store. Values are in
// versions, and the thread receives only the result.
#include <bit>

#include "engine/trace/semantics/memory_step.hpp"
#include "engine/trace/semantics/semantics_parts.hpp"

namespace mcheck {
namespace {

float as_float(Word word) { return std::bit_cast<float>(static_cast<std::uint32_t>(word)); }
double as_double(Word word) { return std::bit_cast<double>(word); }
Word from(float value) { return std::bit_cast<std::uint32_t>(value); }
Word from(double value) { return std::bit_cast<std::uint64_t>(value); }

// A write defines the value, whatever it was before.
Outcome write(const State& state, Word result, Word value) {
  State next = state;
  next.value = value;
  next.extra = 0;
  return writes(result, next);
}

bool only_writes(Kind kind) { return kind == Kind::kStore || kind == Kind::kWrite; }

Outcome atomic_wait(const Operation& operation, ThreadId thread, const State& state) {
  if (state.value != operation.a) return reads(1);
  State next = state;
  next.threads.add(thread);
  return writes(0, next);
}

}  // namespace

Outcome memory_outcome(const Operation& operation, ThreadId thread, const State& state,
                       std::uint32_t which) {
  if (state.extra == kUnwritten && !only_writes(operation.kind)) {
    return misuses(Misuse::kReadsUnwritten);
  }
  if (operation.kind == Kind::kAtomicWait) return atomic_wait(operation, thread, state);
  if (operation.kind == Kind::kWrite) return write(state, 0, operation.a);
  if (operation.kind == Kind::kRead) return reads(state.value);
  const MemoryStep step = memory_step(operation, state.value, which);
  if (step.writes) return write(state, step.result, step.value);
  return {.result = step.result, .label = step.failed ? which : 0, .failed = step.failed};
}

Word compute_any(Arithmetic arithmetic, Word old, Word operand) {
  switch (arithmetic) {
    case Arithmetic::kExchange: return operand;
    case Arithmetic::kAdd: return old + operand;
    case Arithmetic::kSubtract: return old - operand;
    case Arithmetic::kAnd: return old & operand;
    case Arithmetic::kOr: return old | operand;
    case Arithmetic::kXor: return old ^ operand;
    case Arithmetic::kAddFloat: return from(as_float(old) + as_float(operand));
    case Arithmetic::kAddDouble: return from(as_double(old) + as_double(operand));
    case Arithmetic::kSubtractFloat: return from(as_float(old) - as_float(operand));
    case Arithmetic::kSubtractDouble: return from(as_double(old) - as_double(operand));
  }
  return operand;
}

}  // namespace mcheck
