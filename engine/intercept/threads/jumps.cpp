// SPDX-License-Identifier: MIT
// longjmp and related functions: the stack frames that they leave have ended. The C library jumps.
#include <csetjmp>
#include <cstdint>

#include "engine/intercept/program/original.hpp"
#include "engine/intercept/program/program_call.hpp"
#include "engine/platform/processor/processor.hpp"
#include "engine/runtime/data_races/frames.hpp"
#include "engine/runtime/machine/atomic_sections.hpp"

namespace mcheck {
namespace {

using Jump = void(__jmp_buf_tag*, int);

// The stack pointer of setjmp()'s caller.
std::uintptr_t stack_pointer_in(const __jmp_buf_tag& buffer) {
  constexpr int kStackPointer = 6;
  return demangled_pointer(static_cast<std::uintptr_t>(buffer.__jmpbuf[kStackPointer]));
}

[[noreturn]] void jump(const char* name, __jmp_buf_tag* buffer, int value, const void* caller) {
  auto* const original_jump = original<Jump>(name);
  // mcheck cannot tell whether the jump leaves a function that is an atomic section (--dialect
  // svcomp).
  if (on_program_thread() && is_in_section()) reject_call("jumps by longjmp in an atomic section");
  if (on_program_thread()) leave_frames_below(stack_pointer_in(*buffer), caller);
  original_jump(buffer, value);
  __builtin_unreachable();
}

}  // namespace
}  // namespace mcheck

// Under names of their own: the C library declares them noexcept, but these may end the thread.
// NOLINTBEGIN
#define MCHECK_JUMP(name)                                                                       \
  [[noreturn]] void mcheck_##name(__jmp_buf_tag* buffer, int value) noexcept(false) asm(#name); \
  [[noreturn]] void mcheck_##name(__jmp_buf_tag* buffer, int value) noexcept(false) {           \
    mcheck::jump(#name, buffer, value, __builtin_return_address(0));                            \
  }

extern "C" {
MCHECK_JUMP(longjmp)
MCHECK_JUMP(_longjmp)
MCHECK_JUMP(siglongjmp)
MCHECK_JUMP(__longjmp_chk)
}
// NOLINTEND
