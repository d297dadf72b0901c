// SPDX-License-Identifier: MIT
// What std::lock does, without the library: takes one lock, tries the other, releases the first and
// retries. Both threads may continue like this forever, in lockstep.
//
// Repaired: try_and_give_back_right.cpp.
#include <mutex>
#include <thread>

namespace {

std::mutex left;
std::mutex right;

void take_both(std::mutex& first, std::mutex& second) {
  for (;;) {
    first.lock();
    if (second.try_lock()) break;
    first.unlock();
  }
  second.unlock();
  first.unlock();
}

}  // namespace

int main() {
  std::thread other([] { take_both(left, right); });
  take_both(right, left);
  other.join();
}
