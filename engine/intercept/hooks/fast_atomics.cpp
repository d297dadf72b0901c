// SPDX-License-Identifier: MIT
// The fast path of atomic operations of instrumented code (fast_path_hook.hpp), for objects of 1 to
// 8 bytes. Each function returns its result and whether the operation is done.
//
// A memory order that the standard does not allow takes the slow path, which reports it.
#include <atomic>
#include <cstdint>

#include "engine/intercept/libstdcxx/counter_misuse.hpp"
#include "engine/runtime/machine/run_ahead.hpp"
#include "engine/trace/semantics/operation.hpp"

namespace mcheck {
namespace {

struct FastResult {
  Word result = 0;
  Word done = 0;
};

constexpr unsigned kOrders =
    (1 << __ATOMIC_RELAXED | 1 << __ATOMIC_CONSUME | 1 << __ATOMIC_ACQUIRE | 1 << __ATOMIC_RELEASE |
     1 << __ATOMIC_ACQ_REL | 1 << __ATOMIC_SEQ_CST);
constexpr unsigned kLoadOrders = kOrders & ~(1u << __ATOMIC_RELEASE | 1u << __ATOMIC_ACQ_REL);
constexpr unsigned kStoreOrders =
    1 << __ATOMIC_RELAXED | 1 << __ATOMIC_RELEASE | 1 << __ATOMIC_SEQ_CST;

bool is_allowed(unsigned orders, int order) {
  return (static_cast<unsigned>(order) & ~7u) == 0 && (orders >> order & 1) != 0;
}

template <class Value>
std::uint32_t code(Kind kind, int order) {
  return packed({.kind = kind, .order = static_cast<MemoryOrder>(order), .bytes = sizeof(Value)});
}

template <class Value>
FastResult load(const volatile Value* object, int order) {
  const auto* memory = const_cast<const Value*>(object);
  if (!is_allowed(kLoadOrders, order)) return {};
  const RunAheadResult passed = run_ahead_atomic({.address = memory,
                                                  .code = code<Value>(Kind::kLoad, order),
                                                  .before = *memory,
                                                  .after = *memory});
  return {passed.result, passed.done};
}

// A change that does not repeat the last one (engine/runtime/machine/run_ahead.hpp). Not inlined,
// so that a repeated change saves no registers for it.
template <class Value>
[[gnu::noinline]] FastResult perform_change(Value* memory, std::uint32_t code, Word a, Word b,
                                            Value after) {
  const RunAheadResult passed = run_ahead_atomic({memory, code, a, b, *memory, after});
  if (passed.done) *memory = after;
  return {passed.result, passed.done};
}

template <class Value>
[[gnu::always_inline]] inline FastResult store(volatile Value* object, Value value, int order) {
  auto* memory = const_cast<Value*>(object);
  if (!is_allowed(kStoreOrders, order)) return {};
  const std::uint32_t how = code<Value>(Kind::kStore, order);
  if (!repeat({memory, how, value, 0, *memory, value}))
    return perform_change(memory, how, value, 0, value);
  *memory = value;
  return {0, 1};
}

template <class Value>
Value apply_arithmetic(Arithmetic arithmetic, Value before, Value operand) {
  switch (arithmetic) {
    case Arithmetic::kAdd: return static_cast<Value>(before + operand);
    case Arithmetic::kSubtract: return static_cast<Value>(before - operand);
    case Arithmetic::kAnd: return static_cast<Value>(before & operand);
    case Arithmetic::kOr: return static_cast<Value>(before | operand);
    case Arithmetic::kXor: return static_cast<Value>(before ^ operand);
    default: return operand;
  }
}

template <class Value>
[[gnu::always_inline]] inline FastResult fetch(volatile Value* object, Arithmetic arithmetic,
                                               Value operand, int order) {
  auto* memory = const_cast<Value*>(object);
  if (!is_allowed(kOrders, order)) return {};
  const Value before = *memory;
  const bool subtracts = arithmetic == Arithmetic::kSubtract;
  if (sizeof(Value) == sizeof(std::int32_t) && (subtracts || arithmetic == Arithmetic::kAdd)) {
    const auto signed_before = static_cast<std::int32_t>(before);
    if (may_be_counter_misuse(subtracts, signed_before, static_cast<std::int32_t>(operand), order))
      return {};
  }
  const Value after = apply_arithmetic(arithmetic, before, operand);
  const std::uint32_t how = code<Value>(Kind::kFetch, order);
  const auto b = static_cast<Word>(arithmetic);
  if (!repeat({memory, how, operand, b, before, after})) {
    return perform_change(memory, how, operand, b, after);
  }
  *memory = after;
  return {before, 1};
}

template <class Value>
RunAheadResult compare_exchange(volatile Value* object, Value expected, Value desired, bool weak,
                                int success, int failure) {
  auto* memory = const_cast<Value*>(object);
  if (!is_allowed(kOrders, success) || !is_allowed(kLoadOrders, failure)) return {};
  const std::uint32_t how = packed({.kind = Kind::kCompareExchange,
                                    .order = static_cast<MemoryOrder>(success),
                                    .failure_order = static_cast<MemoryOrder>(failure),
                                    .bytes = sizeof(Value),
                                    .may_fail = weak});
  const RunAheadResult passed = run_ahead_atomic(
      {.address = memory, .code = how, .a = expected, .b = desired, .before = *memory});
  if (passed.done && !passed.failed) *memory = desired;
  return passed;
}

template <class Value>
FastResult compare_exchange(volatile Value* object, Value* expected, Value desired, bool weak,
                            int success, int failure) {
  const RunAheadResult passed =
      compare_exchange(object, *expected, desired, weak, success, failure);
  if (passed.done && passed.failed) *expected = static_cast<Value>(passed.result);
  return {passed.failed ? 0u : 1u, passed.done};
}

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
#define MCHECK_FAST_FETCH(bits, Value, name, arithmetic)                                      \
  mcheck::FastResult fast___tsan_atomic##bits##_##name(volatile Value* object, Value operand, \
                                                       int order) {                           \
    return mcheck::fetch(object, mcheck::Arithmetic::arithmetic, operand, order);             \
  }

#define MCHECK_FAST_ATOMIC(bits, Value)                                                         \
  mcheck::FastResult fast___tsan_atomic##bits##_load(const volatile Value* object, int order) { \
    return mcheck::load(object, order);                                                         \
  }                                                                                             \
  mcheck::FastResult fast___tsan_atomic##bits##_store(volatile Value* object, Value value,      \
                                                      int order) {                              \
    return mcheck::store(object, value, order);                                                 \
  }                                                                                             \
  MCHECK_FAST_FETCH(bits, Value, exchange, kExchange)                                           \
  MCHECK_FAST_FETCH(bits, Value, fetch_add, kAdd)                                               \
  MCHECK_FAST_FETCH(bits, Value, fetch_sub, kSubtract)                                          \
  MCHECK_FAST_FETCH(bits, Value, fetch_and, kAnd)                                               \
  MCHECK_FAST_FETCH(bits, Value, fetch_or, kOr)                                                 \
  MCHECK_FAST_FETCH(bits, Value, fetch_xor, kXor)                                               \
  mcheck::FastResult fast___tsan_atomic##bits##_compare_exchange_strong(                        \
      volatile Value* object, Value* expected, Value desired, int success, int failure) {       \
    return mcheck::compare_exchange(object, expected, desired, false, success, failure);        \
  }                                                                                             \
  mcheck::FastResult fast___tsan_atomic##bits##_compare_exchange_weak(                          \
      volatile Value* object, Value* expected, Value desired, int success, int failure) {       \
    return mcheck::compare_exchange(object, expected, desired, true, success, failure);         \
  }                                                                                             \
  mcheck::FastResult fast___tsan_atomic##bits##_compare_exchange_val(                           \
      volatile Value* object, Value expected, Value desired, int success, int failure) {        \
    const mcheck::RunAheadResult passed =                                                       \
        mcheck::compare_exchange(object, expected, desired, false, success, failure);           \
    return {passed.result, passed.done};                                                        \
  }

extern "C" {

MCHECK_FAST_ATOMIC(8, std::uint8_t)
MCHECK_FAST_ATOMIC(16, std::uint16_t)
MCHECK_FAST_ATOMIC(32, std::uint32_t)
MCHECK_FAST_ATOMIC(64, std::uint64_t)
}
// NOLINTEND
