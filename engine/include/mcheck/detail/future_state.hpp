// SPDX-License-Identifier: MIT
// The shared state of a promise and its futures. It is on the heap and counted by std::shared_ptr:
// the owner that releases the last reference destroys it, and counting is no scheduling point.
//
// A result is first built in memory of its own, and stored right after the event was set, before
// another thread can run: by then its constructors have finished.
#pragma once

#include <exception>
#include <future>
#include <memory>
#include <new>
#include <tuple>
#include <type_traits>
#include <utility>

#include <mcheck/detail/event.hpp>
#include <mcheck/detail/waiting.hpp>

namespace mcheck::detail {

// How a result of type R is stored.
template <class R>
struct HeldAs {
  using type = std::unique_ptr<R>;
};
template <class R>
struct HeldAs<R&> {
  using type = R*;
};
template <>
struct HeldAs<void> {
  using type = std::tuple<>;
};
template <class R>
using Held = typename HeldAs<R>::type;

// Calls, and stores the result.
template <class R, class Call>
[[nodiscard]] Held<R> hold(Call&& call) {
  if constexpr (std::is_void_v<R>) {
    std::forward<Call>(call)();
    return {};
  } else if constexpr (std::is_reference_v<R>) {
    return std::addressof(std::forward<Call>(call)());
  } else {
    return Held<R>(new R(std::forward<Call>(call)()));
  }
}

template <class R>
class FutureState : public std::enable_shared_from_this<FutureState<R>> {
 public:
  explicit FutureState(const char* name = nullptr) : event_(name) {}
  FutureState(const FutureState&) = delete;
  FutureState& operator=(const FutureState&) = delete;
  virtual ~FutureState() = default;

  // --- the future's side ------------------------------------------------------------------------
  virtual void wait() { event_.wait(); }
  virtual std::future_status wait_in_time() { return status(event_.wait_in_time()); }
  virtual std::future_status poll() { return status(event_.poll()); }
  // One of several futures with this state is about to release it.
  virtual void before_release() {}

  // The stored result. REQUIRES: wait() has returned.
  [[nodiscard]] Held<R>& result() {
    if (error_ != nullptr) std::rethrow_exception(error_);
    return held_;
  }

  // --- the promise's side -----------------------------------------------------------------------
  // All throw std::future_error where the standard does.
  void note_future_retrieved() {
    if (future_retrieved_) throw std::future_error(std::future_errc::future_already_retrieved);
    future_retrieved_ = true;
  }
  void set(Held<R> result) {
    claim();
    held_ = std::move(result);
  }
  void set_error(std::exception_ptr error) {
    claim();
    error_ = std::move(error);
  }
  void set_at_thread_exit(Held<R> result) {
    promise_at_exit();
    held_ = std::move(result);
  }
  void set_error_at_thread_exit(std::exception_ptr error) {
    promise_at_exit();
    error_ = std::move(error);
  }
  // The promise is destroyed. All its uses happen before.
  void abandon() {
    if (!future_retrieved_ || satisfied_) return;
    set_error(std::make_exception_ptr(std::future_error(std::future_errc::broken_promise)));
  }

 protected:
  static std::future_status status(bool ready) {
    return ready ? std::future_status::ready : std::future_status::timeout;
  }

  Event event_;
  Held<R> held_{};
  std::exception_ptr error_;

 private:
  static void refuse() { throw std::future_error(std::future_errc::promise_already_satisfied); }

  void claim() {
    if (at_exit_ || !event_.set()) refuse();
    satisfied_ = true;
  }
  // The state lives until then. `at_exit_` is plain: threads that race to promise something for
  // their exits are not distinguished reliably.
  void promise_at_exit() {
    if (at_exit_ || event_.poll()) refuse();
    at_exit_ = true;
    satisfied_ = true;
    const auto make_ready = [](void* kept, void*) {
      const std::unique_ptr<std::shared_ptr<FutureState>> state(
          static_cast<std::shared_ptr<FutureState>*>(kept));
      (void)(*state)->event_.set();
    };
    at_thread_end(make_ready, new std::shared_ptr<FutureState>(this->shared_from_this()), nullptr);
  }

  bool future_retrieved_ = false;
  bool satisfied_ = false;
  bool at_exit_ = false;
};

// A function and its arguments, copied as the standard says and called once.
template <class Function, class... Arguments>
class BoundCall {
 public:
  using Result = std::invoke_result_t<std::decay_t<Function>, std::decay_t<Arguments>...>;

  explicit BoundCall(Function&& function, Arguments&&... arguments)
      : parts_(std::forward<Function>(function), std::forward<Arguments>(arguments)...) {}

  Result operator()() {
    const auto call = [](auto&& function, auto&&... part) -> Result {
      return std::apply(std::move(function), std::forward_as_tuple(std::move(part)...));
    };
    return std::apply(call, std::move(parts_));
  }

 private:
  std::tuple<std::decay_t<Function>, std::decay_t<Arguments>...> parts_;
};

}  // namespace mcheck::detail
