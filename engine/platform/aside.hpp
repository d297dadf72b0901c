// SPDX-License-Identifier: MIT
// A stack of the engine's own, for calls in the middle of a thread: what they do leaves nothing on
// the thread's stack, where it could be taken for the program's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace mcheck {

class Aside {
 public:
  // Calls function(argument) there. Not from there.
  void call(void (*function)(void*), void* argument);
  // The end of the stack, for who goes there by himself. Aligned as for a call.
  [[nodiscard]] std::byte* end() const {
    return stack_.get() + kBytes - reinterpret_cast<std::uintptr_t>(stack_.get()) % 16;
  }

 private:
  static constexpr std::size_t kBytes = std::size_t{256} << 10;

  std::unique_ptr<std::byte[]> stack_ = std::make_unique<std::byte[]>(kBytes);
};

}  // namespace mcheck
