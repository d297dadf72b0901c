// SPDX-License-Identifier: MIT
// std::async. Part of <mcheck/future.hpp>.
//
// Without a policy the standard leaves the choice to the library. This one starts a thread, because
// that is where concurrency can go wrong.
#pragma once

#include <concepts>
#include <exception>
#include <future>
#include <memory>
#include <type_traits>
#include <utility>

#include <mcheck/atomic.hpp>
#include <mcheck/detail/futures.hpp>
#include <mcheck/thread.hpp>

namespace mcheck {
namespace detail {

// The owner that releases the last reference to the state waits for the thread to end.
template <class Call>
class AsyncState final : public FutureState<typename Call::Result> {
  using Result = typename Call::Result;

 public:
  explicit AsyncState(Call call) : call_(std::move(call)), thread_([this] { run(); }) {}
  AsyncState(const AsyncState&) = delete;
  AsyncState& operator=(const AsyncState&) = delete;
  ~AsyncState() override { thread_.join(); }
  void before_release() override { releases_.fetch_add(1); }

 private:
  void run() {
    try {
      auto held = hold<Result>(call_);
      this->set(std::move(held));
    } catch (...) {
      this->set_error(std::current_exception());
    }
  }

  Call call_;
  atomic<int> releases_{0};
  thread thread_;  // initialised last: it uses the rest
};

// The first thread that waits runs the function; others wait for it.
template <class Call>
class DeferredState final : public FutureState<typename Call::Result> {
  using Result = typename Call::Result;

 public:
  explicit DeferredState(Call call) : call_(std::move(call)) {}

  void wait() override {
    if (!this->event_.begin_once()) return;
    try {
      this->held_ = hold<Result>(call_);
    } catch (...) {
      this->error_ = std::current_exception();
    }
    this->event_.end_once();
  }
  std::future_status wait_in_time() override { return poll(); }
  std::future_status poll() override {
    return this->event_.poll() ? std::future_status::ready : std::future_status::deferred;
  }

 private:
  Call call_;
};

}  // namespace detail

template <class Function, class... Arguments>
requires std::invocable<std::decay_t<Function>, std::decay_t<Arguments>...>
[[nodiscard]] auto async(std::launch policy, Function&& function, Arguments&&... arguments) {
  using Call = detail::BoundCall<Function, Arguments...>;
  using Returned = typename Call::Result;
  Call call(std::forward<Function>(function), std::forward<Arguments>(arguments)...);
  if ((policy & std::launch::async) == std::launch::async) {
    return future<Returned>(std::make_shared<detail::AsyncState<Call>>(std::move(call)));
  }
  return future<Returned>(std::make_shared<detail::DeferredState<Call>>(std::move(call)));
}

template <class Function, class... Arguments>
requires(!std::is_same_v<std::decay_t<Function>, std::launch>)
    [[nodiscard]] auto async(Function&& function, Arguments&&... arguments) {
  return mcheck::async(std::launch::async, std::forward<Function>(function),
                       std::forward<Arguments>(arguments)...);
}

}  // namespace mcheck
