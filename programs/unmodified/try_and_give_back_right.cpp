// SPDX-License-Identifier: MIT
// Two locks by lock and try_lock, in one order for all threads: the holder of the first lock always
// gets the second.
//
// Wrong form: try_and_give_back.cpp.
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
  take_both(left, right);
  other.join();
}
