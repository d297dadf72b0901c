// SPDX-License-Identifier: MIT
// Stack clearing; see engine/include/mcheck/detail/object.hpp. In assembly, because it must not
// clear its own frame. Clears 1 KiB, more than the engine uses between an operation and the switch
// to another thread; with AVX2 (engine/platform/processor/avx2.hpp) up to 31 bytes more, so that
// writes are aligned.
#include <mcheck/detail/object.hpp>

// Clears the stack below the code that jumps here, and continues at %r10. Of the argument registers
// only %rax is lost, and besides %r11 and the vector registers.
asm(".pushsection .text\n\t"
    ".globl mcheck_clear_stack\n\t"
    ".hidden mcheck_clear_stack\n\t"
    ".type mcheck_clear_stack, @function\n"
    "mcheck_clear_stack:\n\t"
    ".cfi_startproc\n\t"
    "cmpb $0, mcheck_uses_avx2(%rip)\n\t"
    "je 1f\n\t"
    "lea -32(%rsp), %rax\n\t"
    "vpxor %xmm0, %xmm0, %xmm0\n\t"
    "vmovdqu %ymm0, (%rax)\n\t"
    "and $-32, %rax\n\t"
    ".irp at, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16\n\t"
    "vmovdqa %ymm0, -32*\\at(%rax)\n\t"
    ".endr\n\t"
    ".irp at, 17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32\n\t"
    "vmovdqa %ymm0, -32*\\at(%rax)\n\t"
    ".endr\n\t"
    "vzeroupper\n\t"
    "jmp *%r10\n"
    "1:\n\t"
    "mov %rdi, %r11\n\t"
    "movq %rcx, %xmm0\n\t"
    "lea -1024(%rsp), %rdi\n\t"
    "xor %eax, %eax\n\t"
    "mov $128, %ecx\n\t"
    "rep stosq\n\t"
    "mov %r11, %rdi\n\t"
    "movq %xmm0, %rcx\n\t"
    "jmp *%r10\n\t"
    ".cfi_endproc\n\t"
    ".size mcheck_clear_stack, . - mcheck_clear_stack\n\t"
    ".popsection");

namespace mcheck::detail {

[[gnu::naked]] void clear_stack() noexcept {
  asm("lea 1f(%rip), %r10\n\t"
      "jmp mcheck_clear_stack\n"
      "1:\n\t"
      "ret");
}

}  // namespace mcheck::detail
