// SPDX-License-Identifier: MIT
// The state that stop sources, tokens and callbacks share.
//
// Everything observable goes through the engine: the flag, the number of sources and the list of
// callbacks are objects. The count of handles is not: nothing but the release of the memory depends
// on it.
#pragma once

#include <utility>

#include <mcheck/detail/object.hpp>

namespace mcheck::detail {

class StopCallbackBase;
class StopState;  // engine/model/stop_token.cpp

// Shared ownership of a state, or of none.
class StopHandle {
 public:
  StopHandle() noexcept = default;
  StopHandle(const StopHandle& other) noexcept;
  StopHandle(StopHandle&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
  StopHandle& operator=(StopHandle other) noexcept {
    std::swap(state_, other.state_);
    return *this;
  }
  ~StopHandle();

  // With one source.
  static StopHandle create();

  explicit operator bool() const noexcept { return state_ != nullptr; }
  friend bool operator==(const StopHandle& one, const StopHandle& other) noexcept {
    return one.state_ == other.state_;
  }

  // REQUIRES: a state, here and below.
  void add_source() const;
  void drop_source() const;
  [[nodiscard]] bool requested() const;
  [[nodiscard]] bool possible() const;
  // Calls the registered callbacks one by one. False if stop was requested before.
  [[nodiscard]] bool request() const;

 private:
  friend class StopCallbackBase;

  StopState* state_ = nullptr;
};

// A function that is called once stop is requested, by the thread that requests it. It is a pointer
// and not virtual: a stop_callback is no base class, and may be destroyed as what it is.
class StopCallbackBase {
 public:
  StopCallbackBase(const StopCallbackBase&) = delete;
  StopCallbackBase& operator=(const StopCallbackBase&) = delete;

 protected:
  using Call = void (*)(StopCallbackBase& callback) noexcept;

  explicit StopCallbackBase(Call function) : call_(function) {}
  ~StopCallbackBase() = default;

  // Calls at once if stop has been requested.
  void attach(StopHandle state);
  // Afterwards no other thread is in call(), and none will be.
  void detach();

 private:
  friend class StopState;

  void call() { call_(*this); }

  Call call_;
  StopHandle state_;
  Object called_;  // an event: other threads' calls are over
  StopCallbackBase* previous_ = nullptr;
  StopCallbackBase* next_ = nullptr;
  bool* ended_in_call_ = nullptr;  // set if the callback destroys its own object
};

}  // namespace mcheck::detail
