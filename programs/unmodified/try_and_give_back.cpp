// SPDX-License-Identifier: MIT
// What std::lock does, written by hand: takes one lock, tries the other, gives the first back and
// begins again. Both may go on like this for ever, in step.
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
