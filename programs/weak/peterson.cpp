// SPDX-License-Identifier: MIT
// Peterson's lock. The turn is given away by an exchange: the later exchange reads the earlier one,
// so that its thread knows of the other's flag, and needs no seq_cst.
#include <array>
#include <atomic>
#include <cassert>
#include <thread>

#include "orders.hpp"

using namespace weak;

namespace {

std::array<std::atomic<bool>, 2> wants;
std::atomic<int> turn{0};
std::atomic<int> uses{0};

void use(int me) {
  const int other = 1 - me;
  wants[me].store(true, kRelaxed);
  turn.exchange(other, at("give", at("take", kAcqRel, kRelease), kAcquire));
  while (wants[other].load(at("look", kAcquire)) && turn.load(kRelaxed) == other) {
  }
  uses.store(uses.load(kRelaxed) + 1, kRelaxed);
  wants[me].store(false, at("leave", kRelease));
}

}  // namespace

int main(int count, char** arguments) {
  choose(count, arguments, {"give", "take", "look", "leave"});
  std::thread other([] { use(1); });
  use(0);
  other.join();
  assert(uses.load() == 2);
}
