// SPDX-License-Identifier: MIT
// Atomics of any size: the functions that compilers call for objects that no instruction handles.
// In libatomic they take a lock that mcheck would not see. Here each call is one operation.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <mcheck/detail/memory.hpp>

#include "engine/runtime/data_races/accesses.hpp"

namespace mcheck {
namespace {

std::memory_order order_of(int order) { return static_cast<std::memory_order>(order & 7); }

detail::Location location_of(const volatile void* object, std::size_t size) {
  return {.object = nullptr,
          .bytes = const_cast<void*>(object),
          .size = size,
          .memory_update = detail::MemoryUpdate::kEveryChange};
}

// Reports the operation that has just happened to the race detector.
[[gnu::always_inline]] inline void report_access(const volatile void* object, std::size_t size,
                                                 bool write) {
  atomic_access(const_cast<const void*>(object), size, write, __builtin_return_address(0));
}

bool compare_exchange(const detail::Location& location, void* expected, const void* desired,
                      int success, int failure) {
  return detail::compare_exchange(
      location, expected, desired,
      {.weak = false, .success = order_of(success), .failure = order_of(failure)});
}

template <class Value>
Value fetch(volatile void* object, detail::Change change, Value operand, int order) {
  Value before{};
  Value after{};
  detail::fetch(location_of(object, sizeof(Value)), change, &operand,
                {.before = &before, .after = &after}, order_of(order));
  report_access(object, sizeof(Value), true);
  return before;
}

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
// The compiler knows these names and gives them types of its own.
#define MCHECK_ATOMIC_NAME(name) __asm__("__atomic_" name)

extern "C" {

void mcheck_atomic_load(std::size_t size, const volatile void* object, void* result, int order)
    MCHECK_ATOMIC_NAME("load");
void mcheck_atomic_store(std::size_t size, volatile void* object, const void* value, int order)
    MCHECK_ATOMIC_NAME("store");
void mcheck_atomic_exchange(std::size_t size, volatile void* object, const void* value,
                            void* result, int order) MCHECK_ATOMIC_NAME("exchange");
bool mcheck_atomic_compare_exchange(std::size_t size, volatile void* object, void* expected,
                                    const void* desired, int success, int failure)
    MCHECK_ATOMIC_NAME("compare_exchange");
bool mcheck_atomic_is_lock_free(std::size_t size, const volatile void* object)
    MCHECK_ATOMIC_NAME("is_lock_free");

void mcheck_atomic_load(std::size_t size, const volatile void* object, void* result, int order) {
  mcheck::detail::clear_stack();
  mcheck::detail::load(mcheck::location_of(object, size), result, mcheck::order_of(order));
  mcheck::report_access(object, size, false);
}

void mcheck_atomic_store(std::size_t size, volatile void* object, const void* value, int order) {
  mcheck::detail::clear_stack();
  mcheck::detail::store(mcheck::location_of(object, size), value, mcheck::order_of(order));
  mcheck::report_access(object, size, true);
}

void mcheck_atomic_exchange(std::size_t size, volatile void* object, const void* value,
                            void* result, int order) {
  mcheck::detail::clear_stack();
  mcheck::detail::exchange(mcheck::location_of(object, size), value, result,
                           mcheck::order_of(order));
  mcheck::report_access(object, size, true);
}

bool mcheck_atomic_compare_exchange(std::size_t size, volatile void* object, void* expected,
                                    const void* desired, int success, int failure) {
  mcheck::detail::clear_stack();
  const bool done = mcheck::compare_exchange(mcheck::location_of(object, size), expected, desired,
                                             success, failure);
  mcheck::report_access(object, size, done);
  return done;
}

bool mcheck_atomic_is_lock_free(std::size_t size, const volatile void*) {
  return size == 1 || size == 2 || size == 4 || size == 8;
}

#define MCHECK_SIZED(size, Value)                                                              \
  Value mcheck_load_##size(const volatile void* object, int order)                             \
      MCHECK_ATOMIC_NAME("load_" #size);                                                       \
  Value mcheck_load_##size(const volatile void* object, int order) {                           \
    Value value{};                                                                             \
    mcheck_atomic_load(size, object, &value, order);                                           \
    return value;                                                                              \
  }                                                                                            \
  void mcheck_store_##size(volatile void* object, Value value, int order)                      \
      MCHECK_ATOMIC_NAME("store_" #size);                                                      \
  void mcheck_store_##size(volatile void* object, Value value, int order) {                    \
    mcheck_atomic_store(size, object, &value, order);                                          \
  }                                                                                            \
  Value mcheck_exchange_##size(volatile void* object, Value value, int order)                  \
      MCHECK_ATOMIC_NAME("exchange_" #size);                                                   \
  Value mcheck_exchange_##size(volatile void* object, Value value, int order) {                \
    Value before{};                                                                            \
    mcheck_atomic_exchange(size, object, &value, &before, order);                              \
    return before;                                                                             \
  }                                                                                            \
  bool mcheck_compare_exchange_##size(volatile void* object, void* expected, Value desired,    \
                                      int success, int failure)                                \
      MCHECK_ATOMIC_NAME("compare_exchange_" #size);                                           \
  bool mcheck_compare_exchange_##size(volatile void* object, void* expected, Value desired,    \
                                      int success, int failure) {                              \
    return mcheck_atomic_compare_exchange(size, object, expected, &desired, success, failure); \
  }

#define MCHECK_FETCH(size, Value, name, change)                                         \
  Value mcheck_fetch_##name##_##size(volatile void* object, Value operand, int order)   \
      MCHECK_ATOMIC_NAME("fetch_" #name "_" #size);                                     \
  Value mcheck_fetch_##name##_##size(volatile void* object, Value operand, int order) { \
    return mcheck::fetch(object, mcheck::detail::Change::change, operand, order);       \
  }

#define MCHECK_FETCHES(size, Value)         \
  MCHECK_SIZED(size, Value)                 \
  MCHECK_FETCH(size, Value, add, kAdd)      \
  MCHECK_FETCH(size, Value, sub, kSubtract) \
  MCHECK_FETCH(size, Value, and, kAnd)      \
  MCHECK_FETCH(size, Value, or, kOr)        \
  MCHECK_FETCH(size, Value, xor, kXor)

MCHECK_FETCHES(1, std::uint8_t)
MCHECK_FETCHES(2, std::uint16_t)
MCHECK_FETCHES(4, std::uint32_t)
MCHECK_FETCHES(8, std::uint64_t)
__extension__ using Sixteen = unsigned __int128;
MCHECK_SIZED(16, Sixteen)
}
// NOLINTEND
