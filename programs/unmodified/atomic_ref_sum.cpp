// SPDX-License-Identifier: MIT
// A plain number to which one thread adds through std::atomic_ref, and the other one directly: the
// atomic access does not protect against the plain one.
//
// Right form: atomic_ref_sum_right.cpp.
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  int sum = 0;
  std::thread other([&] { std::atomic_ref(sum).fetch_add(1); });
  ++sum;
  other.join();
  assert(sum == 2);
}
