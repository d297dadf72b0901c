// SPDX-License-Identifier: MIT
// Threads as the engine sees them: a body to run, and a number to wait for.
//
// A body is allocated by the thread that starts it, and freed by the one that runs it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

namespace mcheck::detail {

// 0: no thread; the engine's id + 1 otherwise.
using ThreadNumber = std::uint32_t;

class ThreadBody {
 public:
  ThreadBody() = default;
  ThreadBody(const ThreadBody&) = delete;
  ThreadBody& operator=(const ThreadBody&) = delete;
  virtual ~ThreadBody() = default;

  // Does what there is to do, and frees itself.
  virtual void run() = 0;
};

// A function and its arguments, copied as the standard says and handed on as rvalues. Where nobody
// can tell, they are copied once more, to the thread's stack, and the body is freed before: then
// what becomes of the starter's memory does not depend on when others end, and their steps are
// known by their own.
template <class Function, class... Arguments>
class BoundBody final : public ThreadBody {
 public:
  explicit BoundBody(auto&&... parts) : call_(std::forward<decltype(parts)>(parts)...) {}

  void run() override {
    std::unique_ptr<BoundBody> body(this);
    if constexpr (kMayMove) {
      Call call(call_);
      body.reset();
      make(call);
    } else {
      make(call_);
    }
  }

 private:
  using Call = std::tuple<Function, Arguments...>;
  static constexpr std::size_t kLittle = 256;  // bytes of the thread's stack
  // (A closure that nobody has copied yet is not trivially copyable, as GCC 12 has it.)
  template <class Part>
  static constexpr bool kIsPlain =
      std::is_trivially_copy_constructible_v<Part>&& std::is_trivially_destructible_v<Part>;
  static constexpr bool kMayMove =
      sizeof(Call) <= kLittle && kIsPlain<Function> && (kIsPlain<Arguments> && ...);

  static void make(Call& call) {
    const auto with = [](auto& function, auto&... part) {
      std::apply(std::move(function), std::forward_as_tuple(std::move(part)...));
    };
    std::apply(with, call);
  }

  Call call_;
};

// Outside of a checked program: says so, and ends the process.
[[nodiscard]] ThreadNumber start_thread(ThreadBody* body);
// Misuse if there is no such thread, or if it is the running one.
void join_thread(ThreadNumber thread);
// Misuse if there is no such thread.
void detach_thread(ThreadNumber thread);
// A thread object stands for a thread and ends, or is to stand for another one: misuse.
void forget_thread(ThreadNumber thread);

[[nodiscard]] ThreadNumber running_thread();
// What a program may see of it: follows from the thread's path of creation, in every process.
[[nodiscard]] std::uint64_t identity_of(ThreadNumber thread);
void name_running_thread(const char* name);
void let_others_go_first();

template <class Function, class... Arguments>
[[nodiscard]] ThreadNumber start(Function&& function, Arguments&&... arguments) {
  static_assert(std::is_invocable_v<std::decay_t<Function>, std::decay_t<Arguments>...>,
                "a thread's function can be called with the arguments after conversion to rvalues");
  using Body = BoundBody<std::decay_t<Function>, std::decay_t<Arguments>...>;
  return start_thread(
      new Body(std::forward<Function>(function), std::forward<Arguments>(arguments)...));
}

}  // namespace mcheck::detail
