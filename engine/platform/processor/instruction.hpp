// SPDX-License-Identifier: MIT
// The properties of one machine instruction that decide whether threads can conflict there: its
// length, whether it is atomic, and how it addresses memory.
#pragma once

#include <cstddef>
#include <string_view>

namespace mcheck {

struct Instruction {
  std::size_t size = 0;          // zero: unknown, or truncated
  bool is_locked = false;        // it has a lock prefix
  bool is_exchange = false;      // xchg, which locks by itself where an operand is memory
  bool has_memory = false;       // it has a memory operand
  bool is_on_stack = false;      // the operand is addressed by the stack pointer
  bool is_thread_local = false;  // the operand is addressed by the thread pointer
};

// The instruction at the beginning of `code`, in 64-bit mode.
[[nodiscard]] Instruction instruction_at(std::string_view code);

}  // namespace mcheck
