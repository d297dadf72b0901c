// SPDX-License-Identifier: MIT
#include "engine/platform/processor/processor.hpp"

#include <xmmintrin.h>

namespace mcheck {

void set_sticky_floating_point_flags() { _mm_setcsr(_mm_getcsr() | 0x3fu); }

long raw_system_call(long number, const long (&words)[6]) {
  register long fourth asm("r10") = words[3];
  register long fifth asm("r8") = words[4];
  register long sixth asm("r9") = words[5];
  long result = number;
  asm volatile("syscall"
               : "+a"(result)
               : "D"(words[0]), "S"(words[1]), "d"(words[2]), "r"(fourth), "r"(fifth), "r"(sixth)
               : "rcx", "r11", "memory");
  return result;
}

void* copy_bytes(void* to, const void* from, std::size_t size) {
  void* const result = to;
  asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(size) : : "memory");
  return result;
}

void* copy_bytes_backward(void* to, const void* from, std::size_t size) {
  char* last = static_cast<char*>(to) + size - 1;
  const char* from_last = static_cast<const char*>(from) + size - 1;
  asm volatile("std\n\trep movsb\n\tcld" : "+D"(last), "+S"(from_last), "+c"(size) : : "memory");
  return to;
}

void* fill_bytes(void* at, int value, std::size_t size) {
  void* const result = at;
  asm volatile("rep stosb" : "+D"(at), "+c"(size) : "a"(value) : "memory");
  return result;
}

// In assembly, because it must not clear its own frame.
[[gnu::naked]] void clear_deep_stack() {
  asm("lea -16384(%rsp), %rdi\n\t"
      "xor %eax, %eax\n\t"
      "mov $2048, %ecx\n\t"
      "rep stosq\n\t"
      "ret");
}

std::uintptr_t demangled_pointer(std::uintptr_t saved) {
  asm("ror $17, %0\n\txor %%fs:0x30, %0" : "+r"(saved));
  return saved;
}

bool is_relative_operand(const std::byte* operand) {
  const auto opcode = std::to_integer<unsigned>(operand[-1]);
  const auto prefix = std::to_integer<unsigned>(operand[-2]);
  return opcode == 0xe8 || opcode == 0xe9 || (opcode & 0xc7) == 0x05 ||
         (prefix == 0x0f && (opcode & 0xf0) == 0x80);
}

}  // namespace mcheck
