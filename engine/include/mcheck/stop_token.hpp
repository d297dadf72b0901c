// SPDX-License-Identifier: MIT
// <stop_token>, modelled: how one thread asks another to stop.
//
// The engine sees all that is observable: requests, queries, registrations, and the wait of a
// stop_callback's destructor for a running call.
#pragma once

#include <type_traits>
#include <utility>

#include <mcheck/detail/stopping.hpp>

namespace mcheck {

struct nostopstate_t {
  explicit nostopstate_t() = default;
};
inline constexpr nostopstate_t nostopstate{};

class stop_token {
 public:
  stop_token() noexcept = default;

  [[nodiscard]] bool stop_requested() const noexcept { return state_ && state_.requested(); }
  // False once no source is left.
  [[nodiscard]] bool stop_possible() const noexcept { return state_ && state_.possible(); }

  void swap(stop_token& other) noexcept { std::swap(state_, other.state_); }
  friend void swap(stop_token& one, stop_token& other) noexcept { one.swap(other); }
  friend bool operator==(const stop_token&, const stop_token&) noexcept = default;

 private:
  friend class stop_source;
  template <class Callback>
  friend class stop_callback;

  explicit stop_token(detail::StopHandle state) noexcept : state_(std::move(state)) {}

  detail::StopHandle state_;
};

class stop_source {
 public:
  stop_source() : state_(detail::StopHandle::create()) {}
  explicit stop_source(nostopstate_t) noexcept {}
  stop_source(const stop_source& other) noexcept : state_(other.state_) {
    if (state_) state_.add_source();
  }
  stop_source(stop_source&&) noexcept = default;
  stop_source& operator=(const stop_source& other) noexcept {
    if (state_ != other.state_) stop_source(other).swap(*this);
    return *this;
  }
  stop_source& operator=(stop_source&& other) noexcept {
    stop_source(std::move(other)).swap(*this);
    return *this;
  }
  ~stop_source() {
    if (state_) state_.drop_source();
  }

  [[nodiscard]] stop_token get_token() const noexcept { return stop_token(state_); }
  [[nodiscard]] bool stop_possible() const noexcept { return static_cast<bool>(state_); }
  [[nodiscard]] bool stop_requested() const noexcept { return state_ && state_.requested(); }
  bool request_stop() const noexcept { return state_ && state_.request(); }

  void swap(stop_source& other) noexcept { std::swap(state_, other.state_); }
  friend void swap(stop_source& one, stop_source& other) noexcept { one.swap(other); }
  friend bool operator==(const stop_source&, const stop_source&) noexcept = default;

 private:
  detail::StopHandle state_;
};

template <class Callback>
class [[nodiscard]] stop_callback : private detail::StopCallbackBase {
 public:
  using callback_type = Callback;

  template <class Function>
  requires std::is_constructible_v<Callback, Function>
  explicit stop_callback(const stop_token& token, Function&& function) noexcept(
      std::is_nothrow_constructible_v<Callback, Function>)
      : StopCallbackBase(call_on), callback_(std::forward<Function>(function)) {
    attach(token.state_);
  }
  template <class Function>
  requires std::is_constructible_v<Callback, Function>
  explicit stop_callback(stop_token&& token, Function&& function) noexcept(
      std::is_nothrow_constructible_v<Callback, Function>)
      : StopCallbackBase(call_on), callback_(std::forward<Function>(function)) {
    attach(std::move(token.state_));
  }
  ~stop_callback() { detach(); }

 private:
  static void call_on(StopCallbackBase& base) noexcept {
    std::forward<Callback>(static_cast<stop_callback&>(base).callback_)();
  }

  Callback callback_;
};

template <class Callback>
stop_callback(stop_token, Callback) -> stop_callback<Callback>;

}  // namespace mcheck
