// SPDX-License-Identifier: MIT
// The work-stealing deque of Chase and Lev with the fences of [Lê, Pop, Cohen, Zappa Nardelli,
// PPoPP 2013], without growing: the owner puts and takes at the bottom, thieves steal at the top.
#include <array>
#include <atomic>
#include <cassert>
#include <thread>

#include "orders.hpp"

using namespace weak;

namespace {

std::atomic<int> top{0};
std::atomic<int> bottom{0};
std::array<std::atomic<int>, 2> items;
std::array<std::atomic<int>, 3> times_taken;  // of each item

void put(int item) {
  const int end = bottom.load(kRelaxed);
  items[end].store(item, kRelaxed);
  if (!is_weak("put")) std::atomic_thread_fence(kRelease);
  bottom.store(end + 1, kRelaxed);
}

int take() {
  const int end = bottom.load(kRelaxed) - 1;
  bottom.store(end, kRelaxed);
  if (!is_weak("take")) std::atomic_thread_fence(kSeqCst);
  int begin = top.load(kRelaxed);
  if (begin < end) return items[end].load(kRelaxed);
  int item = 0;
  if (begin == end) {
    item = items[end].load(kRelaxed);
    if (!top.compare_exchange_strong(begin, begin + 1, kSeqCst, kRelaxed)) item = 0;
  }
  bottom.store(end + 1, kRelaxed);
  return item;
}

int steal() {
  int begin = top.load(kAcquire);
  if (!is_weak("steal")) std::atomic_thread_fence(kSeqCst);
  if (begin >= bottom.load(at("see", kAcquire))) return 0;
  const int item = items[begin].load(kRelaxed);
  assert(item != 0);
  return top.compare_exchange_strong(begin, begin + 1, kSeqCst, kRelaxed) ? item : 0;
}

}  // namespace

int main(int count, char** arguments) {
  choose(count, arguments, {"put", "take", "steal", "see"});
  put(1);
  std::thread thief([] {
    times_taken[steal()].fetch_add(1, kRelaxed);
    times_taken[steal()].fetch_add(1, kRelaxed);
  });
  put(2);
  times_taken[take()].fetch_add(1, kRelaxed);
  thief.join();
  assert(times_taken[1].load() <= 1 && times_taken[2].load() <= 1);
}
