// SPDX-License-Identifier: MIT
// Relacy's mutexes and condition variables, on top of the standard library's; and its semaphores
// and events, built from these. Part of <mcheck/relacy.hpp>.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>

#include <mcheck/detail/relacy/suite.hpp>

namespace rl {
namespace detail {

template <class Standard>
class Mutex : public Standard {
 public:
  void lock(debug_info = {}) {
    Standard::lock();
    after_step();
  }
  [[nodiscard]] bool try_lock(debug_info = {}) {
    const bool locked = Standard::try_lock();
    after_step();
    return locked;
  }
  void unlock(debug_info = {}) {
    Standard::unlock();
    after_step();
  }
};

}  // namespace detail

using mutex = detail::Mutex<std::mutex>;
using recursive_mutex = detail::Mutex<std::recursive_mutex>;

template <class Lockable>
class lock_guard {
 public:
  explicit lock_guard(Lockable& lockable, debug_info = {}) : lockable_(lockable) {
    lockable.lock();
  }
  lock_guard(const lock_guard&) = delete;
  lock_guard& operator=(const lock_guard&) = delete;
  ~lock_guard() { lockable_.unlock(); }

 private:
  Lockable& lockable_;
};

template <class Lockable>
class unique_lock : public std::unique_lock<Lockable> {
  using Standard = std::unique_lock<Lockable>;

 public:
  using Standard::Standard;
  unique_lock(Lockable& lockable, debug_info) : Standard(lockable) {}

  void lock(debug_info = {}) { Standard::lock(); }
  [[nodiscard]] bool try_lock(debug_info = {}) { return Standard::try_lock(); }
  void unlock(debug_info = {}) { Standard::unlock(); }
};

// Waits with a mutex, or with a lock that has one.
class condition_variable {
 public:
  condition_variable() = default;
  condition_variable(const condition_variable&) = delete;
  condition_variable& operator=(const condition_variable&) = delete;

  void notify_one(debug_info = {}) {
    standard_.notify_one();
    detail::after_step();
  }
  void notify_all(debug_info = {}) {
    standard_.notify_all();
    detail::after_step();
  }

  template <class Lock>
  void wait(Lock& lock, debug_info = {}) {
    wait_with(lock, [this](auto& held) { standard_.wait(held); });
  }
  template <class Lock, class Predicate>
  requires std::is_invocable_v<Predicate&>
  void wait(Lock& lock, Predicate predicate, debug_info = {}) {
    while (!predicate()) wait(lock);
  }
  // The time is ignored: it may be over at any point, unless --timeouts off.
  template <class Lock, class Time>
  bool wait_for(Lock& lock, const Time&, debug_info = {}) {
    bool in_time = false;
    wait_with(lock, [&](auto& held) {
      in_time = standard_.wait_for(held, std::chrono::seconds(1)) == std::cv_status::no_timeout;
    });
    return in_time;
  }
  template <class Lock, class Time, class Predicate>
  requires std::is_invocable_v<Predicate&>
  bool wait_for(Lock& lock, const Time& time, Predicate predicate, debug_info = {}) {
    while (!predicate()) {
      if (!wait_for(lock, time)) return predicate();
    }
    return true;
  }
  template <class Lock, class Time, class... Words>
  bool wait_until(Lock& lock, const Time& time, Words... words) {
    return wait_for(lock, time, words...);
  }

 private:
  template <class Lock, class Wait>
  static void wait_with(Lock& lock, const Wait& wait) {
    if constexpr (requires { lock.mutex(); }) {
      wait_with(*lock.mutex(), wait);
    } else {
      std::unique_lock<std::mutex> held(lock, std::adopt_lock);
      wait(held);
      held.release();
      detail::after_step();
    }
  }

  std::condition_variable standard_;
};
using condition_variable_any = condition_variable;

enum sema_wakeup_reason {
  sema_wakeup_reason_success,
  sema_wakeup_reason_failed,
  sema_wakeup_reason_timeout,
  sema_wakeup_reason_spurious,
};

namespace detail {

// A number of permits under a lock, with a wait for one.
class Permits {
 public:
  template <class Change>
  auto change(const Change& change) {
    const std::lock_guard held(guard_);
    return change(permits_, freed_);
  }
  sema_wakeup_reason wait(bool try_wait, bool is_timed, bool takes) {
    std::unique_lock held(guard_);
    while (permits_ == 0) {
      if (try_wait) return sema_wakeup_reason_failed;
      if (!is_timed) {
        freed_.wait(held);
      } else if (freed_.wait_for(held, std::chrono::seconds(1)) == std::cv_status::timeout) {
        if (permits_ == 0) return sema_wakeup_reason_timeout;
      }
    }
    if (takes) --permits_;
    return sema_wakeup_reason_success;
  }

 private:
  std::mutex guard_;
  std::condition_variable freed_;
  unsigned permits_ = 0;
};

}  // namespace detail

// Differs  it has no spurious wake-ups.
template <class Tag>
class semaphore {
 public:
  void init(bool, unsigned permits, unsigned most, debug_info) {
    most_ = most;
    permits_.change([&](unsigned& count, auto&) { count = permits; });
  }
  void deinit(debug_info) {}

  sema_wakeup_reason wait(bool try_wait, bool is_timed, debug_info) {
    const sema_wakeup_reason reason = permits_.wait(try_wait, is_timed, true);
    detail::after_step();
    return reason;
  }
  bool post(unsigned more, unsigned& before, debug_info) {
    const bool fits = permits_.change([&](unsigned& count, auto& freed) {
      before = count;
      if (more > most_ - count) return false;
      count += more;
      freed.notify_all();
      return true;
    });
    detail::after_step();
    return fits;
  }
  bool signal(debug_info) {
    unsigned before = 0;
    return post(1, before, {});
  }
  int get_value(debug_info) {
    return permits_.change([](unsigned& count, auto&) { return static_cast<int>(count); });
  }

 private:
  detail::Permits permits_;
  unsigned most_ = 0;
};

// Stays set until it is reset or, without manual_reset, until one thread has waited for it.
class generic_event {
 public:
  void init(bool manual_reset, bool is_set, debug_info) {
    manual_reset_ = manual_reset;
    set_state(is_set);
  }
  void deinit(debug_info) {}

  void set(debug_info) { set_state(true); }
  void reset(debug_info) { set_state(false); }
  bool signal(debug_info) {
    set_state(true);
    return true;
  }
  sema_wakeup_reason wait(bool try_wait, bool is_timed, debug_info) {
    const sema_wakeup_reason reason = state_.wait(try_wait, is_timed, !manual_reset_);
    detail::after_step();
    return reason;
  }

 private:
  void set_state(bool is_set) {
    state_.change([&](unsigned& count, auto& freed) {
      count = is_set ? 1 : 0;
      if (is_set) freed.notify_all();
    });
    detail::after_step();
  }

  detail::Permits state_;
  bool manual_reset_ = false;
};

}  // namespace rl
