// SPDX-License-Identifier: MIT
// A stack that code can be run on and left again: the only door to Boost.Coroutine2, which makes
// it. Going there and back is shorter than Boost does it (platform/switch_stacks.hpp).
//
// Made once and kept for the life of the process; what runs on it begins anew by restoring the
// stack's memory to how it was when nothing ran. Never destroyed, never unwound.
#pragma once

#include <cstddef>

#include "engine/platform/raw_copy.hpp"
#include "engine/platform/switch_stacks.hpp"
#include "engine/world/place.hpp"

namespace mcheck {

class Coroutine {
 public:
  // `entry(argument)` runs whenever the coroutine is resumed while nothing runs on it. It must not
  // return: it ends by suspending for good. Uses the memory [begin, end).
  static Coroutine* create(std::byte* begin, std::byte* end, void (*entry)(void*), void* argument);

  // From outside: goes on inside, until suspend().
  [[gnu::always_inline]] void resume() {
    if constexpr (kAddressSanitizer) tell_entering();
    switch_stacks<FlagsOfCalculations::kOwn>(&outside_, *inside_);
    if constexpr (kAddressSanitizer) landed();
  }
  // From inside: goes on outside.
  [[gnu::always_inline]] void suspend() {
    if constexpr (kAddressSanitizer) abandon();
    switch_stacks<FlagsOfCalculations::kWhatever>(inside_, outside_);
    if constexpr (kAddressSanitizer) tell_entered();
  }
  // A signal handler is about to leave the inside by a long jump; landed() is what comes after it.
  void abandon();
  void landed();

  // Where that address itself is kept, in memory of the stack; and what it is in a copy of that.
  [[nodiscard]] const std::byte* keeps_stack_pointer_at() const {
    return reinterpret_cast<const std::byte*>(inside_);
  }
  [[nodiscard]] const std::byte* stack_pointer_in(const std::byte* copy) const {
    std::byte* pointer = nullptr;
    raw_copy(&pointer, copy, sizeof pointer);
    return lowest_address_in_use(pointer);
  }
  // While suspended: where it stands, which may be on a stack that the program made (a fiber).
  [[nodiscard]] std::byte* suspended_at() const { return *inside_; }
  // While suspended: everything from here up to the end of the stack is in use. Where it stands on
  // another stack nobody knows how deep it has left its own: all of that is in use.
  [[nodiscard]] std::byte* stack_pointer() const { return lowest_address_in_use(*inside_); }
  [[nodiscard]] std::byte* lowest_address_in_use(std::byte* pointer) const {
    const bool is_own = static_cast<std::size_t>(end_ - pointer) - 1 < kMostStack;
    return is_own ? pointer : begin_of_stack();
  }
  // Whether it has ever stood on another stack while it was suspended.
  [[nodiscard]] bool has_used_another_stack() const { return has_used_another_stack_; }

 private:
  struct Parts;
  Coroutine(Parts* parts, std::byte** inside);

  // From its beginning on: pthread_attr_setstacksize() may have moved that since.
  [[nodiscard]] std::byte* begin_of_stack() const;
  void tell_entering();
  static void tell_entered();

  Parts* parts_;
  std::byte* begin_;  // of its own stack
  std::byte* end_;
  std::byte** inside_;  // the stack pointer of what is suspended; kept on that stack, by Boost
  std::byte* outside_ = nullptr;
  mutable bool has_used_another_stack_ = false;
};

}  // namespace mcheck
