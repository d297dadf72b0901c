// SPDX-License-Identifier: MIT
// A lock for readers and writers in one word: the number of readers, or -1 for a writer. Threads
// give up instead of waiting.
#include <atomic>
#include <cassert>
#include <thread>

#include "orders.hpp"

using namespace weak;

namespace {

std::atomic<int> state{0};
std::atomic<int> left{0};
std::atomic<int> right{0};
std::atomic<int> writers{0};  // that had the lock

void increment() {
  int none = 0;
  if (!state.compare_exchange_strong(none, -1, at("write", kAcquire), kRelaxed)) return;
  left.store(left.load(kRelaxed) + 1, kRelaxed);
  right.store(right.load(kRelaxed) + 1, kRelaxed);
  writers.fetch_add(1, kRelaxed);
  state.store(0, at("written", kRelease));
}

void look() {
  int readers = state.load(kRelaxed);
  if (readers < 0) return;
  if (!state.compare_exchange_strong(readers, readers + 1, at("read", kAcquire), kRelaxed)) return;
  assert(left.load(kRelaxed) == right.load(kRelaxed));
  state.fetch_sub(1, kRelease);
}

}  // namespace

int main(int count, char** arguments) {
  choose(count, arguments, {"write", "written", "read"});
  std::thread one(increment);
  std::thread two(increment);
  look();
  one.join();
  two.join();
  assert(left.load() == writers.load());
}
