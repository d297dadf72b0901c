// SPDX-License-Identifier: MIT
// The core of Dekker's algorithm with fences: the flags are relaxed, and each thread has a seq_cst
// fence between its store and its load.
#include <array>
#include <atomic>
#include <cassert>
#include <thread>

#include "orders.hpp"

using namespace weak;

namespace {

std::array<std::atomic<bool>, 2> raised;
std::atomic<int> entered{0};

void try_to_enter(int me, std::memory_order order) {
  raised[me].store(true, kRelaxed);
  std::atomic_thread_fence(order);
  if (!raised[1 - me].load(kRelaxed)) entered.fetch_add(1, kRelaxed);
}

}  // namespace

int main(int count, char** arguments) {
  choose(count, arguments, {"one", "both"});
  const std::memory_order order = at("both", kSeqCst, kAcqRel);
  std::thread other([order] { try_to_enter(1, order); });
  try_to_enter(0, at("one", order, kAcqRel));
  other.join();
  assert(entered.load() <= 1);
}
