// SPDX-License-Identifier: MIT
#include "engine/platform/processor.hpp"

#include <xmmintrin.h>

namespace mcheck {

void set_floating_point_flags() { _mm_setcsr(_mm_getcsr() | 0x3fu); }

long call_system(long number, const long (&words)[6]) {
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

void* move_bytes_down(void* to, const void* from, std::size_t size) {
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
[[gnu::naked]] void sweep_stack_far() {
  asm("lea -16384(%rsp), %rdi\n\t"
      "xor %eax, %eax\n\t"
      "mov $2048, %ecx\n\t"
      "rep stosq\n\t"
      "ret");
}

std::uintptr_t unscrambled(std::uintptr_t saved) {
  asm("ror $17, %0\n\txor %%fs:0x30, %0" : "+r"(saved));
  return saved;
}

bool takes_distance(const std::byte* place) {
  const auto before = std::to_integer<unsigned>(place[-1]);
  const auto first = std::to_integer<unsigned>(place[-2]);
  return before == 0xe8 || before == 0xe9 || (before & 0xc7) == 0x05 ||
         (first == 0x0f && (before & 0xf0) == 0x80);
}

}  // namespace mcheck
