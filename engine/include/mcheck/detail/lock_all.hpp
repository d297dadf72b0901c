// SPDX-License-Identifier: MIT
// Several locks together: std::lock and std::scoped_lock, but such that every execution ends.
//
// The standard's functions acquire one lock, try the others, and start over from the one that
// failed. Two threads can do that in step for ever. Real processors do not stay in step, but a
// search finds that schedule. Here the locks are tried once in the given order. After a failure the
// thread holds nothing, waits until that lock is free, and continues in an order that is the same
// for all threads. So it is delayed only as often as another thread acquires that lock, and the
// thread that is furthest in the order is never delayed.
//
// std::scoped_lock with several model mutexes works, but may make executions endless.
#pragma once

#include <array>
#include <cstddef>
#include <mutex>
#include <shared_mutex>
#include <span>
#include <tuple>
#include <type_traits>

#include <mcheck/detail/locks.hpp>

namespace mcheck {
namespace detail {

// A lock of any type: a mutex, or a unique_lock of one.
struct AnyLock {
  void* lock;
  const void* mutex_address;  // address of the mutex: the order
  void (*acquire)(void* lock);
  bool (*try_acquire)(void* lock);
  void (*release)(void* lock);
  void (*wait_until_free)(void* lock);
};

void lock_all(std::span<AnyLock> locks);
// After a failure, while no lock is held: acquires them in one order for all threads.
void lock_all_after(std::span<AnyLock> locks, AnyLock failed);

template <class Lock>
const void* mutex_address_of(Lock& lock) {
  if constexpr (requires { lock.mutex(); }) {
    return lock.mutex();
  } else {
    return &lock;
  }
}

template <class Lock>
void wait_until_free(Lock& lock) {
  if constexpr (requires { await_free(lock); }) {
    await_free(lock);
  } else if constexpr (requires { await_free(*lock.mutex()); }) {
    await_free(*lock.mutex());
  } else {
    lock.lock();
    lock.unlock();
  }
}

template <class Mutex>
void wait_until_free(std::shared_lock<Mutex>& lock) {
  if constexpr (requires { await_no_writer(*lock.mutex()); }) {
    await_no_writer(*lock.mutex());
  } else {
    lock.lock();
    lock.unlock();
  }
}

template <class Lock>
AnyLock any_lock(Lock& lock) {
  return {
      .lock = &lock,
      .mutex_address = mutex_address_of(lock),
      .acquire = [](void* it) { static_cast<Lock*>(it)->lock(); },
      .try_acquire = [](void* it) { return static_cast<bool>(static_cast<Lock*>(it)->try_lock()); },
      .release = [](void* it) { static_cast<Lock*>(it)->unlock(); },
      .wait_until_free = [](void* it) { wait_until_free(*static_cast<Lock*>(it)); }};
}

}  // namespace detail

template <class First, class Second, class... More>
void lock(First& first, Second& second, More&... more) {
  std::array<detail::AnyLock, 2 + sizeof...(More)> locks{
      detail::any_lock(first), detail::any_lock(second), detail::any_lock(more)...};
  detail::lock_all(locks);
}

template <class... Mutexes>
class [[nodiscard]] scoped_lock {
 public:
  explicit scoped_lock(Mutexes&... mutexes) : mutexes_(mutexes...) {
    if constexpr (sizeof...(Mutexes) == 1) {
      (mutexes.lock(), ...);
    } else if constexpr (sizeof...(Mutexes) > 1) {
      mcheck::lock(mutexes...);
    }
  }
  explicit scoped_lock(std::adopt_lock_t, Mutexes&... mutexes) : mutexes_(mutexes...) {}
  ~scoped_lock() {
    std::apply([](auto&... mutexes) { (mutexes.unlock(), ...); }, mutexes_);
  }
  scoped_lock(const scoped_lock&) = delete;
  scoped_lock& operator=(const scoped_lock&) = delete;

 private:
  std::tuple<Mutexes&...> mutexes_;
};

}  // namespace mcheck
