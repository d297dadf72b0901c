// SPDX-License-Identifier: MIT
// A plain number to which two threads add through std::atomic_ref while both run; after the join it
// may be read directly.
//
// Wrong form: atomic_ref_sum.cpp.
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  int sum = 0;
  std::thread other([&] { std::atomic_ref(sum).fetch_add(1); });
  std::atomic_ref(sum).fetch_add(1);
  other.join();
  assert(sum == 2);
}
