// SPDX-License-Identifier: MIT
// Atomic operations of instrumented code: the functions that compilers call under
// -fsanitize=thread, for objects of 1 to 16 bytes. Each is one operation on the object at that
// address, and the memory there always holds its value.
//
// Compilers number the memory orders as the standard library does.
#include <atomic>
#include <cstdint>
#include <cstring>

#include <mcheck/detail/memory.hpp>

#include "engine/intercept/libstdcxx/counter_misuse.hpp"
#include "engine/platform/hooks/fast_path_hook.hpp"
#include "engine/runtime/data_races/accesses.hpp"

namespace mcheck {
namespace {

using detail::Change;
using detail::Location;

__extension__ using Word128 = unsigned __int128;

constexpr int kOrderMask = 7;  // higher bits are hints for transactional memory

std::memory_order order_of(int order) { return static_cast<std::memory_order>(order & kOrderMask); }

template <class Value>
Location location_of(const volatile Value* object) {
  return {.object = nullptr,
          .bytes = const_cast<Value*>(object),
          .size = sizeof(Value),
          .memory_update = detail::MemoryUpdate::kEveryChange};
}

// Reports the operation that has just happened to the race detector.
template <class Value>
[[gnu::always_inline]] inline void report_access(const volatile Value* object, bool write) {
  atomic_access(const_cast<const Value*>(object), sizeof(Value), write,
                __builtin_return_address(0));
}

template <class Value>
Value load(const volatile Value* object, int order) {
  Value result{};
  detail::load(location_of(object), &result, order_of(order));
  report_access(object, false);
  return result;
}

template <class Value>
void store(volatile Value* object, Value value, int order) {
  detail::store(location_of(object), &value, order_of(order));
  report_access(object, true);
}

template <class Value>
Value exchange(volatile Value* object, Value value, int order) {
  Value before{};
  detail::exchange(location_of(object), &value, &before, order_of(order));
  report_access(object, true);
  return before;
}

template <class Value>
bool compare_exchange(volatile Value* object, Value* expected, Value desired,
                      const detail::Exchange& how) {
  Value found = *expected;
  const bool done = detail::compare_exchange(location_of(object), &found, &desired, how);
  report_access(object, done);
  if (!done) *expected = found;
  return done;
}

// Read-modify-write operations that the engine does not have: repeated until no other thread
// intervened.
template <class Value, class Function>
Value fetch_by_compare_exchange(volatile Value* object, int order, Function function) {
  Value observed = load(object, __ATOMIC_RELAXED);
  const detail::Exchange how{
      .weak = false, .success = order_of(order), .failure = std::memory_order_relaxed};
  while (!compare_exchange(object, &observed, function(observed), how)) {
  }
  return observed;
}

template <class Value>
Value fetch(volatile Value* object, Change change, Value operand, int order, const void* caller) {
  if constexpr (sizeof(Value) > sizeof(std::uint64_t)) {
    return fetch_by_compare_exchange(object, order, [&](Value observed) {
      switch (change) {
        case Change::kAdd: return observed + operand;
        case Change::kSubtract: return observed - operand;
        case Change::kAnd: return observed & operand;
        case Change::kOr: return observed | operand;
        default: return observed ^ operand;
      }
    });
  } else {
    Value before{};
    Value after{};
    detail::fetch(location_of(object), change, &operand, {.before = &before, .after = &after},
                  order_of(order));
    report_access(object, true);
    const bool subtracts = change == Change::kSubtract;
    if (sizeof(Value) == sizeof(std::int32_t) && (subtracts || change == Change::kAdd)) {
      const auto signed_before = static_cast<std::int32_t>(before);
      const auto signed_operand = static_cast<std::int32_t>(operand);
      if (may_be_counter_misuse(subtracts, signed_before, signed_operand, order))
        check_counter(subtracts, signed_before, signed_operand, caller);
    }
    return before;
  }
}

template <class Value>
Value fetch_nand(volatile Value* object, Value operand, int order) {
  return fetch_by_compare_exchange(
      object, order, [&](Value observed) { return static_cast<Value>(~(observed & operand)); });
}

detail::Exchange exchange_orders(bool weak, int success, int failure) {
  return {.weak = weak, .success = order_of(success), .failure = order_of(failure)};
}

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
#define MCHECK_FETCH(bits, Value, name, change)                                        \
  Value body___tsan_atomic##bits##_fetch_##name(volatile Value* object, Value operand, \
                                                int order) {                           \
    return mcheck::fetch(object, mcheck::Change::change, operand, order,               \
                         __builtin_return_address(0));                                 \
  }

#define MCHECK_ATOMIC(bits, Value)                                                                 \
  Value body___tsan_atomic##bits##_load(const volatile Value* object, int order) {                 \
    return mcheck::load(object, order);                                                            \
  }                                                                                                \
  void body___tsan_atomic##bits##_store(volatile Value* object, Value value, int order) {          \
    mcheck::store(object, value, order);                                                           \
  }                                                                                                \
  Value body___tsan_atomic##bits##_exchange(volatile Value* object, Value value, int order) {      \
    return mcheck::exchange(object, value, order);                                                 \
  }                                                                                                \
  MCHECK_FETCH(bits, Value, add, kAdd)                                                             \
  MCHECK_FETCH(bits, Value, sub, kSubtract)                                                        \
  MCHECK_FETCH(bits, Value, and, kAnd)                                                             \
  MCHECK_FETCH(bits, Value, or, kOr)                                                               \
  MCHECK_FETCH(bits, Value, xor, kXor)                                                             \
  Value body___tsan_atomic##bits##_fetch_nand(volatile Value* object, Value operand, int order) {  \
    return mcheck::fetch_nand(object, operand, order);                                             \
  }                                                                                                \
  int body___tsan_atomic##bits##_compare_exchange_strong(                                          \
      volatile Value* object, Value* expected, Value desired, int success, int failure) {          \
    return mcheck::compare_exchange(object, expected, desired,                                     \
                                    mcheck::exchange_orders(false, success, failure));             \
  }                                                                                                \
  int body___tsan_atomic##bits##_compare_exchange_weak(volatile Value* object, Value* expected,    \
                                                       Value desired, int success, int failure) {  \
    return mcheck::compare_exchange(object, expected, desired,                                     \
                                    mcheck::exchange_orders(true, success, failure));              \
  }                                                                                                \
  Value body___tsan_atomic##bits##_compare_exchange_val(volatile Value* object, Value expected,    \
                                                        Value desired, int success, int failure) { \
    mcheck::compare_exchange(object, &expected, desired,                                           \
                             mcheck::exchange_orders(false, success, failure));                    \
    return expected;                                                                               \
  }

// Operations on an object of up to 8 bytes may take the fast path.
#define MCHECK_EXPANDED(macro, name) macro(name)
#define MCHECK_HOOKS(macro, bits)                                               \
  MCHECK_EXPANDED(macro, __tsan_atomic##bits##_load)                            \
  MCHECK_EXPANDED(macro, __tsan_atomic##bits##_store)                           \
  MCHECK_EXPANDED(macro, __tsan_atomic##bits##_exchange)                        \
  MCHECK_EXPANDED(macro, __tsan_atomic##bits##_fetch_add)                       \
  MCHECK_EXPANDED(macro, __tsan_atomic##bits##_fetch_sub)                       \
  MCHECK_EXPANDED(macro, __tsan_atomic##bits##_fetch_and)                       \
  MCHECK_EXPANDED(macro, __tsan_atomic##bits##_fetch_or)                        \
  MCHECK_EXPANDED(macro, __tsan_atomic##bits##_fetch_xor)                       \
  MCHECK_EXPANDED(MCHECK_STACK_CLEARING_HOOK, __tsan_atomic##bits##_fetch_nand) \
  MCHECK_EXPANDED(macro, __tsan_atomic##bits##_compare_exchange_strong)         \
  MCHECK_EXPANDED(macro, __tsan_atomic##bits##_compare_exchange_weak)           \
  MCHECK_EXPANDED(macro, __tsan_atomic##bits##_compare_exchange_val)

extern "C" {

MCHECK_HOOKS(MCHECK_FAST_PATH_HOOK, 8)
MCHECK_HOOKS(MCHECK_FAST_PATH_HOOK, 16)
MCHECK_HOOKS(MCHECK_FAST_PATH_HOOK, 32)
MCHECK_HOOKS(MCHECK_FAST_PATH_HOOK, 64)
MCHECK_HOOKS(MCHECK_STACK_CLEARING_HOOK, 128)

MCHECK_ATOMIC(8, std::uint8_t)
MCHECK_ATOMIC(16, std::uint16_t)
MCHECK_ATOMIC(32, std::uint32_t)
MCHECK_ATOMIC(64, std::uint64_t)
MCHECK_ATOMIC(128, mcheck::Word128)

void __tsan_atomic_thread_fence(int order) { mcheck::detail::fence(mcheck::order_of(order)); }
void __tsan_atomic_signal_fence(int) {}
}
// NOLINTEND
