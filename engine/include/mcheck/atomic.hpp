// SPDX-License-Identifier: MIT
// <atomic> of the C++20 standard library; every operation is a scheduling point.
//
//   mcheck::atomic<int> count{0, "count"};   // the name is optional, and for reports only
//
// Differs  an order that an operation may not have is a failure. compare_exchange_weak fails
//          spuriously only with --spurious N. There are no volatile overloads, and the destructor
//          is not trivial (but constexpr: constinit and constexpr objects are fine).
// Limits   where no thread of an explored program runs, operations act on the object directly.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <type_traits>

#include <mcheck/detail/arithmetic.hpp>
#include <mcheck/detail/memory.hpp>
#include <mcheck/detail/values.hpp>

namespace mcheck {

using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_consume;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

template <class T>
class atomic;
template <class T>  // await.hpp
void await(const atomic<T>& variable, std::type_identity_t<T> value,
           memory_order order = memory_order_seq_cst) noexcept;

template <class T>
class atomic : public detail::DifferenceOf<T> {
  using Operand = detail::Operand<T>;
  static_assert(std::is_trivially_copyable_v<T>, "std::atomic wants a trivially copyable type");
  static_assert(std::is_copy_constructible_v<T> && std::is_move_constructible_v<T> &&
                    std::is_copy_assignable_v<T> && std::is_move_assignable_v<T>,
                "std::atomic wants a copyable type");
  static_assert(std::is_same_v<T, std::remove_cv_t<T>>, "std::atomic wants a type without cv");

 public:
  using value_type = T;
  static constexpr bool is_always_lock_free = __atomic_always_lock_free(sizeof(T), nullptr);

  constexpr atomic() noexcept(
      std::is_nothrow_default_constructible_v<T>) requires std::is_default_constructible_v<T>
      : atomic(T()) {}
  // NOLINTNEXTLINE(google-explicit-constructor)
  constexpr atomic(T desired, const char* name = nullptr) noexcept
      : object_(name), value_(desired) {
    detail::clear_padding(value_);
    if (!std::is_constant_evaluated()) detail::atomic_created(location());
  }
  constexpr ~atomic() {
    if (!std::is_constant_evaluated()) detail::atomic_destroyed(object_);
  }
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;

  T operator=(T desired) noexcept {
    store(desired);
    return desired;
  }
  // NOLINTNEXTLINE(google-explicit-constructor)
  operator T() const noexcept { return load(); }
  bool is_lock_free() const noexcept { return is_always_lock_free; }

  void store(T desired, memory_order order = memory_order_seq_cst) noexcept {
    if constexpr (detail::kFitsWord<T>) {
      mcheck_atomic_store(&object_, first(), detail::operation_code_of(sizeof(T), order),
                          detail::word_of(desired));
      detail::prevent_tail_call();
    } else {
      detail::store(location(), Bytes(desired).bytes, order);
    }
  }
  T load(memory_order order = memory_order_seq_cst) const noexcept {
    Bytes result;
    detail::load(location(), result.bytes, order);
    return result.value();
  }
  T exchange(T desired, memory_order order = memory_order_seq_cst) noexcept {
    Bytes before;
    detail::exchange(location(), Bytes(desired).bytes, before.bytes, order);
    return before.value();
  }

  bool compare_exchange_weak(T& expected, T desired, memory_order success,
                             memory_order failure) noexcept {
    return compare_exchange(expected, desired, {true, success, failure});
  }
  bool compare_exchange_weak(T& expected, T desired,
                             memory_order order = memory_order_seq_cst) noexcept {
    return compare_exchange(expected, desired, {true, order, detail::failure_order(order)});
  }
  bool compare_exchange_strong(T& expected, T desired, memory_order success,
                               memory_order failure) noexcept {
    return compare_exchange(expected, desired, {false, success, failure});
  }
  bool compare_exchange_strong(T& expected, T desired,
                               memory_order order = memory_order_seq_cst) noexcept {
    return compare_exchange(expected, desired, {false, order, detail::failure_order(order)});
  }

  void wait(T old, memory_order order = memory_order_seq_cst) const noexcept {
    detail::wait(location(), Bytes(old).bytes, order);
  }
  void notify_one() noexcept { detail::notify_one(location()); }
  void notify_all() noexcept { detail::notify_all(location()); }

  // --- integers, floating point and pointers ----------------------------------------------------
  T fetch_add(Operand operand,
              memory_order order = memory_order_seq_cst) noexcept requires detail::Addable<T> {
    return detail::fetch_sum<T, Change::kAdd>(location_without_clearing(), operand, order).before;
  }
  T fetch_sub(Operand operand,
              memory_order order = memory_order_seq_cst) noexcept requires detail::Addable<T> {
    return detail::fetch_sum<T, Change::kSubtract>(location_without_clearing(), operand, order)
        .before;
  }
  T operator+=(Operand operand) noexcept requires detail::Addable<T> {
    return detail::fetch_sum<T, Change::kAdd>(location_without_clearing(), operand,
                                              memory_order_seq_cst)
        .after;
  }
  T operator-=(Operand operand) noexcept requires detail::Addable<T> {
    return detail::fetch_sum<T, Change::kSubtract>(location_without_clearing(), operand,
                                                   memory_order_seq_cst)
        .after;
  }
  T operator++(int) noexcept requires detail::Steppable<T> { return fetch_add(1); }
  T operator--(int) noexcept requires detail::Steppable<T> { return fetch_sub(1); }
  T operator++() noexcept requires detail::Steppable<T> { return *this += 1; }
  T operator--() noexcept requires detail::Steppable<T> { return *this -= 1; }

  // --- integers --------------------------------------------------------------------------------
  T fetch_and(T operand,
              memory_order order = memory_order_seq_cst) noexcept requires detail::Integer<T> {
    return detail::fetch_bits<T>(location_without_clearing(), Change::kAnd, operand, order).before;
  }
  T fetch_or(T operand,
             memory_order order = memory_order_seq_cst) noexcept requires detail::Integer<T> {
    return detail::fetch_bits<T>(location_without_clearing(), Change::kOr, operand, order).before;
  }
  T fetch_xor(T operand,
              memory_order order = memory_order_seq_cst) noexcept requires detail::Integer<T> {
    return detail::fetch_bits<T>(location_without_clearing(), Change::kXor, operand, order).before;
  }
  T operator&=(T operand) noexcept requires detail::Integer<T> {
    return detail::fetch_bits<T>(location_without_clearing(), Change::kAnd, operand,
                                 memory_order_seq_cst)
        .after;
  }
  T operator|=(T operand) noexcept requires detail::Integer<T> {
    return detail::fetch_bits<T>(location_without_clearing(), Change::kOr, operand,
                                 memory_order_seq_cst)
        .after;
  }
  T operator^=(T operand) noexcept requires detail::Integer<T> {
    return detail::fetch_bits<T>(location_without_clearing(), Change::kXor, operand,
                                 memory_order_seq_cst)
        .after;
  }

 private:
  friend void await<T>(const atomic& variable, T value, memory_order order) noexcept;

  using Bytes = detail::Bytes<T>;
  using Change = detail::Change;

  bool compare_exchange(T& expected, T desired, const detail::Exchange& how) noexcept {
    Bytes found(expected);
    const bool done = detail::compare_exchange(location(), found.bytes, Bytes(desired).bytes, how);
    if (!done) expected = found.value();
    return done;
  }
  [[nodiscard]] T* first() const noexcept { return std::addressof(value_); }
  [[nodiscard]] detail::Location location() const noexcept {
    detail::clear_stack();
    return {&object_, first(), sizeof(T), detail::MemoryUpdate::kNever};
  }
  // The same for arithmetic, which may clear the stack itself.
  [[nodiscard]] detail::Location location_without_clearing() const noexcept {
    if constexpr (!detail::kWordArithmetic<T>) detail::clear_stack();
    return {&object_, first(), sizeof(T), detail::MemoryUpdate::kNever};
  }

  mutable detail::Object object_;
  mutable T value_;  // the first value
};

}  // namespace mcheck

#include <mcheck/atomic_flag.hpp>
#include <mcheck/atomic_functions.hpp>
#include <mcheck/atomic_ref.hpp>
#include <mcheck/atomic_shared_ptr.hpp>
#include <mcheck/atomic_types.hpp>
