// SPDX-License-Identifier: MIT
// A stack that code can run on and leave again. This is the only file that uses Boost.Coroutine2,
// which creates the stack. Switching is cheaper than in Boost (platform/stacks/switch_stacks.hpp).
//
// Created once and kept for the life of the process. A coroutine starts over when the memory of its
// stack is restored to the idle state. It is never destroyed or unwound.
#pragma once

#include <cstddef>

#include "engine/memory/regions/thread_region.hpp"
#include "engine/platform/processor/raw_copy.hpp"
#include "engine/platform/stacks/switch_stacks.hpp"

namespace mcheck {

class Coroutine {
 public:
  // `entry(argument)` runs whenever the coroutine is resumed from the idle state. It must not
  // return: it ends by suspending for good. The stack is [begin, end).
  static Coroutine* create(std::byte* begin, std::byte* end, void (*entry)(void*), void* argument);

  // Called outside: continues inside, until suspend().
  [[gnu::always_inline]] void resume() {
    if constexpr (kAddressSanitizer) report_entering();
    switch_stacks<FloatingPointStatus::kPerContext>(&outside_, *inside_);
    if constexpr (kAddressSanitizer) finish_abandon();
  }
  // Called inside: continues outside.
  [[gnu::always_inline]] void suspend() {
    if constexpr (kAddressSanitizer) abandon();
    switch_stacks<FloatingPointStatus::kIgnored>(inside_, outside_);
    if constexpr (kAddressSanitizer) report_entered();
  }
  // A signal handler calls abandon() before it leaves the inside with longjmp; finish_abandon()
  // follows after the jump.
  void abandon();
  void finish_abandon();

  // Where the saved stack pointer is stored, in the memory of the stack; and its value in a copy of
  // that memory.
  [[nodiscard]] const std::byte* stack_pointer_slot() const {
    return reinterpret_cast<const std::byte*>(inside_);
  }
  [[nodiscard]] const std::byte* stack_pointer_in(const std::byte* copy) const {
    std::byte* pointer = nullptr;
    raw_copy(&pointer, copy, sizeof pointer);
    return lowest_address_in_use(pointer);
  }
  // While suspended: the stack pointer, which may lie on a stack that the program created (a
  // fiber).
  [[nodiscard]] std::byte* suspended_at() const { return *inside_; }
  // While suspended: the stack is in use from here to its end. If the coroutine is on another
  // stack, the depth at which it left its own is unknown: all of its own counts as in use.
  [[nodiscard]] std::byte* stack_pointer() const { return lowest_address_in_use(*inside_); }
  [[nodiscard]] std::byte* lowest_address_in_use(std::byte* pointer) const {
    const bool is_own = static_cast<std::size_t>(end_ - pointer) - 1 < kMaxStackBytes;
    return is_own ? pointer : begin_of_stack();
  }
  // Whether it was ever suspended on another stack.
  [[nodiscard]] bool has_used_another_stack() const { return has_used_another_stack_; }

 private:
  struct Parts;
  Coroutine(Parts* parts, std::byte** inside);

  // From its beginning: pthread_attr_setstacksize() may have moved it.
  [[nodiscard]] std::byte* begin_of_stack() const;
  void report_entering();
  static void report_entered();

  Parts* parts_;
  std::byte* begin_;  // of its own stack
  std::byte* end_;
  std::byte** inside_;  // the saved stack pointer; Boost keeps it on that stack
  std::byte* outside_ = nullptr;
  mutable bool has_used_another_stack_ = false;
};

}  // namespace mcheck
