// SPDX-License-Identifier: MIT
// std::atomic_flag, and the functions on it. Part of <mcheck/atomic.hpp>.
#pragma once

#include <mcheck/atomic.hpp>

namespace mcheck {

class atomic_flag {
 public:
  constexpr atomic_flag() noexcept : atomic_flag(nullptr) {}
  // Not explicit: `atomic_flag flag = ATOMIC_FLAG_INIT;` is a flag without a name.
  // NOLINTNEXTLINE(google-explicit-constructor)
  constexpr atomic_flag(const char* name) noexcept : value_(false, name) {}
  atomic_flag(const atomic_flag&) = delete;
  atomic_flag& operator=(const atomic_flag&) = delete;

  bool test(memory_order order = memory_order_seq_cst) const noexcept { return value_.load(order); }
  bool test_and_set(memory_order order = memory_order_seq_cst) noexcept {
    return value_.exchange(true, order);
  }
  void clear(memory_order order = memory_order_seq_cst) noexcept { value_.store(false, order); }

  void wait(bool old, memory_order order = memory_order_seq_cst) const noexcept {
    value_.wait(old, order);
  }
  void notify_one() noexcept { value_.notify_one(); }
  void notify_all() noexcept { value_.notify_all(); }

 private:
  atomic<bool> value_;
};

inline bool atomic_flag_test(const atomic_flag* flag) noexcept { return flag->test(); }
inline bool atomic_flag_test_explicit(const atomic_flag* flag, memory_order order) noexcept {
  return flag->test(order);
}
inline bool atomic_flag_test_and_set(atomic_flag* flag) noexcept { return flag->test_and_set(); }
inline bool atomic_flag_test_and_set_explicit(atomic_flag* flag, memory_order order) noexcept {
  return flag->test_and_set(order);
}
inline void atomic_flag_clear(atomic_flag* flag) noexcept { flag->clear(); }
inline void atomic_flag_clear_explicit(atomic_flag* flag, memory_order order) noexcept {
  flag->clear(order);
}
inline void atomic_flag_wait(const atomic_flag* flag, bool old) noexcept { flag->wait(old); }
inline void atomic_flag_wait_explicit(const atomic_flag* flag, bool old,
                                      memory_order order) noexcept {
  flag->wait(old, order);
}
inline void atomic_flag_notify_one(atomic_flag* flag) noexcept { flag->notify_one(); }
inline void atomic_flag_notify_all(atomic_flag* flag) noexcept { flag->notify_all(); }

}  // namespace mcheck
