// SPDX-License-Identifier: MIT
// Atomics and plain data under sequential consistency: a load reads the last store. Values live
// here, in versions, and the thread sees only the result it is handed.
#include <bit>

#include "engine/trace/semantics_parts.hpp"

namespace mcheck {
namespace {

Word truncated(Word value, unsigned bytes) {
  return bytes >= 8 ? value : value & ((Word{1} << (8 * bytes)) - 1);
}

float as_float(Word word) { return std::bit_cast<float>(static_cast<std::uint32_t>(word)); }
double as_double(Word word) { return std::bit_cast<double>(word); }
Word from(float value) { return std::bit_cast<std::uint32_t>(value); }
Word from(double value) { return std::bit_cast<std::uint64_t>(value); }

Word computed(Arithmetic arithmetic, Word old, Word operand) {
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

Outcome write(const State& state, Word result, Word value) {
  State next = state;
  next.value = value;
  return writes(result, next);
}

// A write of plain data makes it known, whatever it was before.
Outcome write_data(const State& state, Word value) {
  Outcome written = write(state, 0, value);
  written.next.extra = 0;
  return written;
}

Outcome read_data(const State& state) {
  return state.extra == kUnwritten ? misuses(Misuse::kReadsUnwritten) : reads(state.value);
}

Outcome atomic_wait(const Operation& operation, ThreadId thread, const State& state) {
  if (state.value != operation.a) return reads(1);
  State next = state;
  next.threads.add(thread);
  return writes(0, next);
}

Outcome compare_exchange(const Operation& operation, const State& state, std::uint32_t which) {
  if (state.value == operation.a && which == 0) return write(state, state.value, operation.b);
  Outcome failed = fails(state.value);
  failed.label = which;
  return failed;
}

}  // namespace

Outcome memory_outcome(const Operation& operation, ThreadId thread, const State& state,
                       std::uint32_t which) {
  switch (operation.kind) {
    case Kind::kStore: return write(state, 0, operation.a);
    case Kind::kWrite: return write_data(state, operation.a);
    case Kind::kRead: return read_data(state);
    case Kind::kFetch:
      return write(
          state, state.value,
          truncated(computed(operation.arithmetic, state.value, operation.a), operation.bytes));
    case Kind::kCompareExchange: return compare_exchange(operation, state, which);
    case Kind::kAtomicWait: return atomic_wait(operation, thread, state);
    default: return reads(state.value);  // kLoad, kAwait
  }
}

}  // namespace mcheck
