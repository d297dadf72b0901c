// SPDX-License-Identifier: MIT
// A spin lock of one word, which protects a counter of relaxed loads and stores.
#include <atomic>
#include <cassert>
#include <thread>

#include "orders.hpp"

using namespace weak;

namespace {

std::atomic<bool> taken{false};
std::atomic<int> uses{0};

void use() {
  while (taken.exchange(true, at("lock", kAcquire))) {
  }
  uses.store(uses.load(kRelaxed) + 1, kRelaxed);
  taken.store(false, at("unlock", kRelease));
}

}  // namespace

int main(int count, char** arguments) {
  choose(count, arguments, {"lock", "unlock"});
  std::thread other(use);
  use();
  other.join();
  assert(uses.load() == 2);
}
