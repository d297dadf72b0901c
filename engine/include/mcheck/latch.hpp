// SPDX-License-Identifier: MIT
// <latch>, modelled: a count that goes down to 0 once, and threads that wait for that. A count
// below 0 fails the execution.
#pragma once

#include <cstddef>
#include <limits>
#include <type_traits>

#include <mcheck/detail/counting.hpp>

namespace mcheck {

class latch {
 public:
  constexpr explicit latch(std::ptrdiff_t expected, const char* name = nullptr)
      : gate_(expected, name) {
    if (!std::is_constant_evaluated()) detail::begin_latch(gate_);
  }
  ~latch() { detail::end_latch(gate_); }
  latch(const latch&) = delete;
  latch& operator=(const latch&) = delete;

  [[nodiscard]] static constexpr std::ptrdiff_t max() noexcept {
    return std::numeric_limits<std::ptrdiff_t>::max();
  }

  void count_down(std::ptrdiff_t by = 1) { detail::count_down(gate_, by); }
  [[nodiscard]] bool try_wait() const noexcept { return detail::is_open(gate_); }
  void wait() const { detail::wait(gate_); }
  void arrive_and_wait(std::ptrdiff_t by = 1) {
    count_down(by);
    wait();
  }

 private:
  mutable detail::Gate gate_;
};

}  // namespace mcheck
