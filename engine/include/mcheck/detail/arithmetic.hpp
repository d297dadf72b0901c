// SPDX-License-Identifier: MIT
// Typed read-modify-write operations with arithmetic, shared by atomic<T> and atomic_ref<T>.
//
// Integers and pointers wrap, as those of std::atomic do. A value wider than the engine's word
// (long double) is changed in a compare_exchange loop, as in the standard library.
#pragma once

#include <atomic>
#include <concepts>
#include <cstddef>
#include <type_traits>

#include <mcheck/detail/memory.hpp>
#include <mcheck/detail/values.hpp>
#include <mcheck/detail/word_atomics.hpp>

namespace mcheck::detail {

template <class T>
concept Integer = std::integral<T> && !std::same_as<std::remove_cv_t<T>, bool>;

template <class T>
concept PointerToObject = std::is_pointer_v<T> && std::is_object_v<std::remove_pointer_t<T>>;

// Types with + and -.
template <class T>
concept Addable = Integer<T> || std::floating_point<T> || PointerToObject<T>;

// Types with ++ and --.
template <class T>
concept Steppable = Integer<T> || PointerToObject<T>;

// The type of the operand that is added to a T.
template <class T>
using Operand = std::conditional_t<std::is_pointer_v<T>, std::ptrdiff_t, T>;

// Declares difference_type where the standard does.
template <class T>
struct DifferenceOf {};
template <class T>
requires Integer<T> || std::floating_point<T> || std::is_pointer_v<T>
struct DifferenceOf<T> {
  using difference_type = Operand<T>;
};

// The value before and after.
template <class T>
struct Changed {
  T before;
  T after;
};

template <class T>
consteval Change change_for(Change change) {
  const bool adds = change == Change::kAdd;
  if (std::is_same_v<T, float>) return adds ? Change::kAddFloat : Change::kSubtractFloat;
  if (std::is_same_v<T, double>) return adds ? Change::kAddDouble : Change::kSubtractDouble;
  return change;
}

// REQUIRES: always_changes()
constexpr std::uint64_t changed_word(Change change, std::uint64_t old, std::uint64_t operand) {
  if (change == Change::kAdd) return old + operand;
  return change == Change::kSubtract ? old - operand : old ^ operand;
}

// Whether the arithmetic is done on words here. For floating-point numbers the engine computes it.
template <class T>
inline constexpr bool kWordArithmetic = kFitsWord<T> && !std::is_floating_point_v<T>;

// Whether the value changes whatever it was. If it may not, a loop can spin with the operation, and
// then its result has to be in memory that is cleared before each iteration.
constexpr bool always_changes(Change change, std::uint64_t operand) {
  return change != Change::kAnd && change != Change::kOr && operand != 0;
}

// REQUIRES: an operand of the width of T.
template <class T, class By>
Changed<T> fetch_bytes(const Location& location, Change change, By operand,
                       std::memory_order order) {
  static_assert(sizeof(T) == sizeof(By));
  if constexpr (kWordArithmetic<T>) {
    if (location.object != nullptr && location.memory_update == MemoryUpdate::kNever) {
      const std::uint64_t by = word_of(operand);
      if (always_changes(change, by)) {
        const std::uint64_t before =
            mcheck_atomic_fetch(location.object, location.bytes,
                                operation_code_of(sizeof(T), order), by, change_word(change));
        prevent_tail_call();
        return {from_word<T>(before), from_word<T>(changed_word(change, before, by))};
      }
      clear_stack();
    }
  }
  Bytes<T> before;
  Bytes<T> after;
  const Bytes<By> by(operand);
  fetch(location, change, by.bytes, {.before = before.bytes, .after = after.bytes}, order);
  return {before.value(), after.value()};
}

template <class T>
T changed(Change change, T old, T operand) {
  if (change == Change::kAdd) return old + operand;
  if (change == Change::kSubtract) return old - operand;
  if constexpr (!std::is_floating_point_v<T>) {
    if (change == Change::kAnd) return old & operand;
    if (change == Change::kOr) return old | operand;
    if (change == Change::kXor) return old ^ operand;
  }
  return operand;
}

// For values that are wider than a word.
template <class T>
Changed<T> fetch_by_exchange(const Location& location, Change change, T operand,
                             std::memory_order order) {
  Bytes<T> before;
  load(location, before.bytes, std::memory_order_relaxed);
  for (;;) {
    const T old = before.value();
    const T now = changed(change, old, operand);
    const Bytes<T> after(now);
    const Exchange how{.weak = false, .success = order, .failure = failure_order(order)};
    if (compare_exchange(location, before.bytes, after.bytes, how)) return {old, now};
  }
}

template <class T>
Changed<T> fetch_bits(const Location& location, Change change, T operand, std::memory_order order) {
  if constexpr (sizeof(T) <= sizeof(std::uint64_t)) {
    return fetch_bytes<T>(location, change, operand, order);
  } else {
    return fetch_by_exchange<T>(location, change, operand, order);
  }
}

template <class T, Change kChange>
requires Addable<T> &&(kChange == Change::kAdd ||
                       kChange == Change::kSubtract) Changed<T> fetch_sum(const Location& location,
                                                                          Operand<T> operand,
                                                                          std::memory_order order) {
  if constexpr (PointerToObject<T>) {
    constexpr auto kStep = sizeof(std::remove_pointer_t<T>);
    return fetch_bytes<T>(location, kChange, static_cast<std::size_t>(operand) * kStep, order);
  } else if constexpr (sizeof(T) > sizeof(std::uint64_t)) {
    return fetch_by_exchange<T>(location, kChange, operand, order);
  } else {
    return fetch_bytes<T>(location, change_for<T>(kChange), operand, order);
  }
}

}  // namespace mcheck::detail
