// SPDX-License-Identifier: MIT
// Atomic instructions that no compiler knows of.
#include <atomic>
#include <thread>

namespace {

std::atomic<int> number{0};
int plain = 0;

[[gnu::noinline]] void bump() { asm volatile("lock; incl %0" : "+m"(plain)); }

[[gnu::noinline]] void swap_in(int value) {
  asm volatile("xchgl %0, %1" : "+r"(value), "+m"(plain));
}

}  // namespace

int main() {
  std::thread other(bump);
  swap_in(number.load());
  other.join();
}
