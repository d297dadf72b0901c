// SPDX-License-Identifier: MIT
// Treiber's stack; nodes are not used again. A thread that takes the top acquires what its pusher
// released: the item, and the next node.
#include <array>
#include <atomic>
#include <cassert>
#include <thread>

#include "orders.hpp"

using namespace weak;

namespace {

struct Node {
  std::atomic<Node*> next{nullptr};
  std::atomic<int> item{0};
};

std::atomic<Node*> top{nullptr};
std::array<Node, 2> nodes;

void push(Node& node, int item) {
  node.item.store(item, kRelaxed);
  Node* below = top.load(kRelaxed);
  do {
    node.next.store(below, kRelaxed);
  } while (!top.compare_exchange_strong(below, &node, at("push", kRelease), kRelaxed));
}

int try_pop() {
  Node* node = top.load(at("look", kAcquire));
  while (node != nullptr) {
    Node* below = node->next.load(kRelaxed);
    if (top.compare_exchange_strong(node, below, kRelaxed, at("retry", kAcquire))) {
      const int item = node->item.load(kRelaxed);
      assert(item != 0);
      return item;
    }
  }
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  choose(count, arguments, {"push", "look", "retry"});
  std::thread pusher([] {
    push(nodes[0], 1);
    push(nodes[1], 2);
  });
  int sum = try_pop();
  pusher.join();
  while (const int item = try_pop()) sum += item;
  assert(sum == 3);
}
