// SPDX-License-Identifier: MIT
// Treiber's stack: release where a node is pushed, acquire where one is popped. Nodes are never
// freed while it is in use.
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  int value = 0;
  Node* next = nullptr;
};

std::atomic<Node*> top{nullptr};

void push(Node& node) {
  node.next = top.load(std::memory_order_seq_cst);
  while (!top.compare_exchange_weak(node.next, &node, std::memory_order_seq_cst,
                                    std::memory_order_seq_cst)) {
  }
}

Node* pop() {
  Node* node = top.load(std::memory_order_seq_cst);
  while (node != nullptr && !top.compare_exchange_weak(node, node->next, std::memory_order_seq_cst,
                                                       std::memory_order_seq_cst)) {
  }
  return node;
}

Node nodes[2];

int main() {
  auto work = [](int which) {
    nodes[which].value = which + 1;
    push(nodes[which]);
    if (Node* const node = pop()) assert(node->value != 0);
  };
  std::thread first(work, 0);
  std::thread second(work, 1);
  first.join();
  second.join();
  assert(top.load(std::memory_order_relaxed) == nullptr);
}
