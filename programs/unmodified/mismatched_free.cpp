// SPDX-License-Identifier: MIT
// An array is passed to the worker as if it were one number: it is freed with delete, and not with
// delete[].
//
// Right form: mismatched_free_right.cpp.
#include <memory>
#include <thread>

int main() {
  std::unique_ptr<int> numbers(new int[4]{1, 2, 3, 4});
  std::thread worker([mine = std::move(numbers)] { *mine += 1; });
  worker.join();
}
