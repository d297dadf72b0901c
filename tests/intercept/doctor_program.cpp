// SPDX-License-Identifier: MIT
// Atomic instructions that no compiler knows of: in a function that is assembly as a whole.
#include <atomic>
#include <thread>

extern "C" void f(int* number);
void bump(int* number);

asm(".text\n\t"
    ".type f, @function\n"
    "f:\n\t"
    "lock; incl (%rdi)\n\t"
    "ret\n\t"
    ".size f, . - f\n\t"
    ".type _Z4bumpPi, @function\n"
    "_Z4bumpPi:\n\t"
    "xchgl %eax, (%rdi)\n\t"
    "ret\n\t"
    ".size _Z4bumpPi, . - _Z4bumpPi");

namespace {

std::atomic<int> number{0};
int plain = 0;

}  // namespace

int main() {
  std::thread other(f, &plain);
  number.load();
  bump(&plain);
  other.join();
}
