// SPDX-License-Identifier: MIT
// Threads as the engine sees them: a body to run, and a number to wait for.
//
// A body is allocated by the thread that starts it, and freed by the thread that runs it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

namespace mcheck::detail {

// 0: no thread; otherwise the engine's id + 1.
using ThreadNumber = std::uint32_t;

class ThreadBody {
 public:
  ThreadBody() = default;
  ThreadBody(const ThreadBody&) = delete;
  ThreadBody& operator=(const ThreadBody&) = delete;
  virtual ~ThreadBody() = default;

  // Runs the function, and frees the body.
  virtual void run() = 0;
};

// A function and its arguments, copied as the standard says and passed on as rvalues. If a program
// cannot notice, they are copied once more to the thread's stack, and the body is freed first. Then
// the starter's memory does not depend on when other threads end, and their steps can be cached by
// their own memory.
template <class Function, class... Arguments>
class BoundBody final : public ThreadBody {
 public:
  explicit BoundBody(auto&&... parts) : call_(std::forward<decltype(parts)>(parts)...) {}

  void run() override {
    std::unique_ptr<BoundBody> body(this);
    if constexpr (kCopiesToStack) {
      Call call(call_);
      body.reset();
      invoke(call);
    } else {
      invoke(call_);
    }
  }

 private:
  using Call = std::tuple<Function, Arguments...>;
  static constexpr std::size_t kMaxCopiedBytes = 256;  // bytes of the thread's stack
  // (In GCC 12 a closure that was never copied is not trivially copyable.)
  template <class Part>
  static constexpr bool kIsTrivial =
      std::is_trivially_copy_constructible_v<Part>&& std::is_trivially_destructible_v<Part>;
  static constexpr bool kCopiesToStack =
      sizeof(Call) <= kMaxCopiedBytes && kIsTrivial<Function> && (kIsTrivial<Arguments> && ...);

  static void invoke(Call& call) {
    const auto with = [](auto& function, auto&... part) {
      std::apply(std::move(function), std::forward_as_tuple(std::move(part)...));
    };
    std::apply(with, call);
  }

  Call call_;
};

// Outside of a checked program: ends the process with a message.
[[nodiscard]] ThreadNumber start_thread(ThreadBody* body);
// Misuse if there is no such thread, or if it is the running one.
void join_thread(ThreadNumber thread);
// Misuse if there is no such thread.
void detach_thread(ThreadNumber thread);
// A thread object that stands for a thread is destroyed or assigned to: misuse.
void abandon_thread(ThreadNumber thread);

[[nodiscard]] ThreadNumber running_thread();
// The id that a program can see: it follows from the thread's path, in every process.
[[nodiscard]] std::uint64_t identity_of(ThreadNumber thread);
void name_running_thread(const char* name);
void yield_thread();

template <class Function, class... Arguments>
[[nodiscard]] ThreadNumber start(Function&& function, Arguments&&... arguments) {
  static_assert(std::is_invocable_v<std::decay_t<Function>, std::decay_t<Arguments>...>,
                "a thread's function can be called with the arguments after conversion to rvalues");
  using Body = BoundBody<std::decay_t<Function>, std::decay_t<Arguments>...>;
  return start_thread(
      new Body(std::forward<Function>(function), std::forward<Arguments>(arguments)...));
}

}  // namespace mcheck::detail
