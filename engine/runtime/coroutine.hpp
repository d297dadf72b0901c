// SPDX-License-Identifier: MIT
// A stack that code can be run on and left again: the only door to Boost.Coroutine2.
//
// Made once and kept for the life of the process; what runs on it begins anew by restoring the
// stack's memory to how it was when nothing ran. Never destroyed, never unwound.
#pragma once

#include <cstddef>

namespace mcheck {

class Coroutine {
 public:
  // `entry(argument)` runs whenever the coroutine is resumed while nothing runs on it. It must not
  // return: it ends by suspending for good. Uses the memory [begin, end).
  static Coroutine* create(std::byte* begin, std::byte* end, void (*entry)(void*), void* argument);

  // From outside: goes on inside, until suspend().
  void resume();
  // From inside: goes on outside.
  void suspend();
  // A signal handler is about to leave the inside by a long jump; landed() is what comes after it.
  void abandon();
  void landed();

  // While suspended: everything from here up to the end of the stack is in use.
  [[nodiscard]] std::byte* stack_pointer() const;

 private:
  struct Parts;
  explicit Coroutine(Parts* parts) : parts_(parts) {}

  Parts* parts_;
};

}  // namespace mcheck
