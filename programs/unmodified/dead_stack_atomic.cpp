// SPDX-License-Identifier: MIT
// A thread counts in a local variable, which others reach through a pointer, and does not wait for
// them. A thread that comes late increments a variable that no longer exists.
#include <atomic>
#include <thread>

namespace {

std::atomic<std::atomic<int>*> found = nullptr;

void count_here() {
  std::atomic<int> number = 0;
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
