// SPDX-License-Identifier: MIT
// <thread>, modelled. A thread is a coroutine of the engine. At every operation on a model object
// the engine chooses which thread continues.
//
// Time does not pass: to sleep orders nothing and only lets others run first. Where the standard
// throws std::system_error (to join twice, or itself) or terminates (to destroy a joinable thread),
// the execution fails.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <mcheck/detail/time.hpp>
#include <ostream>
#include <type_traits>
#include <utility>

#include <mcheck/detail/threads.hpp>
#include <mcheck/stop_token.hpp>

namespace mcheck {

namespace detail {

// thread::id. The number is the same in every execution, so to order or hash by it is harmless.
class ThreadIdentity {
 public:
  constexpr ThreadIdentity() noexcept = default;
  constexpr explicit ThreadIdentity(std::uint64_t number) noexcept : number_(number) {}

  friend constexpr bool operator==(ThreadIdentity, ThreadIdentity) noexcept = default;
  friend constexpr std::strong_ordering operator<=>(ThreadIdentity,
                                                    ThreadIdentity) noexcept = default;

  template <class Char, class Traits>
  friend std::basic_ostream<Char, Traits>& operator<<(std::basic_ostream<Char, Traits>& out,
                                                      ThreadIdentity id) {
    if (id.number_ == 0) return out << "thread::id of a non-executing thread";
    return out << id.number_ - 1;
  }

 private:
  friend struct std::hash<ThreadIdentity>;

  std::uint64_t number_ = 0;
};

}  // namespace detail

class thread {
 public:
  using id = detail::ThreadIdentity;

  thread() noexcept = default;
  template <class Function, class... Arguments>
  requires(!std::same_as<std::remove_cvref_t<Function>, thread>) explicit thread(
      Function&& function, Arguments&&... arguments)
      : number_(detail::start(std::forward<Function>(function),
                              std::forward<Arguments>(arguments)...)) {}
  thread(thread&& other) noexcept : number_(std::exchange(other.number_, 0)) {}
  thread& operator=(thread&& other) noexcept {
    if (joinable()) detail::abandon_thread(number_);
    number_ = std::exchange(other.number_, 0);
    return *this;
  }
  ~thread() {
    if (joinable()) detail::abandon_thread(number_);
  }

  void swap(thread& other) noexcept { std::swap(number_, other.number_); }
  [[nodiscard]] bool joinable() const noexcept { return number_ != 0; }
  void join() {
    detail::join_thread(number_);
    number_ = 0;
  }
  void detach() {
    detail::detach_thread(number_);
    number_ = 0;
  }
  [[nodiscard]] id get_id() const noexcept { return id(detail::identity_of(number_)); }

  // The number does not depend on the machine, so that a program is repeatable.
  [[nodiscard]] static unsigned hardware_concurrency() noexcept { return 2; }

 private:
  detail::ThreadNumber number_ = 0;
};

inline void swap(thread& one, thread& other) noexcept { one.swap(other); }

class jthread {
 public:
  using id = thread::id;

  jthread() noexcept : stop_(nostopstate) {}
  template <class Function, class... Arguments>
  requires(!std::same_as<std::remove_cvref_t<Function>, jthread>) explicit jthread(
      Function&& function, Arguments&&... arguments)
      : thread_(start(stop_, std::forward<Function>(function),
                      std::forward<Arguments>(arguments)...)) {}
  jthread(jthread&&) noexcept = default;
  jthread& operator=(jthread&& other) noexcept {
    jthread(std::move(other)).swap(*this);
    return *this;
  }
  ~jthread() { stop_and_join(); }

  void swap(jthread& other) noexcept {
    std::swap(stop_, other.stop_);
    std::swap(thread_, other.thread_);
  }
  [[nodiscard]] bool joinable() const noexcept { return thread_.joinable(); }
  void join() { thread_.join(); }
  void detach() { thread_.detach(); }
  [[nodiscard]] id get_id() const noexcept { return thread_.get_id(); }
  [[nodiscard]] stop_source get_stop_source() noexcept { return stop_; }
  [[nodiscard]] stop_token get_stop_token() const noexcept { return stop_.get_token(); }
  bool request_stop() noexcept { return stop_.request_stop(); }

  [[nodiscard]] static unsigned hardware_concurrency() noexcept {
    return thread::hardware_concurrency();
  }

 private:
  template <class Function, class... Arguments>
  static thread start(stop_source& stop, Function&& function, Arguments&&... arguments) {
    if constexpr (std::is_invocable_v<std::decay_t<Function>, stop_token,
                                      std::decay_t<Arguments>...>) {
      return thread(std::forward<Function>(function), stop.get_token(),
                    std::forward<Arguments>(arguments)...);
    } else {
      return thread(std::forward<Function>(function), std::forward<Arguments>(arguments)...);
    }
  }
  void stop_and_join() {
    if (!joinable()) return;
    request_stop();
    join();
  }

  stop_source stop_;
  thread thread_;
};

inline void swap(jthread& one, jthread& other) noexcept { one.swap(other); }

namespace this_thread {

[[nodiscard]] inline thread::id get_id() noexcept {
  return thread::id(detail::identity_of(detail::running_thread()));
}

inline void yield() noexcept { detail::yield_thread(); }

template <class Rep, class Period>
void sleep_for(const std::chrono::duration<Rep, Period>&) {
  detail::yield_thread();
}

template <class Clock, class Duration>
void sleep_until(const std::chrono::time_point<Clock, Duration>&) {
  detail::yield_thread();
}

// The name of the running thread in reports. Not in the standard.
inline void set_name(const char* name) { detail::name_running_thread(name); }

}  // namespace this_thread
}  // namespace mcheck

template <>
struct std::hash<mcheck::thread::id> {
  std::size_t operator()(mcheck::thread::id id) const noexcept { return id.number_; }
};
