// SPDX-License-Identifier: MIT
// Programs with a known number of executions, selected by the first argument.
#include <atomic>
#include <cassert>
#include <string>
#include <thread>

namespace {

std::atomic<int> number{0};
std::atomic<int> other_number{0};
std::atomic<int*> pointer{nullptr};

void add_twice() {
  for (int i = 0; i < 2; ++i) number.store(number.load() + 1);
}

void lose(int least) {
  std::thread other(add_twice);
  add_twice();
  other.join();
  assert(number.load() >= least);
}

void spin() {
  const auto wait = [] {
    while (number.load() == 0) {
    }
    other_number.store(1);
  };
  std::thread first(wait);
  std::thread second(wait);
  other_number.store(2);
  number.store(1);
  first.join();
  second.join();
}

void crash() {
  std::thread other([] { *pointer.load() = 1; });
  int here = 0;
  pointer.store(&here);
  other.join();
}

}  // namespace

int main(int, char** words) {
  const std::string what = words[1];
  if (what == "right") lose(2);
  if (what == "wrong") lose(3);
  if (what == "spin") spin();
  if (what == "crash") crash();
}
