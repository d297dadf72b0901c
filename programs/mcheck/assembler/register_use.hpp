// SPDX-License-Identifier: MIT
// What an instruction of a compiler does to the registers that a called function must preserve, and
// where it continues. What is not known for sure counts as a read of all of them.
#pragma once

#include <cstdint>
#include <string_view>

namespace mcheck::command {

// A bit each: rbx, r12, r13, r14, r15. (rbp may be the frame pointer, which backtraces need.)
using RegisterSet = std::uint8_t;
inline constexpr RegisterSet kAllPreserved = 0x1f;
// To clear with xor: their lower halves, in the order of the bits.
inline constexpr const char* kPreservedNames[] = {"%ebx", "%r12d", "%r13d", "%r14d", "%r15d"};

// The function whose calls the linker recognises, with the instructions before, and rewrites.
inline constexpr std::string_view kThreadLocalAddress = "__tls_get_addr";

enum class ControlFlow : std::uint8_t {
  kNext,    // to the next instruction
  kCall,    // the same, after a call
  kBranch,  // to the next instruction or to `target`
  kJump,    // to `target`
  kEnd,     // nowhere in this function
};

struct RegisterUse {
  RegisterSet read = 0;
  RegisterSet written = 0;  // entirely, after the read
  ControlFlow flow = ControlFlow::kNext;
  std::string_view target{};  // a label, or a called function; "" if it is computed
  bool understood = true;     // false: the whole function is to stay as it is
};

// `instruction`: one line of AT&T assembly without indentation and comment.
[[nodiscard]] RegisterUse register_use(std::string_view instruction);

}  // namespace mcheck::command
