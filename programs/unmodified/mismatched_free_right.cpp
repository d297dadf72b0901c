// SPDX-License-Identifier: MIT
// An array is passed to the worker as an array, and freed with delete[].
//
// Wrong form: mismatched_free.cpp.
#include <memory>
#include <thread>

int main() {
  std::unique_ptr<int[]> numbers(new int[4]{1, 2, 3, 4});
  std::thread worker([mine = std::move(numbers)] { mine[0] += 1; });
  worker.join();
}
