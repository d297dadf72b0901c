// SPDX-License-Identifier: MIT
// <semaphore>, modelled. To acquire blocks while there is no permit; a timed acquire may time out
// then, unless --timeouts off. More permits than max() are a failure, so the maximum is the given
// one.
#pragma once

#include <cstddef>
#include <limits>
#include <mcheck/detail/time.hpp>
#include <type_traits>

#include <mcheck/detail/counting.hpp>

namespace mcheck {

template <std::ptrdiff_t kMost = std::numeric_limits<std::ptrdiff_t>::max()>
class counting_semaphore {
  static_assert(kMost >= 0, "a semaphore counts from 0 up");

 public:
  constexpr explicit counting_semaphore(std::ptrdiff_t permits, const char* name = nullptr)
      : semaphore_(permits, kMost, name) {
    if (!std::is_constant_evaluated()) detail::begin_semaphore(semaphore_);
  }
  ~counting_semaphore() { detail::end_semaphore(semaphore_); }
  counting_semaphore(const counting_semaphore&) = delete;
  counting_semaphore& operator=(const counting_semaphore&) = delete;

  [[nodiscard]] static constexpr std::ptrdiff_t max() noexcept { return kMost; }

  void acquire() { detail::acquire(semaphore_); }
  void release(std::ptrdiff_t permits = 1) { detail::release(semaphore_, permits); }
  [[nodiscard]] bool try_acquire() noexcept { return detail::try_acquire(semaphore_); }

  // With no time it is a try, even with timeouts off.
  template <class Rep, class Period>
  [[nodiscard]] bool try_acquire_for(const std::chrono::duration<Rep, Period>& timeout) {
    const bool no_time = timeout <= std::chrono::duration<Rep, Period>::zero();
    return no_time ? try_acquire() : detail::acquire_in_time(semaphore_);
  }

  template <class Clock, class Duration>
  [[nodiscard]] bool try_acquire_until(const std::chrono::time_point<Clock, Duration>&) {
    return detail::acquire_in_time(semaphore_);
  }

 private:
  detail::Semaphore semaphore_;
};

using binary_semaphore = counting_semaphore<1>;

}  // namespace mcheck
