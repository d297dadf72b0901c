// SPDX-License-Identifier: MIT
// What an operation on one value does to it, without the rest of its object: what semantics.hpp
// says of atomics, for who has no time for a whole outcome.
#pragma once

#include "engine/trace/operation.hpp"

namespace mcheck {

struct MemoryStep {
  Word result = 0;  // what the thread is handed
  Word value = 0;   // what the object holds afterwards, if it is written
  bool writes = false;
  bool failed = false;
};

// The bit patterns of the sum or difference of two floating-point numbers, and the like.
[[nodiscard]] Word computed_in_full(Arithmetic arithmetic, Word old, Word operand);

inline Word truncated(Word value, unsigned bytes) {
  return bytes >= 8 ? value : value & ((Word{1} << (8 * bytes)) - 1);
}

// Not yet truncated.
inline Word computed(Arithmetic arithmetic, Word old, Word operand) {
  switch (arithmetic) {
    case Arithmetic::kExchange: return operand;
    case Arithmetic::kAdd: return old + operand;
    case Arithmetic::kSubtract: return old - operand;
    default: return computed_in_full(arithmetic, old, operand);
  }
}

// REQUIRES: a load, store, fetch or compare_exchange. `which` is the outcome: 1 where a
// compare_exchange fails for no reason.
inline MemoryStep memory_step(const Operation& operation, Word value, std::uint32_t which) {
  switch (operation.kind) {
    case Kind::kStore: return {.value = operation.a, .writes = true};
    case Kind::kFetch:
      return {.result = value,
              .value = truncated(computed(arithmetic_of(operation), value, operation.a),
                                 operation.bytes),
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
