// SPDX-License-Identifier: MIT
// Threads count in a variable that outlives them, which they reach through a pointer.
#include <atomic>
#include <thread>

namespace {

std::atomic<std::atomic<int>*> found = nullptr;

void count_here() {
  static std::atomic<int> number = 0;
  found.store(&number);
  number.fetch_add(1);
}

}  // namespace

int main() {
  std::thread owner(count_here);
  std::thread other([] {
    std::atomic<int> own = 0;
    own.fetch_add(1);
    if (std::atomic<int>* const number = found.load()) {
      own.fetch_add(1);
      number->fetch_add(1);
    }
  });
  owner.join();
  other.join();
}
