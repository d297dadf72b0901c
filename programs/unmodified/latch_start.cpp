// SPDX-License-Identifier: MIT
// A worker counts a latch down before it writes its result, not after: main continues, and may read
// the result while it is written.
//
// Right form: latch_start_right.cpp.
#include <cassert>
#include <latch>
#include <thread>

int main() {
  std::latch done{1};
  int result = 0;
  std::thread worker([&] {
    done.count_down();
    result = 42;
  });
  done.wait();
  const int seen = result;
  worker.join();
  assert(seen == 42 || seen == 0);
}
