// SPDX-License-Identifier: MIT
// Threads that a suite starts itself, and short waits in Relacy's tests. Part of
// <mcheck/relacy.hpp>.
#pragma once

#include <thread>
#include <type_traits>
#include <utility>

#include <mcheck/detail/relacy/suite.hpp>

namespace rl {

class thread : public std::thread {
 public:
  using std::thread::thread;
  thread() = default;
  template <class Function>
  requires std::is_invocable_v < std::decay_t<Function>
  & > thread(Function&& function, debug_info) : std::thread(std::forward<Function>(function)) {}

  void join(debug_info = {}) { std::thread::join(); }
};

class dyn_thread {
 public:
  dyn_thread() = default;
  dyn_thread(const dyn_thread&) = delete;
  dyn_thread& operator=(const dyn_thread&) = delete;

  void start(void* (*function)(void*), void* argument) {
    thread_ = std::thread([=] { function(argument); });
  }
  void join() { thread_.join(); }

 private:
  std::thread thread_;
};

// Several yields have the effect of one.
inline void yield(unsigned, debug_info = {}) { std::this_thread::yield(); }

template <unsigned kFactor, unsigned kStep>
class backoff_t {
 public:
  void yield(debug_info = {}) { std::this_thread::yield(); }
};
using backoff = backoff_t<1, 0>;
using linear_backoff = backoff_t<1, 1>;
using exp_backoff = backoff_t<2, 0>;

}  // namespace rl
