// SPDX-License-Identifier: MIT
// std::packaged_task. Part of <mcheck/future.hpp>.
#pragma once

#include <concepts>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include <mcheck/detail/promises.hpp>

namespace mcheck {

template <class Signature>
class packaged_task;  // not defined

template <class R, class... Arguments>
class packaged_task<R(Arguments...)> {
 public:
  packaged_task() noexcept : state_(nullptr) {}
  template <class Function>
  requires(!std::same_as<std::remove_cvref_t<Function>, packaged_task>) explicit packaged_task(
      Function&& function)
      : function_(new StoredCallable<std::decay_t<Function>>(std::forward<Function>(function))),
        state_(std::make_shared<State>()) {}
  packaged_task(packaged_task&& other) noexcept = default;
  packaged_task& operator=(packaged_task&& other) noexcept {
    packaged_task(std::move(other)).swap(*this);
    return *this;
  }
  ~packaged_task() {
    if (state_ != nullptr) state_->abandon();
  }
  packaged_task(const packaged_task&) = delete;
  packaged_task& operator=(const packaged_task&) = delete;

  void swap(packaged_task& other) noexcept {
    function_.swap(other.function_);
    state_.swap(other.state_);
    std::swap(called_, other.called_);
  }
  [[nodiscard]] bool valid() const noexcept { return state_ != nullptr; }
  future<R> get_future() {
    state().note_future_retrieved();
    return future<R>(state_);
  }

  void operator()(Arguments... arguments) {
    begin();
    try {
      auto held = call(std::forward<Arguments>(arguments)...);
      state_->set(std::move(held));
    } catch (...) {
      state_->set_error(std::current_exception());
    }
  }
  void make_ready_at_thread_exit(Arguments... arguments) {
    begin();
    try {
      auto held = call(std::forward<Arguments>(arguments)...);
      state_->set_at_thread_exit(std::move(held));
    } catch (...) {
      state_->set_error_at_thread_exit(std::current_exception());
    }
  }
  // The same function once more, for another future.
  void reset() {
    state().abandon();
    state_ = std::make_shared<State>();
    called_ = false;
  }

 private:
  using State = detail::FutureState<R>;

  struct Callable {
    Callable() = default;
    Callable(const Callable&) = delete;
    Callable& operator=(const Callable&) = delete;
    virtual ~Callable() = default;
    virtual R call(Arguments&&... arguments) = 0;
  };
  template <class Function>
  struct StoredCallable final : Callable {
    explicit StoredCallable(auto&& given) : function(std::forward<decltype(given)>(given)) {}
    R call(Arguments&&... arguments) override {
      if constexpr (std::is_void_v<R>) {
        std::apply(function, std::forward_as_tuple(std::forward<Arguments>(arguments)...));
      } else {
        return std::apply(function, std::forward_as_tuple(std::forward<Arguments>(arguments)...));
      }
    }
    Function function;
  };

  [[nodiscard]] State& state() const {
    if (state_ == nullptr) throw std::future_error(std::future_errc::no_state);
    return *state_;
  }
  void begin() {
    (void)state();
    if (called_) throw std::future_error(std::future_errc::promise_already_satisfied);
    called_ = true;
  }
  detail::Held<R> call(Arguments&&... arguments) {
    return detail::hold<R>(
        [&]() -> R { return function_->call(std::forward<Arguments>(arguments)...); });
  }

  std::unique_ptr<Callable> function_;
  std::shared_ptr<State> state_;
  bool called_ = false;
};

template <class Signature>
void swap(packaged_task<Signature>& one, packaged_task<Signature>& other) noexcept {
  one.swap(other);
}

namespace detail {

// The signature that std::packaged_task would have.
template <class Function>
struct SignatureOf;
template <class Signature>
struct SignatureOf<std::packaged_task<Signature>> {
  using type = Signature;
};

}  // namespace detail

template <class R, class... Arguments>
packaged_task(R (*)(Arguments...)) -> packaged_task<R(Arguments...)>;
template <class Function>
packaged_task(Function) -> packaged_task<
    typename detail::SignatureOf<decltype(std::packaged_task(std::declval<Function>()))>::type>;

}  // namespace mcheck
