// SPDX-License-Identifier: MIT
// Treiber's stack with hazard pointers: a node is protected from before its link is read until the
// head has been exchanged, so that its memory is not reused meanwhile.
//
// The twin of programs/queues/aba_stack_right.cpp. Wrong form: aba_stack.cpp.
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
