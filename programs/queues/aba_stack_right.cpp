// SPDX-License-Identifier: MIT
// Treiber's stack with hazard pointers: a node is protected from before its link is read until the
// head has been exchanged, so that its memory is not reused meanwhile.
//
// Its twin: programs/unmodified/aba_stack_right.cpp. Wrong form: aba_stack.cpp.
#include <mcheck/mcheck.hpp>

namespace {

struct Node {
  Node* next;
};

mcheck::atomic<Node*> head{nullptr, "head"};
mcheck::atomic<Node*> hazard{nullptr, "hazard"};  // set by the thread that frees no node

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

MCHECK_PROGRAM(aba_stack_right, "two threads take, free and push; the hazard pointer is held") {
  push();
  push();
  Node* taken = nullptr;
  Node* kept[2] = {};
  mcheck::thread one([&] { taken = take_protected(); });
  mcheck::thread two([&] {
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
