// SPDX-License-Identifier: MIT
// The queue of Michael and Scott; nodes are not used again.
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

Node first;
std::atomic<Node*> head{&first};
std::atomic<Node*> tail{&first};
std::array<Node, 2> nodes;

void swing(Node* from, Node* to) {
  tail.compare_exchange_strong(from, to, at("swing", kRelease), kRelaxed);
}

void put(Node& node, int item) {
  node.item.store(item, kRelaxed);
  node.next.store(nullptr, kRelaxed);
  while (true) {
    Node* last = tail.load(at("tail", kAcquire));
    Node* next = last->next.load(kAcquire);
    if (next != nullptr) {
      swing(last, next);
    } else if (last->next.compare_exchange_strong(next, &node, at("link", kRelease), kRelaxed)) {
      swing(last, &node);
      return;
    }
  }
}

int try_take() {
  while (true) {
    Node* before = head.load(kAcquire);
    Node* last = tail.load(kAcquire);
    Node* next = before->next.load(at("next", kAcquire));
    if (next == nullptr) return 0;
    if (before == last) {
      swing(last, next);
    } else if (head.compare_exchange_strong(before, next, kRelease, kRelaxed)) {
      const int item = next->item.load(kRelaxed);
      assert(item != 0);
      return item;
    }
  }
}

}  // namespace

int main(int count, char** arguments) {
  choose(count, arguments, {"swing", "tail", "link", "next"});
  std::thread one([] { put(nodes[0], 1); });
  int sum = try_take();
  put(nodes[1], 2);
  one.join();
  while (const int item = try_take()) sum += item;
  assert(sum == 3);
}
