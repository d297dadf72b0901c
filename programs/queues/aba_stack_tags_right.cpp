// SPDX-License-Identifier: MIT
// Treiber's stack whose head counts its changes.
// The hazard pointer is cleared as early as in the wrong form, which is harmless here: the head
// never has an old value again.
//
// Its twin: programs/unmodified/aba_stack_tags_right.cpp. Wrong form: aba_stack.cpp.
#include <cstdint>
#include <mcheck/mcheck.hpp>

namespace {

struct Node {
  Node* next;
};

// A node, and how often the head has been exchanged.
struct Head {
  Node* node;
  std::uint64_t changes;

  friend bool operator==(const Head&, const Head&) = default;
};

Head after(const Head& head, Node* node) { return {node, head.changes + 1}; }

mcheck::atomic<Head> head{Head{nullptr, 0}, "head"};
mcheck::atomic<Node*> hazard{nullptr, "hazard"};  // set by the thread that frees no node

void push() {
  Node* const node = new Node;
  Head first = head.load();
  do {
    node->next = first.node;
  } while (!head.compare_exchange_strong(first, after(first, node)));
}

Node* take_protected() {
  Head first = head.load();
  while (first.node != nullptr) {
    hazard = first.node;
    if (const Head now = head.load(); now != first) {
      first = now;
      continue;
    }
    Node* const second = first.node->next;
    hazard = nullptr;
    if (head.compare_exchange_strong(first, after(first, second))) break;
  }
  hazard = nullptr;
  return first.node;
}

// Only one thread calls this, so no other thread frees what it reads.
Node* take() {
  Head first = head.load();
  while (first.node != nullptr &&
         !head.compare_exchange_strong(first, after(first, first.node->next))) {
  }
  return first.node;
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

MCHECK_PROGRAM(aba_stack_tags_right, "the same; the head counts its changes") {
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
