// SPDX-License-Identifier: MIT
// The effect of an operation on the value of an atomic, without the rest of its object: the same as
// in engine/trace/semantics/semantics.hpp, for fast paths that need no complete outcome.
#pragma once

#include "engine/trace/semantics/operation.hpp"

namespace mcheck {

struct MemoryStep {
  Word result = 0;  // what the thread receives
  Word value = 0;   // the new value, if it is written
  bool writes = false;
  bool failed = false;
};

// Any arithmetic; on bit patterns for floating-point numbers.
[[nodiscard]] Word compute_any(Arithmetic arithmetic, Word old, Word operand);

inline Word truncated(Word value, unsigned bytes) {
  return bytes >= 8 ? value : value & ((Word{1} << (8 * bytes)) - 1);
}

// Not yet truncated.
inline Word compute(Arithmetic arithmetic, Word old, Word operand) {
  switch (arithmetic) {
    case Arithmetic::kExchange: return operand;
    case Arithmetic::kAdd: return old + operand;
    case Arithmetic::kSubtract: return old - operand;
    default: return compute_any(arithmetic, old, operand);
  }
}

// REQUIRES: a load, store, fetch or compare_exchange. `which` is the outcome: 1 for a
// compare_exchange that fails spuriously.
// Inlined, whatever else is in the translation unit: it is most of what a step costs.
[[gnu::always_inline]] inline MemoryStep memory_step(const Operation& operation, Word value,
                                                     std::uint32_t which) {
  switch (operation.kind) {
    case Kind::kStore: return {.value = operation.a, .writes = true};
    case Kind::kFetch:
      return {.result = value,
              .value =
                  truncated(compute(arithmetic_of(operation), value, operation.a), operation.bytes),
              .writes = true};
    case Kind::kCompareExchange:
      if (value == operation.a && which == 0) {
        return {.result = value, .value = operation.b, .writes = true};
      }
      return {.result = value, .failed = true};
    default: return {.result = value};
  }
}

constexpr bool is_memory_step(Kind kind) {
  return kind == Kind::kLoad || kind == Kind::kStore || kind == Kind::kFetch ||
         kind == Kind::kCompareExchange;
}

}  // namespace mcheck
