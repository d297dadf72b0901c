// SPDX-License-Identifier: MIT
#include "engine/platform/linking/trampoline.hpp"

#include <cstdint>
#include <cstring>

// NOLINTBEGIN
extern "C" void mcheck_trampoline();

// Called with a Trampoline's address in r11; the psABI lets r10 and r11 be overwritten here.
asm(R"(
  .pushsection .text
  .globl mcheck_trampoline
  .type mcheck_trampoline, @function
mcheck_trampoline:
  mov 16(%r11), %r10
  cmpq $0, (%r10)
  je 1f
  jmp *(%r11)
1:
  jmp *8(%r11)
  .size mcheck_trampoline, . - mcheck_trampoline
  .popsection
)");
// NOLINTEND

namespace mcheck {

void write_trampoline(unsigned char* code, const Trampoline* trampoline) {
  const auto put = [code](std::size_t offset, const auto& value) {
    std::memcpy(code + offset, &value, sizeof value);
  };
  put(0, std::uint16_t{0xbb49});  // mov $trampoline, %r11
  put(2, reinterpret_cast<std::uintptr_t>(trampoline));
  put(10, std::uint16_t{0x25ff});  // jmp *0(%rip): the next 8 bytes are the address
  put(12, std::uint32_t{0});
  put(16, &mcheck_trampoline);
}

}  // namespace mcheck
