// SPDX-License-Identifier: MIT
// Treiber's stack whose head counts its changes, in the bits that addresses do not use. The hazard
// pointer is cleared as early as in the wrong form, which is harmless here: the head never has an
// old value again.
//
// The twin of programs/queues/aba_stack_tags_right.cpp. Wrong form: aba_stack.cpp.
#include <atomic>
#include <cstdint>
#include <thread>

namespace {

struct Node {
  Node* next;
};

// A node, and how often the head has been exchanged.
constexpr unsigned kTagShift = 48;

using Word = std::uint64_t;

Node* node_of(Word head) { return reinterpret_cast<Node*>(head & ((Word{1} << kTagShift) - 1)); }

Word after(Word head, Node* node) {
  return ((head >> kTagShift) + 1) << kTagShift | reinterpret_cast<Word>(node);
}

std::atomic<Word> head{0};
std::atomic<Node*> hazard{nullptr};  // set by the thread that frees no node

void push() {
  Node* const node = new Node;
  Word first = head.load();
  do {
    node->next = node_of(first);
  } while (!head.compare_exchange_strong(first, after(first, node)));
}

Node* take_protected() {
  Word first = head.load();
  while (node_of(first) != nullptr) {
    hazard = node_of(first);
    if (const Word now = head.load(); now != first) {
      first = now;
      continue;
    }
    Node* const second = node_of(first)->next;
    hazard = nullptr;
    if (head.compare_exchange_strong(first, after(first, second))) break;
  }
  hazard = nullptr;
  return node_of(first);
}

// Only one thread calls this, so no other thread frees what it reads.
Node* take() {
  Word first = head.load();
  while (node_of(first) != nullptr &&
         !head.compare_exchange_strong(first, after(first, node_of(first)->next))) {
  }
  return node_of(first);
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
