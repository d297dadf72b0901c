// SPDX-License-Identifier: MIT
// A sum in two halves, one of them by std::async; both threads add to the same plain variable.
//
// Right form: async_sum_right.cpp.
#include <cassert>
#include <future>

int main() {
  int sum = 0;
  std::future<void> other = std::async(std::launch::async, [&] { sum += 20; });
  sum += 22;
  other.get();
  assert(sum == 42);
}
