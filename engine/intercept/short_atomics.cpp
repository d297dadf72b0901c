// SPDX-License-Identifier: MIT
// The fast path of atomic operations of instrumented code (fast_path_hook.hpp), for objects of 1 to
// 8 bytes. Each function returns its result and whether the operation is done.
//
// A memory order that the standard does not allow takes the slow path, which reports it.
#include <atomic>
#include <cstdint>

#include "engine/intercept/inline_counts.hpp"
#include "engine/runtime/passing.hpp"
#include "engine/trace/operation.hpp"

namespace mcheck {
namespace {

struct Answer {
  Word result = 0;
  Word done = 0;
};

constexpr unsigned kOrders =
    (1 << __ATOMIC_RELAXED | 1 << __ATOMIC_CONSUME | 1 << __ATOMIC_ACQUIRE | 1 << __ATOMIC_RELEASE |
     1 << __ATOMIC_ACQ_REL | 1 << __ATOMIC_SEQ_CST);
constexpr unsigned kLoadOrders = kOrders & ~(1u << __ATOMIC_RELEASE | 1u << __ATOMIC_ACQ_REL);
constexpr unsigned kStoreOrders =
    1 << __ATOMIC_RELAXED | 1 << __ATOMIC_RELEASE | 1 << __ATOMIC_SEQ_CST;

bool is_among(unsigned orders, int order) {
  return (static_cast<unsigned>(order) & ~7u) == 0 && (orders >> order & 1) != 0;
}

template <class Value>
std::uint32_t manner(Kind kind, int order) {
  return packed({.kind = kind, .order = static_cast<MemoryOrder>(order), .bytes = sizeof(Value)});
}

template <class Value>
Answer load(const volatile Value* object, int order) {
  const auto* memory = const_cast<const Value*>(object);
  if (!is_among(kLoadOrders, order)) return {};
  const Passed passed = pass_atomic({.address = memory,
                                     .manner = manner<Value>(Kind::kLoad, order),
                                     .before = *memory,
                                     .after = *memory});
  return {passed.result, passed.done};
}

// A change that does not repeat the last one (engine/runtime/passing.hpp). Not inlined, so that a
// repeated change saves no registers for it.
template <class Value>
[[gnu::noinline]] Answer change(Value* memory, std::uint32_t manner, Word a, Word b, Value after) {
  const Passed passed = pass_atomic({memory, manner, a, b, *memory, after});
  if (passed.done) *memory = after;
  return {passed.result, passed.done};
}

template <class Value>
[[gnu::always_inline]] inline Answer store(volatile Value* object, Value value, int order) {
  auto* memory = const_cast<Value*>(object);
  if (!is_among(kStoreOrders, order)) return {};
  const std::uint32_t how = manner<Value>(Kind::kStore, order);
  if (!again({memory, how, value, 0, *memory, value})) return change(memory, how, value, 0, value);
  *memory = value;
  return {0, 1};
}

template <class Value>
Value computed(Arithmetic arithmetic, Value before, Value operand) {
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
[[gnu::always_inline]] inline Answer fetch(volatile Value* object, Arithmetic arithmetic,
                                           Value operand, int order) {
  auto* memory = const_cast<Value*>(object);
  if (!is_among(kOrders, order)) return {};
  const Value before = *memory;
  const bool subtracts = arithmetic == Arithmetic::kSubtract;
  if (sizeof(Value) == sizeof(std::int32_t) && (subtracts || arithmetic == Arithmetic::kAdd)) {
    const auto was = static_cast<std::int32_t>(before);
    if (may_miscount(subtracts, was, static_cast<std::int32_t>(operand), order)) return {};
  }
  const Value after = computed(arithmetic, before, operand);
  const std::uint32_t how = manner<Value>(Kind::kFetch, order);
  const auto b = static_cast<Word>(arithmetic);
  if (!again({memory, how, operand, b, before, after})) {
    return change(memory, how, operand, b, after);
  }
  *memory = after;
  return {before, 1};
}

template <class Value>
Passed compare_exchange(volatile Value* object, Value expected, Value desired, bool weak,
                        int success, int failure) {
  auto* memory = const_cast<Value*>(object);
  if (!is_among(kOrders, success) || !is_among(kLoadOrders, failure)) return {};
  const std::uint32_t how = packed({.kind = Kind::kCompareExchange,
                                    .order = static_cast<MemoryOrder>(success),
                                    .failure_order = static_cast<MemoryOrder>(failure),
                                    .bytes = sizeof(Value),
                                    .may_fail = weak});
  const Passed passed = pass_atomic(
      {.address = memory, .manner = how, .a = expected, .b = desired, .before = *memory});
  if (passed.done && !passed.failed) *memory = desired;
  return passed;
}

template <class Value>
Answer compare_exchange(volatile Value* object, Value* expected, Value desired, bool weak,
                        int success, int failure) {
  const Passed passed = compare_exchange(object, *expected, desired, weak, success, failure);
  if (passed.done && passed.failed) *expected = static_cast<Value>(passed.result);
  return {passed.failed ? 0u : 1u, passed.done};
}

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
#define MCHECK_SHORT_FETCH(bits, Value, name, arithmetic)                                  \
  mcheck::Answer short___tsan_atomic##bits##_##name(volatile Value* object, Value operand, \
                                                    int order) {                           \
    return mcheck::fetch(object, mcheck::Arithmetic::arithmetic, operand, order);          \
  }

#define MCHECK_SHORT_ATOMIC(bits, Value)                                                     \
  mcheck::Answer short___tsan_atomic##bits##_load(const volatile Value* object, int order) { \
    return mcheck::load(object, order);                                                      \
  }                                                                                          \
  mcheck::Answer short___tsan_atomic##bits##_store(volatile Value* object, Value value,      \
                                                   int order) {                              \
    return mcheck::store(object, value, order);                                              \
  }                                                                                          \
  MCHECK_SHORT_FETCH(bits, Value, exchange, kExchange)                                       \
  MCHECK_SHORT_FETCH(bits, Value, fetch_add, kAdd)                                           \
  MCHECK_SHORT_FETCH(bits, Value, fetch_sub, kSubtract)                                      \
  MCHECK_SHORT_FETCH(bits, Value, fetch_and, kAnd)                                           \
  MCHECK_SHORT_FETCH(bits, Value, fetch_or, kOr)                                             \
  MCHECK_SHORT_FETCH(bits, Value, fetch_xor, kXor)                                           \
  mcheck::Answer short___tsan_atomic##bits##_compare_exchange_strong(                        \
      volatile Value* object, Value* expected, Value desired, int success, int failure) {    \
    return mcheck::compare_exchange(object, expected, desired, false, success, failure);     \
  }                                                                                          \
  mcheck::Answer short___tsan_atomic##bits##_compare_exchange_weak(                          \
      volatile Value* object, Value* expected, Value desired, int success, int failure) {    \
    return mcheck::compare_exchange(object, expected, desired, true, success, failure);      \
  }                                                                                          \
  mcheck::Answer short___tsan_atomic##bits##_compare_exchange_val(                           \
      volatile Value* object, Value expected, Value desired, int success, int failure) {     \
    const mcheck::Passed passed =                                                            \
        mcheck::compare_exchange(object, expected, desired, false, success, failure);        \
    return {passed.result, passed.done};                                                     \
  }

extern "C" {

MCHECK_SHORT_ATOMIC(8, std::uint8_t)
MCHECK_SHORT_ATOMIC(16, std::uint16_t)
MCHECK_SHORT_ATOMIC(32, std::uint32_t)
MCHECK_SHORT_ATOMIC(64, std::uint64_t)
}
// NOLINTEND
