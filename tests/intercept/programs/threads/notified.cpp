// SPDX-License-Identifier: MIT
// Two threads wait for a number to change, and one of them is notified.
#include <atomic>
#include <thread>

int main() {
  std::atomic<int> phase{0};
  std::thread first([&] { phase.wait(0); });
  std::thread second([&] { phase.wait(0); });
  phase.exchange(1);
  phase.notify_one();
  first.join();
  second.join();
}
