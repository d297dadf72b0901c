// SPDX-License-Identifier: MIT
// Treiber's stack as a list of free nodes, repaired: the head counts its changes, so it never has
// an old value again.
//
// The twin of programs/queues/treiber_stack_right.cpp. Wrong form: treiber_stack.cpp.
#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <deque>
#include <thread>
#include <vector>

namespace {

struct alignas(8) Head {
  std::uint32_t node;
  std::uint32_t changes;
};

class FreeNodes {
 public:
  static constexpr unsigned kNone = 0;

  // Nodes 1 to `nodes`.
  explicit FreeNodes(unsigned nodes) : next_(nodes + 1) {
    for (unsigned node = nodes; node > 0; --node) give(node);
  }

  unsigned take() {
    Head first = head_.load();
    while (first.node != kNone) {
      const unsigned second = next_[first.node].load();
      if (head_.compare_exchange_strong(first, {second, first.changes + 1})) break;
    }
    return first.node;
  }

  void give(unsigned node) {
    Head first = head_.load();
    do {
      next_[node].store(first.node);
    } while (!head_.compare_exchange_strong(first, {node, first.changes + 1}));
  }

 private:
  std::atomic<Head> head_{{kNone, 0}};
  std::deque<std::atomic<unsigned>> next_;
};

}  // namespace

int main() {
  const unsigned one_each = 1;
  const unsigned two_each = 1;
  const unsigned nodes = one_each + 2 * two_each;
  FreeNodes free(nodes);

  std::vector<std::thread> threads;
  for (unsigned i = 0; i < one_each; ++i) threads.emplace_back([&] { free.give(free.take()); });
  for (unsigned i = 0; i < two_each; ++i) {
    threads.emplace_back([&] {
      const unsigned first = free.take();
      const unsigned second = free.take();
      free.give(first);
      free.give(second);
    });
  }
  for (std::thread& thread : threads) thread.join();

  std::vector<bool> seen(nodes + 1, false);
  for (unsigned node = free.take(); node != FreeNodes::kNone; node = free.take()) {
    assert(!seen[node] && "no node is in the list twice");
    seen[node] = true;
  }
  assert(std::count(seen.begin(), seen.end(), true) == nodes && "all nodes are free again");
}
