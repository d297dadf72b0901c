// SPDX-License-Identifier: MIT
// The non-member functions of <atomic>: fences, and the operations in C spelling. Part of
// <mcheck/atomic.hpp>.
//
// Under sequential consistency a fence orders nothing that is not ordered already; it appears in
// reports. atomic_init, deprecated in C++20, is missing.
#pragma once

#include <utility>

#include <mcheck/atomic.hpp>

namespace mcheck {

inline void atomic_thread_fence(memory_order order) noexcept { detail::fence(order); }
inline void atomic_signal_fence(memory_order) noexcept {}

template <class T>
T kill_dependency(T value) noexcept {
  return value;
}

template <class T>
bool atomic_is_lock_free(const atomic<T>* object) noexcept {
  return object->is_lock_free();
}

// --- load, store, exchange ---------------------------------------------------------------------

template <class T>
T atomic_load(const atomic<T>* object) noexcept {
  return object->load();
}
template <class T>
T atomic_load_explicit(const atomic<T>* object, memory_order order) noexcept {
  return object->load(order);
}
template <class T>
void atomic_store(atomic<T>* object, typename atomic<T>::value_type desired) noexcept {
  object->store(std::move(desired));
}
template <class T>
void atomic_store_explicit(atomic<T>* object, typename atomic<T>::value_type desired,
                           memory_order order) noexcept {
  object->store(std::move(desired), order);
}
template <class T>
T atomic_exchange(atomic<T>* object, typename atomic<T>::value_type desired) noexcept {
  return object->exchange(std::move(desired));
}
template <class T>
T atomic_exchange_explicit(atomic<T>* object, typename atomic<T>::value_type desired,
                           memory_order order) noexcept {
  return object->exchange(std::move(desired), order);
}

// --- compare and exchange ----------------------------------------------------------------------

template <class T>
bool atomic_compare_exchange_weak(atomic<T>* object, typename atomic<T>::value_type* expected,
                                  typename atomic<T>::value_type desired) noexcept {
  return object->compare_exchange_weak(*expected, std::move(desired));
}
template <class T>
bool atomic_compare_exchange_strong(atomic<T>* object, typename atomic<T>::value_type* expected,
                                    typename atomic<T>::value_type desired) noexcept {
  return object->compare_exchange_strong(*expected, std::move(desired));
}
template <class T>
bool atomic_compare_exchange_weak_explicit(atomic<T>* object,
                                           typename atomic<T>::value_type* expected,
                                           typename atomic<T>::value_type desired,
                                           memory_order success, memory_order failure) noexcept {
  return object->compare_exchange_weak(*expected, std::move(desired), success, failure);
}
template <class T>
bool atomic_compare_exchange_strong_explicit(atomic<T>* object,
                                             typename atomic<T>::value_type* expected,
                                             typename atomic<T>::value_type desired,
                                             memory_order success, memory_order failure) noexcept {
  return object->compare_exchange_strong(*expected, std::move(desired), success, failure);
}

// --- arithmetic --------------------------------------------------------------------------------

template <class T>
T atomic_fetch_add(atomic<T>* object, typename atomic<T>::difference_type operand) noexcept {
  return object->fetch_add(operand);
}
template <class T>
T atomic_fetch_add_explicit(atomic<T>* object, typename atomic<T>::difference_type operand,
                            memory_order order) noexcept {
  return object->fetch_add(operand, order);
}
template <class T>
T atomic_fetch_sub(atomic<T>* object, typename atomic<T>::difference_type operand) noexcept {
  return object->fetch_sub(operand);
}
template <class T>
T atomic_fetch_sub_explicit(atomic<T>* object, typename atomic<T>::difference_type operand,
                            memory_order order) noexcept {
  return object->fetch_sub(operand, order);
}
template <class T>
T atomic_fetch_and(atomic<T>* object, typename atomic<T>::value_type operand) noexcept {
  return object->fetch_and(operand);
}
template <class T>
T atomic_fetch_and_explicit(atomic<T>* object, typename atomic<T>::value_type operand,
                            memory_order order) noexcept {
  return object->fetch_and(operand, order);
}
template <class T>
T atomic_fetch_or(atomic<T>* object, typename atomic<T>::value_type operand) noexcept {
  return object->fetch_or(operand);
}
template <class T>
T atomic_fetch_or_explicit(atomic<T>* object, typename atomic<T>::value_type operand,
                           memory_order order) noexcept {
  return object->fetch_or(operand, order);
}
template <class T>
T atomic_fetch_xor(atomic<T>* object, typename atomic<T>::value_type operand) noexcept {
  return object->fetch_xor(operand);
}
template <class T>
T atomic_fetch_xor_explicit(atomic<T>* object, typename atomic<T>::value_type operand,
                            memory_order order) noexcept {
  return object->fetch_xor(operand, order);
}

// --- waiting -----------------------------------------------------------------------------------

template <class T>
void atomic_wait(const atomic<T>* object, typename atomic<T>::value_type old) noexcept {
  object->wait(std::move(old));
}
template <class T>
void atomic_wait_explicit(const atomic<T>* object, typename atomic<T>::value_type old,
                          memory_order order) noexcept {
  object->wait(std::move(old), order);
}
template <class T>
void atomic_notify_one(atomic<T>* object) noexcept {
  object->notify_one();
}
template <class T>
void atomic_notify_all(atomic<T>* object) noexcept {
  object->notify_all();
}

}  // namespace mcheck
