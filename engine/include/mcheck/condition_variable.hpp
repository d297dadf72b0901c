// SPDX-License-Identifier: MIT
// <condition_variable>, modelled. The search chooses the waiter that a notify_one wakes. A notify
// without a waiter is lost, as in the standard.
//
// Spurious wake-ups happen only with --spurious N. A timed wait may time out at any point; with
// --timeouts off it is untimed. To wait without the lock, or with another mutex than the current
// waiters, fails the execution.
#pragma once

#include <condition_variable>
#include <mcheck/detail/time.hpp>
#include <mutex>
#include <utility>

#include <mcheck/detail/waiting.hpp>
#include <mcheck/mutex.hpp>
#include <mcheck/stop_token.hpp>

namespace mcheck {

using std::cv_status;

namespace detail {

// The base of both condition variables: they differ in the locks they accept, and in how these are
// unlocked.
class BasicCondition {
 public:
  constexpr BasicCondition() noexcept : BasicCondition(nullptr) {}
  constexpr explicit BasicCondition(const char* name) noexcept : object_(name) {
    if (!std::is_constant_evaluated()) begin_condition(object_);
  }
  ~BasicCondition() { end_condition(object_); }
  BasicCondition(const BasicCondition&) = delete;
  BasicCondition& operator=(const BasicCondition&) = delete;

  void notify_one() noexcept { detail::notify_one(object_); }
  void notify_all() noexcept { detail::notify_all(object_); }

 protected:
  // Only a condition_variable needs it: it gets the mutex itself.
  template <class Lock>
  static const Object* mutex_of(const Lock& lock) {
    if constexpr (std::is_same_v<Lock, mutex>) return &object_of(lock);
    return nullptr;
  }

  template <class Lock>
  void wait_with(Lock& lock) {
    const Waiting waiting(object_, mutex_of(lock));
    lock.unlock();
    waiting.until_notified();
    lock.lock();
  }

  template <class Lock>
  cv_status wait_in_time_with(Lock& lock) {
    const Waiting waiting(object_, mutex_of(lock));
    lock.unlock();
    const bool notified = waiting.notified_in_time();
    lock.lock();
    return notified ? cv_status::no_timeout : cv_status::timeout;
  }

  Object object_;
};

}  // namespace detail

class condition_variable : public detail::BasicCondition {
 public:
  using BasicCondition::BasicCondition;

  void wait(unique_lock<mutex>& lock) { wait_with(owned(lock)); }

  template <class Predicate>
  void wait(unique_lock<mutex>& lock, Predicate predicate) {
    while (!predicate()) wait(lock);
  }

  template <class Clock, class Duration>
  cv_status wait_until(unique_lock<mutex>& lock, const std::chrono::time_point<Clock, Duration>&) {
    return wait_in_time_with(owned(lock));
  }

  template <class Clock, class Duration, class Predicate>
  bool wait_until(unique_lock<mutex>& lock, const std::chrono::time_point<Clock, Duration>& time,
                  Predicate predicate) {
    while (!predicate()) {
      if (wait_until(lock, time) == cv_status::timeout) return predicate();
    }
    return true;
  }

  template <class Rep, class Period>
  cv_status wait_for(unique_lock<mutex>& lock, const std::chrono::duration<Rep, Period>&) {
    return wait_in_time_with(owned(lock));
  }

  template <class Rep, class Period, class Predicate>
  bool wait_for(unique_lock<mutex>& lock, const std::chrono::duration<Rep, Period>& time,
                Predicate predicate) {
    while (!predicate()) {
      if (wait_for(lock, time) == cv_status::timeout) return predicate();
    }
    return true;
  }

 private:
  static mutex& owned(unique_lock<mutex>& lock) {
    if (!lock.owns_lock()) detail::refuse_wait_without_lock();
    return *lock.mutex();
  }
};

class condition_variable_any : public detail::BasicCondition {
 public:
  using BasicCondition::BasicCondition;

  template <class Lock>
  void wait(Lock& lock) {
    wait_with(owned(lock));
  }

  template <class Lock, class Predicate>
  void wait(Lock& lock, Predicate predicate) {
    while (!predicate()) wait(lock);
  }

  template <class Lock, class Clock, class Duration>
  cv_status wait_until(Lock& lock, const std::chrono::time_point<Clock, Duration>&) {
    return wait_in_time_with(owned(lock));
  }

  template <class Lock, class Clock, class Duration, class Predicate>
  bool wait_until(Lock& lock, const std::chrono::time_point<Clock, Duration>& time,
                  Predicate predicate) {
    while (!predicate()) {
      if (wait_until(lock, time) == cv_status::timeout) return predicate();
    }
    return true;
  }

  template <class Lock, class Rep, class Period>
  cv_status wait_for(Lock& lock, const std::chrono::duration<Rep, Period>&) {
    return wait_in_time_with(owned(lock));
  }

  template <class Lock, class Rep, class Period, class Predicate>
  bool wait_for(Lock& lock, const std::chrono::duration<Rep, Period>& time, Predicate predicate) {
    while (!predicate()) {
      if (wait_for(lock, time) == cv_status::timeout) return predicate();
    }
    return true;
  }

  // These also wake up when stop is requested. They return the final value of the predicate.
  template <class Lock, class Predicate>
  bool wait(Lock& lock, stop_token token, Predicate predicate) {
    while (!token.stop_requested()) {
      if (predicate()) return true;
      wait_or_stop(owned(lock), token, [](const detail::Waiting& waiting) {
        waiting.until_notified();
        return true;
      });
    }
    return predicate();
  }

  template <class Lock, class Clock, class Duration, class Predicate>
  bool wait_until(Lock& lock, stop_token token, const std::chrono::time_point<Clock, Duration>&,
                  Predicate predicate) {
    return wait_in_time_or_stop(lock, token, predicate);
  }

  template <class Lock, class Rep, class Period, class Predicate>
  bool wait_for(Lock& lock, stop_token token, const std::chrono::duration<Rep, Period>&,
                Predicate predicate) {
    return wait_in_time_or_stop(lock, token, predicate);
  }

 private:
  // Asks the lock, if it can say whether it owns its mutex.
  template <class Lock>
  static Lock& owned(Lock& lock) {
    if constexpr (requires { lock.owns_lock(); }) {
      if (!lock.owns_lock()) detail::refuse_wait_without_lock();
    }
    return lock;
  }

  // The callback is registered after this thread is among the waiters: a later request notifies it,
  // and after an earlier one the registration does. No request is lost.
  template <class Lock, class Pause>
  bool wait_or_stop(Lock& lock, const stop_token& token, Pause pause) {
    const detail::Waiting waiting(object_);
    bool notified = false;
    {
      const stop_callback wake(token, [this] { notify_all(); });
      lock.unlock();
      notified = pause(waiting);
    }
    lock.lock();
    return notified;
  }

  template <class Lock, class Predicate>
  bool wait_in_time_or_stop(Lock& lock, const stop_token& token, Predicate& predicate) {
    while (!token.stop_requested()) {
      if (predicate()) return true;
      const bool notified = wait_or_stop(owned(lock), token, [](const detail::Waiting& waiting) {
        return waiting.notified_in_time();
      });
      if (!notified) return predicate();
    }
    return predicate();
  }
};

// When the running thread ends: unlocks, and notifies all. REQUIRES: the lock owns its mutex.
inline void notify_all_at_thread_exit(condition_variable& condition, unique_lock<mutex> lock) {
  if (!lock.owns_lock()) detail::refuse_wait_without_lock();
  const auto act = [](void* at, void* held) {
    static_cast<mutex*>(held)->unlock();
    static_cast<condition_variable*>(at)->notify_all();
  };
  detail::at_thread_end(act, &condition, lock.release());
}

}  // namespace mcheck
