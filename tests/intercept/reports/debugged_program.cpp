// SPDX-License-Identifier: MIT
// Fails in schedules of two preemptions and no fewer: the reader must be preempted between its two
// loads, and the writer before it has restored the first value. Built without optimisation, so that
// a debugger finds the variables.
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
