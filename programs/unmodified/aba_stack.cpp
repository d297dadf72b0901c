// SPDX-License-Identifier: MIT
// Treiber's stack with hazard pointers that are cleared too early: a node is protected while its
// link is read, but no longer when the head is exchanged.
//
// One thread reads the head and the node after it, and is preempted. The other takes both nodes,
// frees them, and pushes a new one, for which the allocator reuses the first block. The head has
// its old value again, so the exchange succeeds, and makes a freed node the head.
//
// The twin of programs/queues/aba_stack.cpp. Right forms: aba_stack_right.cpp, and
// aba_stack_tags_right.cpp.
#include <atomic>
#include <thread>

namespace {

struct Node {
  Node* next;
};

std::atomic<Node*> head{nullptr};
std::atomic<Node*> hazard{nullptr};  // set by the thread that frees no node

void push() {
  Node* const node = new Node{head.load()};
  while (!head.compare_exchange_strong(node->next, node)) {
  }
}

Node* take_protected() {
  Node* first = head.load();
  while (first != nullptr) {
    hazard = first;
    if (Node* const now = head.load(); now != first) {
      first = now;
      continue;
    }
    Node* const second = first->next;
    hazard = nullptr;
    if (head.compare_exchange_strong(first, second)) break;
  }
  hazard = nullptr;
  return first;
}

// Only one thread calls this, so no other thread frees what it reads.
Node* take() {
  Node* first = head.load();
  while (first != nullptr && !head.compare_exchange_strong(first, first->next)) {
  }
  return first;
}

// Keeps a protected node, to be freed later.
void free_or_keep(Node* node, Node*& kept) {
  if (hazard.load() == node) {
    kept = node;
  } else {
    delete node;
  }
}

}  // namespace

int main() {
  push();
  push();
  Node* taken = nullptr;
  Node* kept[2] = {};
  std::thread one([&] { taken = take_protected(); });
  std::thread two([&] {
    Node* const first = take();
    Node* const second = take();
    free_or_keep(second, kept[1]);
    free_or_keep(first, kept[0]);
    push();
  });
  one.join();
  two.join();
  delete taken;
  delete kept[0];
  delete kept[1];
  while (Node* const node = take()) delete node;
}
