// SPDX-License-Identifier: MIT
// <shared_mutex>, modelled: many readers or one writer. shared_lock is the standard one.
//
// Neither side has precedence: the search chooses. A thread that holds a mutex either way and locks
// it again blocks.
#pragma once

#include <mcheck/detail/time.hpp>
#include <shared_mutex>

#include <mcheck/detail/locks.hpp>

namespace mcheck {

using std::shared_lock;

class shared_mutex : public detail::WithReaders<detail::BasicMutex<detail::LockKind::kWriter>> {
 public:
  using WithReaders::WithReaders;
};

class shared_timed_mutex
    : public detail::WithReaders<detail::BasicTimedMutex<detail::LockKind::kWriter>> {
 public:
  using WithReaders::WithReaders;

  template <class Rep, class Period>
  [[nodiscard]] bool try_lock_shared_for(const std::chrono::duration<Rep, Period>& timeout) {
    return detail::lock_for(object_, detail::LockKind::kReader, timeout);
  }

  template <class Clock, class Duration>
  [[nodiscard]] bool try_lock_shared_until(const std::chrono::time_point<Clock, Duration>&) {
    return detail::lock_in_time(object_, detail::LockKind::kReader);
  }
};

}  // namespace mcheck
