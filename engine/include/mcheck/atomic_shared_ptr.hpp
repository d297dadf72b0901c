// SPDX-License-Identifier: MIT
// atomic<std::shared_ptr<T>> and atomic<std::weak_ptr<T>>. Part of <mcheck/atomic.hpp>.
//
// In the standard two of these are equivalent if they hold the same pointer and share ownership: if
// both of their machine words are equal. So the engine keeps those two words as the value of an
// ordinary atomic, and the pointer itself is stored beside it. It is copied or replaced right after
// the operation, before any other thread can run. The replaced one is destroyed after that.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>

#include <mcheck/atomic.hpp>

namespace mcheck {
namespace detail {

template <class Pointer>
class AtomicPointer {
  static_assert(sizeof(Pointer) == 2 * sizeof(void*), "a pointer, and who owns it");

 public:
  using value_type = Pointer;
  static constexpr bool is_always_lock_free = false;

  constexpr AtomicPointer() noexcept : object_(nullptr) {
    if (!std::is_constant_evaluated()) atomic_created(location());
  }
  // NOLINTNEXTLINE(google-explicit-constructor)
  AtomicPointer(Pointer desired, const char* name = nullptr) noexcept
      : object_(name), value_(std::move(desired)) {
    atomic_created(location());
  }
  constexpr ~AtomicPointer() {
    if (!std::is_constant_evaluated()) atomic_destroyed(object_);
  }
  AtomicPointer(const AtomicPointer&) = delete;
  AtomicPointer& operator=(const AtomicPointer&) = delete;

  void operator=(Pointer desired) noexcept { store(std::move(desired)); }
  // NOLINTNEXTLINE(google-explicit-constructor)
  operator Pointer() const noexcept { return load(); }
  bool is_lock_free() const noexcept { return false; }

  void store(Pointer desired, memory_order order = memory_order_seq_cst) noexcept {
    detail::store(location(), Words(desired).bytes, order);
    value_.swap(desired);
  }
  Pointer load(memory_order order = memory_order_seq_cst) const noexcept {
    Words seen;
    detail::load(location(), seen.bytes, order);
    return value_;
  }
  Pointer exchange(Pointer desired, memory_order order = memory_order_seq_cst) noexcept {
    Words before;
    detail::exchange(location(), Words(desired).bytes, before.bytes, order);
    value_.swap(desired);
    return desired;
  }

  bool compare_exchange_weak(Pointer& expected, Pointer desired, memory_order success,
                             memory_order failure) noexcept {
    return compare_exchange(expected, desired, {true, success, failure});
  }
  bool compare_exchange_weak(Pointer& expected, Pointer desired,
                             memory_order order = memory_order_seq_cst) noexcept {
    return compare_exchange(expected, desired, {true, order, failure_order(order)});
  }
  bool compare_exchange_strong(Pointer& expected, Pointer desired, memory_order success,
                               memory_order failure) noexcept {
    return compare_exchange(expected, desired, {false, success, failure});
  }
  bool compare_exchange_strong(Pointer& expected, Pointer desired,
                               memory_order order = memory_order_seq_cst) noexcept {
    return compare_exchange(expected, desired, {false, order, failure_order(order)});
  }

  void wait(Pointer old, memory_order order = memory_order_seq_cst) const noexcept {
    detail::wait(location(), Words(old).bytes, order);
  }
  void notify_one() noexcept { detail::notify_one(location()); }
  void notify_all() noexcept { detail::notify_all(location()); }

 private:
  struct Words {
    Words() = default;
    explicit Words(const Pointer& pointer) {
      std::memcpy(bytes, static_cast<const void*>(std::addressof(pointer)), sizeof bytes);
    }
    unsigned char bytes[sizeof(Pointer)];
  };

  // What is replaced survives in a parameter of the caller: its destructor may run code of the
  // program.
  bool compare_exchange(Pointer& expected, Pointer& desired, const Exchange& how) noexcept {
    Words found(expected);
    const bool done = detail::compare_exchange(location(), found.bytes, Words(desired).bytes, how);
    if (done) {
      value_.swap(desired);
    } else {
      Pointer current = value_;
      expected.swap(current);
    }
    return done;
  }
  [[nodiscard]] Location location() const noexcept {
    return {&object_, std::addressof(value_), sizeof(Pointer), MemoryUpdate::kByCaller};
  }

  mutable Object object_;
  mutable Pointer value_;
};

}  // namespace detail

template <class T>
class atomic<std::shared_ptr<T>> : public detail::AtomicPointer<std::shared_ptr<T>> {
 public:
  using detail::AtomicPointer<std::shared_ptr<T>>::AtomicPointer;
  using detail::AtomicPointer<std::shared_ptr<T>>::operator=;

  constexpr atomic() noexcept = default;
  constexpr atomic(std::nullptr_t) noexcept {}  // NOLINT(google-explicit-constructor)
  void operator=(std::nullptr_t) noexcept { this->store(nullptr); }
};

template <class T>
class atomic<std::weak_ptr<T>> : public detail::AtomicPointer<std::weak_ptr<T>> {
 public:
  using detail::AtomicPointer<std::weak_ptr<T>>::AtomicPointer;
  using detail::AtomicPointer<std::weak_ptr<T>>::operator=;

  constexpr atomic() noexcept = default;
};

}  // namespace mcheck
