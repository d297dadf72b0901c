// SPDX-License-Identifier: MIT
// The base of all model mutexes: the operations that the engine knows, out of line, and the two
// class templates that the public types share.
//
// Outside of a checked program (static initialisers, a test's main) there is one thread, and every
// lock succeeds at once.
#pragma once

#include <cstdint>
#include <mcheck/detail/time.hpp>
#include <type_traits>

#include <mcheck/detail/object.hpp>

namespace mcheck::detail {

// As wide as a register: the unused upper part of a register would be saved on the stack of a
// waiting thread, and make equal states look different.
enum class LockKind : std::uint32_t {
  kPlain,
  kRecursive,  // the owner may lock again
  kWriter,     // of a shared mutex
  kReader,     // of a shared mutex
};

void begin_lock(Object& object, LockKind kind);
void end_lock(Object& object);
void lock(Object& object, LockKind kind);
[[nodiscard]] bool try_lock(Object& object, LockKind kind);
// May time out at any point, if timeouts are on.
[[nodiscard]] bool lock_in_time(Object& object, LockKind kind);
void unlock(Object& object, LockKind kind);
// Until no thread holds it in a conflicting way; acquires nothing.
void await_free(Object& object, LockKind kind);

// A timed lock with no time is a try, even with timeouts off.
template <class Rep, class Period>
[[nodiscard]] bool lock_for(Object& object, LockKind kind,
                            const std::chrono::duration<Rep, Period>& timeout) {
  const bool no_time = timeout <= std::chrono::duration<Rep, Period>::zero();
  return no_time ? try_lock(object, kind) : lock_in_time(object, kind);
}

template <LockKind kKind>
class BasicMutex {
 public:
  constexpr BasicMutex() noexcept : BasicMutex(nullptr) {}
  constexpr explicit BasicMutex(const char* name) noexcept : object_(name) {
    if (!std::is_constant_evaluated()) begin_lock(object_, kKind);
  }
  ~BasicMutex() { end_lock(object_); }
  BasicMutex(const BasicMutex&) = delete;
  BasicMutex& operator=(const BasicMutex&) = delete;

  void lock() { detail::lock(object_, kKind); }
  [[nodiscard]] bool try_lock() { return detail::try_lock(object_, kKind); }
  void unlock() { detail::unlock(object_, kKind); }

  friend void await_free(BasicMutex& mutex) { detail::await_free(mutex.object_, kKind); }
  friend const Object& object_of(const BasicMutex& mutex) { return mutex.object_; }

 protected:
  Object object_;
};

template <LockKind kKind>
class BasicTimedMutex : public BasicMutex<kKind> {
 public:
  using BasicMutex<kKind>::BasicMutex;

  template <class Rep, class Period>
  [[nodiscard]] bool try_lock_for(const std::chrono::duration<Rep, Period>& timeout) {
    return lock_for(this->object_, kKind, timeout);
  }

  template <class Clock, class Duration>
  [[nodiscard]] bool try_lock_until(const std::chrono::time_point<Clock, Duration>&) {
    return lock_in_time(this->object_, kKind);
  }
};

// Adds the functions for readers.
template <class Exclusive>
class WithReaders : public Exclusive {
 public:
  using Exclusive::Exclusive;

  void lock_shared() { detail::lock(this->object_, LockKind::kReader); }
  [[nodiscard]] bool try_lock_shared() {
    return detail::try_lock(this->object_, LockKind::kReader);
  }
  void unlock_shared() { detail::unlock(this->object_, LockKind::kReader); }

  friend void await_no_writer(WithReaders& mutex) {
    detail::await_free(mutex.object_, LockKind::kReader);
  }
};

}  // namespace mcheck::detail
