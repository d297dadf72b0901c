// SPDX-License-Identifier: MIT
// Treiber's stack as a list of free nodes, with the ABA problem: the head is only a node number,
// and may have its old value although the list has changed.
//
// One thread reads the head and the node after it, and is preempted. The other takes both nodes and
// gives the first one back. The head has its old value again, so the exchange succeeds, and makes
// the node that the other thread still holds the head.
//
// The twin of programs/queues/treiber_stack.cpp. Right form: treiber_stack_right.cpp, where the
// head counts its changes.
#include <algorithm>
#include <atomic>
#include <cassert>
#include <deque>
#include <thread>
#include <vector>

namespace {

class FreeNodes {
 public:
  static constexpr unsigned kNone = 0;

  // Nodes 1 to `nodes`.
  explicit FreeNodes(unsigned nodes) : next_(nodes + 1) {
    for (unsigned node = nodes; node > 0; --node) give(node);
  }

  unsigned take() {
    unsigned first = head_.load();
    while (first != kNone) {
      const unsigned second = next_[first].load();
      if (head_.compare_exchange_strong(first, second)) break;
    }
    return first;
  }

  void give(unsigned node) {
    unsigned first = head_.load();
    do {
      next_[node].store(first);
    } while (!head_.compare_exchange_strong(first, node));
  }

 private:
  std::atomic<unsigned> head_{kNone};
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
