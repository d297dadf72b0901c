// SPDX-License-Identifier: MIT
// An intrusive queue with one consumer, by Vyukov, and a consumer that spins on it, with as many
// nodes as the argument says: sanitizers report nothing.
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <thread>

struct Node {
  std::atomic<Node*> next{nullptr};
};

struct Queue {
  Node stub;
  std::atomic<Node*> head{&stub};
  Node* tail{&stub};
  Node nodes[1000];
  int count{0};

  void push(Node* x) {
    x->next.store(nullptr);
    head.exchange(x)->next.store(x);
  }
  Node* pop() {
    Node* first = tail;
    Node* next = first->next.load();
    if (first == &stub) {
      if (next == nullptr) return nullptr;
      tail = first = next;
      next = next->next.load();
    }
    if (next != nullptr) {
      tail = next;
      return first;
    }
    if (first != head.load()) return nullptr;
    push(&stub);
    next = first->next.load();
    if (next != nullptr) {
      tail = next;
      return first;
    }
    return nullptr;
  }
} queue;

int main(int count, char** words) {
  const int size = count < 2 ? 2 : std::atoi(words[1]);
  std::thread producer([size] {
    for (int i = 0; i < size; ++i) queue.push(&queue.nodes[i]);
  });
  std::thread consumer([size] {
    while (queue.count < size) {
      if (queue.pop() != nullptr) ++queue.count;
    }
  });
  producer.join();
  consumer.join();
  assert(queue.count == size);
}
