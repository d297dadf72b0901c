// SPDX-License-Identifier: MIT
// Two tests of a library in an external project; the second has a bug on request.
#include <mcheck/mcheck.hpp>

namespace mcheck::queue_test {
MCHECK_PROGRAM(push_twice, "two threads push, and both elements are there") {
  mcheck::mutex guard;
  mcheck::shared<int> size{0, "size"};
  const auto push = [&] {
    const mcheck::lock_guard lock(guard);
    size = size + 1;
  };
  mcheck::thread other(push);
  push();
  other.join();
  mcheck::check(size == 2, "both are there");
}

MCHECK_PROGRAM(pop_twice, "two threads pop one element; argument: in so many steps, 1 or 2") {
  const int steps = mcheck::argument(0, 1);
  mcheck::atomic<int> size{1, "size"};
  mcheck::atomic<int> popped{0, "popped"};
  const auto pop = [&] {
    int seen = size;
    if (seen == 0) return;
    if (steps == 1 && !size.compare_exchange_strong(seen, seen - 1)) return;
    if (steps == 2) size = seen - 1;
    ++popped;
  };
  mcheck::thread other(pop);
  pop();
  other.join();
  mcheck::check(popped == 1, "one element is popped once");
}

}  // namespace mcheck::queue_test
