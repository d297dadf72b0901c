// SPDX-License-Identifier: MIT
// The core of Dekker's algorithm: each thread raises its flag and enters if the other's is down.
// All four accesses have to be seq_cst, since the other orders let a load overtake a store.
#include <array>
#include <atomic>
#include <cassert>
#include <thread>

#include "orders.hpp"

using namespace weak;

namespace {

std::array<std::atomic<bool>, 2> raised;
std::atomic<int> entered{0};

void try_to_enter(int me) {
  raised[me].store(true, at("raise", kSeqCst, kRelease));
  if (!raised[1 - me].load(at("look", kSeqCst, kAcquire))) entered.fetch_add(1, kRelaxed);
}

}  // namespace

int main(int count, char** arguments) {
  choose(count, arguments, {"raise", "look"});
  std::thread other([] { try_to_enter(1); });
  try_to_enter(0);
  other.join();
  assert(entered.load() <= 1);
}
