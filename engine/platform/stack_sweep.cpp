// SPDX-License-Identifier: MIT
// See object.hpp. In assembly, because nothing of its own may lie in what it clears: 1 KiB, which
// is more than the engine needs between an operation and the switch to another thread.
#include <mcheck/detail/object.hpp>

namespace mcheck::detail {

[[gnu::naked]] void sweep_stack() noexcept {
  asm("lea -1024(%rsp), %rdi\n\t"
      "xor %eax, %eax\n\t"
      "mov $128, %ecx\n\t"
      "rep stosq\n\t"
      "ret");
}

}  // namespace mcheck::detail
