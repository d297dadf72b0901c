// SPDX-License-Identifier: MIT
// One instruction of the processor, as far as it matters for whether threads can meet there: how
// long it is, whether it is atomic, and what addresses its operand in memory.
#pragma once

#include <cstddef>
#include <string_view>

namespace mcheck {

struct Instruction {
  std::size_t size = 0;          // zero: not known, or cut off
  bool is_locked = false;        // it has a lock prefix
  bool is_exchange = false;      // xchg, which locks by itself where an operand is memory
  bool has_memory = false;       // an operand is memory
  bool is_on_stack = false;      // which is addressed by the stack pointer
  bool is_thread_local = false;  // or by the thread pointer
};

// The instruction that `code` begins with, in 64-bit mode.
[[nodiscard]] Instruction instruction_at(std::string_view code);

}  // namespace mcheck
