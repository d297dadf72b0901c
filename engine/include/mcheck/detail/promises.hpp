// SPDX-License-Identifier: MIT
// std::promise. Part of <mcheck/future.hpp>.
#pragma once

#include <exception>
#include <future>
#include <memory>
#include <type_traits>
#include <utility>

#include <mcheck/detail/futures.hpp>

namespace mcheck {
namespace detail {

template <class R>
class AnyPromise {
 public:
  AnyPromise() : AnyPromise(nullptr) {}
  explicit AnyPromise(const char* name) : state_(std::make_shared<FutureState<R>>(name)) {}
  AnyPromise(AnyPromise&&) noexcept = default;
  AnyPromise& operator=(AnyPromise&& other) noexcept {
    AnyPromise(std::move(other)).swap(*this);
    return *this;
  }
  ~AnyPromise() {
    if (state_ != nullptr) state_->abandon();
  }
  AnyPromise(const AnyPromise&) = delete;
  AnyPromise& operator=(const AnyPromise&) = delete;

  void swap(AnyPromise& other) noexcept { state_.swap(other.state_); }
  future<R> get_future() {
    state().note_future_retrieved();
    return future<R>(state_);
  }
  void set_exception(std::exception_ptr error) { state().set_error(std::move(error)); }
  void set_exception_at_thread_exit(std::exception_ptr error) {
    state().set_error_at_thread_exit(std::move(error));
  }

 protected:
  [[nodiscard]] FutureState<R>& state() const {
    if (state_ == nullptr) throw std::future_error(std::future_errc::no_state);
    return *state_;
  }

  std::shared_ptr<FutureState<R>> state_;
};

}  // namespace detail

// The optional name is for reports. The allocator of the standard's other constructor is not used.
template <class R>
class promise : public detail::AnyPromise<R> {
 public:
  promise() = default;
  explicit promise(const char* name) : detail::AnyPromise<R>(name) {}
  template <class Allocator>
  promise(std::allocator_arg_t, const Allocator&) {}

  void set_value(const R& value) { this->state().set(std::make_unique<R>(value)); }
  void set_value(R&& value) { this->state().set(std::make_unique<R>(std::move(value))); }
  void set_value_at_thread_exit(const R& value) {
    this->state().set_at_thread_exit(std::make_unique<R>(value));
  }
  void set_value_at_thread_exit(R&& value) {
    this->state().set_at_thread_exit(std::make_unique<R>(std::move(value)));
  }
};

template <class R>
class promise<R&> : public detail::AnyPromise<R&> {
 public:
  promise() = default;
  explicit promise(const char* name) : detail::AnyPromise<R&>(name) {}
  template <class Allocator>
  promise(std::allocator_arg_t, const Allocator&) {}

  void set_value(R& value) { this->state().set(std::addressof(value)); }
  void set_value_at_thread_exit(R& value) {
    this->state().set_at_thread_exit(std::addressof(value));
  }
};

template <>
class promise<void> : public detail::AnyPromise<void> {
 public:
  promise() = default;
  explicit promise(const char* name) : detail::AnyPromise<void>(name) {}
  template <class Allocator>
  promise(std::allocator_arg_t, const Allocator&) {}

  void set_value() { state().set({}); }
  void set_value_at_thread_exit() { state().set_at_thread_exit({}); }
};

template <class R>
void swap(promise<R>& one, promise<R>& other) noexcept {
  one.swap(other);
}

}  // namespace mcheck
