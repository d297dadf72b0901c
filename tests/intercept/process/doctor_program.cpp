// SPDX-License-Identifier: MIT
// Atomic instructions that the compiler does not see: in functions written entirely in assembly.
#include <atomic>
#include <thread>

extern "C" void f(int* number);
extern "C" void mcheck_bump(int* number);  // not mcheck's, in spite of its name
void bump(int* number);

asm(".text\n\t"
    ".type f, @function\n"
    "f:\n\t"
    "lock; incl (%rdi)\n\t"
    "ret\n\t"
    ".size f, . - f\n\t"
    ".type mcheck_bump, @function\n"
    "mcheck_bump:\n\t"
    "lock; addl $1, 8(%rdi)\n\t"
    "ret\n\t"
    ".size mcheck_bump, . - mcheck_bump\n\t"
    ".type _Z4bumpPi, @function\n"
    "_Z4bumpPi:\n\t"
    "xchgl %eax, (%rdi)\n\t"
    "ret\n\t"
    ".size _Z4bumpPi, . - _Z4bumpPi");

namespace {

std::atomic<int> number{0};
int plain[4] = {};

}  // namespace

int main() {
  std::thread other(f, plain);
  number.load();
  bump(plain);
  mcheck_bump(plain);
  other.join();
}
