// SPDX-License-Identifier: MIT
// A spin lock of one word, which protects a plain counter: without the lock's orders it is a data
// race.
#include <atomic>
#include <cassert>
#include <thread>

#include "orders.hpp"

using namespace weak;

namespace {

std::atomic<bool> taken{false};
int uses = 0;

void use() {
  while (taken.exchange(true, at("lock", kAcquire))) {
  }
  ++uses;
  taken.store(false, at("unlock", kRelease));
}

}  // namespace

int main(int count, char** arguments) {
  choose(count, arguments, {"lock", "unlock"});
  std::thread other(use);
  use();
  other.join();
  assert(uses == 2);
}
