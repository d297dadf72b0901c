// SPDX-License-Identifier: MIT
// A stack of the engine, for calls in the middle of a thread. Such a call leaves nothing on the
// thread's stack, where it could be mistaken for data of the program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace mcheck {

class EngineStack {
 public:
  // Calls function(argument) on this stack. REQUIRES: the caller does not run on it.
  void call(void (*function)(void*), void* argument);
  // The end of the stack, for code that switches to it in assembly. Aligned as for a call.
  [[nodiscard]] std::byte* end() const {
    return stack_.get() + kBytes - reinterpret_cast<std::uintptr_t>(stack_.get()) % 16;
  }

 private:
  static constexpr std::size_t kBytes = std::size_t{256} << 10;

  std::unique_ptr<std::byte[]> stack_ = std::make_unique<std::byte[]>(kBytes);
};

}  // namespace mcheck
