// SPDX-License-Identifier: MIT
// <mutex>, modelled: the mutexes, and call_once. Guards of one mutex are the standard ones. Several
// are locked together by mcheck::lock and mcheck::scoped_lock (detail/lock_all.hpp says why).
//
// The engine sees every lock and unlock. Time does not pass: a timed lock may time out whenever the
// lock is held, unless --timeouts off. What the standard leaves undefined is a failure: to unlock
// in another thread, to destroy a locked mutex. A thread that locks a plain mutex twice blocks.
//
//   mcheck::mutex guard{"guard"};   // the name is for reports, and optional
#pragma once

#include <mutex>
#include <tuple>
#include <utility>

#include <mcheck/detail/lock_all.hpp>
#include <mcheck/detail/locks.hpp>

namespace mcheck {

using std::adopt_lock;
using std::adopt_lock_t;
using std::defer_lock;
using std::defer_lock_t;
using std::lock_guard;
using std::try_lock;
using std::try_to_lock;
using std::try_to_lock_t;
using std::unique_lock;

class mutex : public detail::BasicMutex<detail::LockKind::kPlain> {
 public:
  using BasicMutex::BasicMutex;
};

class recursive_mutex : public detail::BasicMutex<detail::LockKind::kRecursive> {
 public:
  using BasicMutex::BasicMutex;
};

class timed_mutex : public detail::BasicTimedMutex<detail::LockKind::kPlain> {
 public:
  using BasicTimedMutex::BasicTimedMutex;
};

class recursive_timed_mutex : public detail::BasicTimedMutex<detail::LockKind::kRecursive> {
 public:
  using BasicTimedMutex::BasicTimedMutex;
};

class once_flag;

namespace detail {

// One thread's attempt to run the function of a call_once. It has failed unless succeed() was
// called.
class OnceAttempt {
 public:
  explicit OnceAttempt(once_flag& flag);
  ~OnceAttempt();
  OnceAttempt(const OnceAttempt&) = delete;
  OnceAttempt& operator=(const OnceAttempt&) = delete;

  // False: another thread has run it, and this one has nothing to do.
  [[nodiscard]] bool chosen() const { return chosen_; }
  void succeed() { succeeded_ = true; }

 private:
  once_flag& flag_;
  bool chosen_;
  bool succeeded_ = false;
};

}  // namespace detail

class once_flag {
 public:
  constexpr once_flag() noexcept : once_flag(nullptr) {}
  constexpr explicit once_flag(const char* name) noexcept : object_(name) {
    if (!std::is_constant_evaluated()) begin();
  }
  ~once_flag();
  once_flag(const once_flag&) = delete;
  once_flag& operator=(const once_flag&) = delete;

 private:
  friend class detail::OnceAttempt;

  void begin();

  detail::Object object_;
  bool done_outside_ = false;  // before any thread of the program ran
};

// Calls the function unless a call with this flag has returned. A call that throws leaves the flag
// unchanged, and another thread tries.
template <class Function, class... Arguments>
void call_once(once_flag& flag, Function&& function, Arguments&&... arguments) {
  detail::OnceAttempt attempt(flag);
  if (!attempt.chosen()) return;
  std::apply(std::forward<Function>(function),
             std::forward_as_tuple(std::forward<Arguments>(arguments)...));
  attempt.succeed();
}

}  // namespace mcheck
