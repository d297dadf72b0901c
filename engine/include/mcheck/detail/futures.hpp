// SPDX-License-Identifier: MIT
// std::future and std::shared_future. Part of <mcheck/future.hpp>.
#pragma once

#include <future>
#include <mcheck/detail/time.hpp>
#include <memory>
#include <type_traits>
#include <utility>

#include <mcheck/detail/future_state.hpp>

namespace mcheck {
namespace detail {

// The common base. Time does not pass: a timed wait may end before the result is there, at any
// point, unless --timeouts off; a wait for no time only polls.
template <class R>
class AnyFuture {
 public:
  AnyFuture() noexcept = default;
  explicit AnyFuture(std::shared_ptr<FutureState<R>> state) noexcept : state_(std::move(state)) {}
  AnyFuture(const AnyFuture&) = default;
  AnyFuture(AnyFuture&&) noexcept = default;
  AnyFuture& operator=(AnyFuture other) noexcept {
    release();
    state_ = std::move(other.state_);
    return *this;
  }
  ~AnyFuture() { release(); }

  [[nodiscard]] bool valid() const noexcept { return state_ != nullptr; }
  void wait() const { state().wait(); }

  template <class Rep, class Period>
  std::future_status wait_for(const std::chrono::duration<Rep, Period>& timeout) const {
    const bool no_time = timeout <= std::chrono::duration<Rep, Period>::zero();
    return no_time ? state().poll() : state().wait_in_time();
  }
  template <class Clock, class Duration>
  std::future_status wait_until(const std::chrono::time_point<Clock, Duration>&) const {
    return state().wait_in_time();
  }

 protected:
  // It may matter which thread releases the last reference. The schedule decides.
  void release() {
    if (state_.use_count() > 1) state_->before_release();
    state_.reset();
  }
  [[nodiscard]] FutureState<R>& state() const {
    if (state_ == nullptr) throw std::future_error(std::future_errc::no_state);
    return *state_;
  }
  // Waits; throws the exception that was stored instead of a result.
  [[nodiscard]] Held<R>& result() const {
    state().wait();
    return state().result();
  }

  std::shared_ptr<FutureState<R>> state_;
};

}  // namespace detail

template <class R>
class shared_future;

template <class R>
class future : public detail::AnyFuture<R> {
 public:
  using detail::AnyFuture<R>::AnyFuture;

  future() noexcept = default;
  future(future&&) noexcept = default;
  future& operator=(future&&) noexcept = default;
  future(const future&) = delete;
  future& operator=(const future&) = delete;
  ~future() = default;

  R get() {
    // Releases the state even if an exception is thrown.
    const future self(std::move(*this));
    detail::Held<R>& held = self.result();
    if constexpr (std::is_reference_v<R>) {
      return *held;
    } else if constexpr (!std::is_void_v<R>) {
      return std::move(*held);
    }
  }
  shared_future<R> share() noexcept { return shared_future<R>(std::move(*this)); }

 private:
  friend class shared_future<R>;
};

template <class R>
class shared_future : public detail::AnyFuture<R> {
 public:
  shared_future() noexcept = default;
  // NOLINTNEXTLINE(google-explicit-constructor)
  shared_future(future<R>&& other) noexcept : detail::AnyFuture<R>(std::move(other.state_)) {}

  // const R&, R& or nothing.
  decltype(auto) get() const {
    detail::Held<R>& held = this->result();
    if constexpr (std::is_reference_v<R>) {
      return static_cast<R>(*held);
    } else if constexpr (!std::is_void_v<R>) {
      return static_cast<const R&>(*held);
    }
  }
};

}  // namespace mcheck
