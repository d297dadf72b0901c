// SPDX-License-Identifier: MIT
// std::atomic_ref: plain memory that is used atomically for a while. Part of <mcheck/atomic.hpp>.
//
// The engine identifies the referenced atomic by its address. Every change is written to memory at
// once, so that plain code finds the value there when no reference is left. Plain accesses while
// there is one are data races, which mcheck does not see.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>

#include <mcheck/atomic.hpp>

namespace mcheck {

namespace detail {
// Instructions of the processor access objects of these sizes if they are aligned to their size.
constexpr std::size_t required_alignment(std::size_t size, std::size_t alignment) {
  const bool is_word = (size & (size - 1)) == 0 && size <= 16;
  return is_word && size > alignment ? size : alignment;
}
}  // namespace detail

template <class T>
class atomic_ref : public detail::DifferenceOf<T> {
  static_assert(std::is_trivially_copyable_v<T>, "std::atomic_ref wants a trivially copyable type");
  using Operand = detail::Operand<T>;

 public:
  using value_type = T;
  static constexpr bool is_always_lock_free = __atomic_always_lock_free(sizeof(T), nullptr);
  static constexpr std::size_t required_alignment =
      detail::required_alignment(sizeof(T), alignof(T));

  explicit atomic_ref(T& object) : object_(std::addressof(object)) {
    detail::clear_padding(object);
    detail::atomic_created(location());
  }
  atomic_ref(const atomic_ref&) noexcept = default;
  atomic_ref& operator=(const atomic_ref&) = delete;

  T operator=(T desired) const noexcept {
    store(desired);
    return desired;
  }
  // NOLINTNEXTLINE(google-explicit-constructor)
  operator T() const noexcept { return load(); }
  bool is_lock_free() const noexcept { return is_always_lock_free; }

  void store(T desired, memory_order order = memory_order_seq_cst) const noexcept {
    detail::store(location(), Bytes(desired).bytes, order);
  }
  T load(memory_order order = memory_order_seq_cst) const noexcept {
    Bytes result;
    detail::load(location(), result.bytes, order);
    return result.value();
  }
  T exchange(T desired, memory_order order = memory_order_seq_cst) const noexcept {
    Bytes before;
    detail::exchange(location(), Bytes(desired).bytes, before.bytes, order);
    return before.value();
  }

  bool compare_exchange_weak(T& expected, T desired, memory_order success,
                             memory_order failure) const noexcept {
    return compare_exchange(expected, desired, {true, success, failure});
  }
  bool compare_exchange_weak(T& expected, T desired,
                             memory_order order = memory_order_seq_cst) const noexcept {
    return compare_exchange(expected, desired, {true, order, detail::failure_order(order)});
  }
  bool compare_exchange_strong(T& expected, T desired, memory_order success,
                               memory_order failure) const noexcept {
    return compare_exchange(expected, desired, {false, success, failure});
  }
  bool compare_exchange_strong(T& expected, T desired,
                               memory_order order = memory_order_seq_cst) const noexcept {
    return compare_exchange(expected, desired, {false, order, detail::failure_order(order)});
  }

  void wait(T old, memory_order order = memory_order_seq_cst) const noexcept {
    detail::wait(location(), Bytes(old).bytes, order);
  }
  void notify_one() const noexcept { detail::notify_one(location()); }
  void notify_all() const noexcept { detail::notify_all(location()); }

  // --- integers, floating point and pointers ----------------------------------------------------
  T fetch_add(Operand operand, memory_order order = memory_order_seq_cst)
      const noexcept requires detail::Addable<T> {
    return detail::fetch_sum<T, Change::kAdd>(location(), operand, order).before;
  }
  T fetch_sub(Operand operand, memory_order order = memory_order_seq_cst)
      const noexcept requires detail::Addable<T> {
    return detail::fetch_sum<T, Change::kSubtract>(location(), operand, order).before;
  }
  T operator+=(Operand operand) const noexcept requires detail::Addable<T> {
    return detail::fetch_sum<T, Change::kAdd>(location(), operand, memory_order_seq_cst).after;
  }
  T operator-=(Operand operand) const noexcept requires detail::Addable<T> {
    return detail::fetch_sum<T, Change::kSubtract>(location(), operand, memory_order_seq_cst).after;
  }
  T operator++(int) const noexcept requires detail::Steppable<T> { return fetch_add(1); }
  T operator--(int) const noexcept requires detail::Steppable<T> { return fetch_sub(1); }
  T operator++() const noexcept requires detail::Steppable<T> { return *this += 1; }
  T operator--() const noexcept requires detail::Steppable<T> { return *this -= 1; }

  // --- integers --------------------------------------------------------------------------------
  T fetch_and(T operand, memory_order order =
                             memory_order_seq_cst) const noexcept requires detail::Integer<T> {
    return detail::fetch_bits<T>(location(), Change::kAnd, operand, order).before;
  }
  T fetch_or(T operand,
             memory_order order = memory_order_seq_cst) const noexcept requires detail::Integer<T> {
    return detail::fetch_bits<T>(location(), Change::kOr, operand, order).before;
  }
  T fetch_xor(T operand, memory_order order =
                             memory_order_seq_cst) const noexcept requires detail::Integer<T> {
    return detail::fetch_bits<T>(location(), Change::kXor, operand, order).before;
  }
  T operator&=(T operand) const noexcept requires detail::Integer<T> {
    return detail::fetch_bits<T>(location(), Change::kAnd, operand, memory_order_seq_cst).after;
  }
  T operator|=(T operand) const noexcept requires detail::Integer<T> {
    return detail::fetch_bits<T>(location(), Change::kOr, operand, memory_order_seq_cst).after;
  }
  T operator^=(T operand) const noexcept requires detail::Integer<T> {
    return detail::fetch_bits<T>(location(), Change::kXor, operand, memory_order_seq_cst).after;
  }

 private:
  using Bytes = detail::Bytes<T>;
  using Change = detail::Change;

  bool compare_exchange(T& expected, T desired, const detail::Exchange& how) const noexcept {
    Bytes found(expected);
    const bool done = detail::compare_exchange(location(), found.bytes, Bytes(desired).bytes, how);
    if (!done) expected = found.value();
    return done;
  }
  [[nodiscard]] detail::Location location() const noexcept {
    return {nullptr, object_, sizeof(T), detail::MemoryUpdate::kEveryChange};
  }

  T* object_;
};

}  // namespace mcheck
