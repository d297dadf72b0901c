// SPDX-License-Identifier: MIT
// A ticket lock: each thread draws a number, and waits until it is served.
#include <atomic>
#include <cassert>
#include <thread>

#include "orders.hpp"

using namespace weak;

namespace {

std::atomic<int> next_ticket{0};
std::atomic<int> serving{0};
std::atomic<int> uses{0};

void use() {
  const int mine = next_ticket.fetch_add(1, kRelaxed);
  while (serving.load(at("wait", kAcquire)) != mine) {
  }
  uses.store(uses.load(kRelaxed) + 1, kRelaxed);
  serving.store(mine + 1, at("serve", kRelease));
}

}  // namespace

int main(int count, char** arguments) {
  choose(count, arguments, {"wait", "serve"});
  std::thread other(use);
  use();
  other.join();
  assert(uses.load() == 2);
}
