// SPDX-License-Identifier: MIT
// Treiber's stack as a list of free nodes, with the ABA problem: the head is only a node number,
// and may have its old value although the list has changed.
//
// One thread reads the head and the node after it, and is preempted. The other takes both nodes and
// gives the first one back. The head has its old value again, so the exchange succeeds, and makes
// the node that the other thread still holds the head.
//
// Right form: treiber_stack_right.cpp, where the head counts its changes.
#include <algorithm>
#include <deque>
#include <mcheck/mcheck.hpp>
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
  mcheck::atomic<unsigned> head_{kNone, "head"};
  std::deque<mcheck::atomic<unsigned>> next_;
};

}  // namespace

MCHECK_PROGRAM(treiber_stack,
               "N threads take a free node and give it back, M take two; arguments: N M") {
  const unsigned one_each = mcheck::argument(0, 1u);
  const unsigned two_each = mcheck::argument(1, 1u);
  const unsigned nodes = one_each + 2 * two_each;
  FreeNodes free(nodes);

  std::vector<mcheck::thread> threads;
  for (unsigned i = 0; i < one_each; ++i) threads.emplace_back([&] { free.give(free.take()); });
  for (unsigned i = 0; i < two_each; ++i) {
    threads.emplace_back([&] {
      const unsigned first = free.take();
      const unsigned second = free.take();
      free.give(first);
      free.give(second);
    });
  }
  for (mcheck::thread& thread : threads) thread.join();

  std::vector<bool> seen(nodes + 1, false);
  for (unsigned node = free.take(); node != FreeNodes::kNone; node = free.take()) {
    mcheck::check(!seen[node], "no node is in the list twice");
    seen[node] = true;
  }
  mcheck::check(std::count(seen.begin(), seen.end(), true) == nodes, "all nodes are free again");
}
