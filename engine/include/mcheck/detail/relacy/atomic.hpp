// SPDX-License-Identifier: MIT
// Relacy's atomics and fences, on top of the standard library's. Part of <mcheck/relacy.hpp>.
//
// A `$` may follow the arguments, or stand in parentheses of its own after the object.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include <mcheck/detail/relacy/suite.hpp>

namespace rl {

using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_consume;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;
inline constexpr memory_order mo_relaxed = memory_order_relaxed;
inline constexpr memory_order mo_consume = memory_order_consume;
inline constexpr memory_order mo_acquire = memory_order_acquire;
inline constexpr memory_order mo_release = memory_order_release;
inline constexpr memory_order mo_acq_rel = memory_order_acq_rel;
inline constexpr memory_order mo_seq_cst = memory_order_seq_cst;

namespace detail {

// An order, or a `$` instead of one.
struct Order {
  // NOLINTBEGIN(google-explicit-constructor)
  constexpr Order(memory_order order = mo_seq_cst) : value(order) {}
  constexpr Order(debug_info) : value(mo_seq_cst) {}
  // NOLINTEND(google-explicit-constructor)
  memory_order value;
};

}  // namespace detail

// Differs  without an initial value it holds 0.
template <class T>
class atomic : public std::atomic<T> {
  using Standard = std::atomic<T>;
  using Order = detail::Order;

 public:
  atomic() noexcept : Standard(T()) {}
  // NOLINTNEXTLINE(google-explicit-constructor)
  atomic(T value) noexcept : Standard(value) {}
  atomic(const atomic&) = delete;

  atomic& operator()(debug_info) { return *this; }
  const atomic& operator()(debug_info) const { return *this; }

  T operator=(const atomic& other) { return *this = other.load(); }
  T operator=(T value) {
    store(value);
    return value;
  }
  // NOLINTNEXTLINE(google-explicit-constructor)
  operator T() const { return load(); }
  T operator->() const { return load(); }

  T load(Order order = {}, debug_info = {}) const {
    if (detail::in_invariant) return detail::read_in_invariant(*reinterpret_cast<const T*>(this));
    return done(Standard::load(order.value));
  }
  void store(T value, Order order = {}, debug_info = {}) {
    Standard::store(value, order.value);
    detail::after_step();
  }
  T exchange(T value, Order order = {}, debug_info = {}) {
    return done(Standard::exchange(value, order.value));
  }
  bool compare_exchange_weak(T& expected, T value, Order order = {}, debug_info = {}) {
    return done(Standard::compare_exchange_weak(expected, value, order.value));
  }
  bool compare_exchange_weak(T& expected, T value, Order order, Order failure, debug_info = {}) {
    return done(Standard::compare_exchange_weak(expected, value, order.value, failure.value));
  }
  bool compare_exchange_strong(T& expected, T value, Order order = {}, debug_info = {}) {
    return done(Standard::compare_exchange_strong(expected, value, order.value));
  }
  bool compare_exchange_strong(T& expected, T value, Order order, Order failure, debug_info = {}) {
    return done(Standard::compare_exchange_strong(expected, value, order.value, failure.value));
  }
  void wait(T old, Order order = {}, debug_info = {}) const {
    Standard::wait(old, order.value);
    detail::after_step();
  }
  void notify_one(debug_info = {}) { Standard::notify_one(); }
  void notify_all(debug_info = {}) { Standard::notify_all(); }

  // Templates, since not every T has them.
  template <class By>
  T fetch_add(By by, Order order = {}, debug_info = {}) {
    return done(Standard::fetch_add(by, order.value));
  }
  template <class By>
  T fetch_sub(By by, Order order = {}, debug_info = {}) {
    return done(Standard::fetch_sub(by, order.value));
  }
  template <class By>
  T fetch_and(By by, Order order = {}, debug_info = {}) {
    return done(Standard::fetch_and(by, order.value));
  }
  template <class By>
  T fetch_or(By by, Order order = {}, debug_info = {}) {
    return done(Standard::fetch_or(by, order.value));
  }
  template <class By>
  T fetch_xor(By by, Order order = {}, debug_info = {}) {
    return done(Standard::fetch_xor(by, order.value));
  }
  T operator++() { return done(Standard::operator++()); }
  T operator--() { return done(Standard::operator--()); }
  T operator++(int) { return done(Standard::operator++(0)); }
  T operator--(int) { return done(Standard::operator--(0)); }
  template <class By>
  T operator+=(By by) {
    return done(Standard::operator+=(by));
  }
  template <class By>
  T operator-=(By by) {
    return done(Standard::operator-=(by));
  }
  template <class By>
  T operator&=(By by) {
    return done(Standard::operator&=(by));
  }
  template <class By>
  T operator|=(By by) {
    return done(Standard::operator|=(by));
  }
  template <class By>
  T operator^=(By by) {
    return done(Standard::operator^=(by));
  }

 private:
  template <class Result>
  static Result done(Result result) {
    detail::after_step();
    return result;
  }
};

inline void atomic_thread_fence(memory_order order, debug_info = {}) {
  std::atomic_thread_fence(order);
}
inline void atomic_signal_fence(memory_order order, debug_info = {}) {
  std::atomic_signal_fence(order);
}

using atomic_bool = atomic<bool>;
using atomic_address = atomic<void*>;
using atomic_char = atomic<char>;
using atomic_schar = atomic<signed char>;
using atomic_uchar = atomic<unsigned char>;
using atomic_short = atomic<short>;
using atomic_ushort = atomic<unsigned short>;
using atomic_int = atomic<int>;
using atomic_uint = atomic<unsigned>;
using atomic_long = atomic<long>;
using atomic_ulong = atomic<unsigned long>;
using atomic_llong = atomic<long long>;
using atomic_ullong = atomic<unsigned long long>;
using atomic_wchar_t = atomic<wchar_t>;
using atomic_intptr_t = atomic<std::intptr_t>;
using atomic_uintptr_t = atomic<std::uintptr_t>;
using atomic_size_t = atomic<std::size_t>;
using atomic_ptrdiff_t = atomic<std::ptrdiff_t>;

}  // namespace rl
