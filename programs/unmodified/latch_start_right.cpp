// SPDX-License-Identifier: MIT
// Two workers count a latch down after they have written their results; main waits for both, and
// sees the results although it has not joined the threads yet.
//
// Wrong form: latch_start.cpp.
#include <cassert>
#include <latch>
#include <thread>

int main() {
  std::latch done{2};
  int results[2] = {0, 0};
  const auto work = [&](int* result) {
    *result = 21;
    done.count_down();
  };
  std::thread one(work, &results[0]);
  std::thread two(work, &results[1]);
  done.wait();
  assert(results[0] + results[1] == 42);
  one.join();
  two.join();
}
