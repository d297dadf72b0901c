// SPDX-License-Identifier: MIT
// Fails in schedules of two preemptions and no fewer: whoever looks twice has to be interrupted in
// between, and whoever writes, before it has put back what was there. Built without optimisation,
// so that a debugger finds the variables.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> shown{5};

int main() {
  std::thread writer([] {
    shown.store(7);
    shown.store(5);
  });
  std::thread reader([] {
    int first = shown.load();
    int second = shown.load();
    assert(first == second);
  });
  reader.join();
  writer.join();
}
