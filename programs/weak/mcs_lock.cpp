// SPDX-License-Identifier: MIT
// The queue lock of Mellor-Crummey and Scott: each thread waits at a node of its own, until its
// predecessor hands the lock over.
#include <array>
#include <atomic>
#include <cassert>
#include <thread>

#include "orders.hpp"

using namespace weak;

namespace {

struct Node {
  std::atomic<Node*> next{nullptr};
  std::atomic<bool> waits{false};
};

std::atomic<Node*> tail{nullptr};
std::atomic<int> uses{0};

void lock(Node& mine) {
  mine.next.store(nullptr, kRelaxed);
  mine.waits.store(true, kRelaxed);
  Node* before = tail.exchange(&mine, at("announce", at("enter", kAcqRel, kRelease), kAcquire));
  if (before == nullptr) return;
  before->next.store(&mine, at("link", kRelease));
  while (mine.waits.load(at("wait", kAcquire))) {
  }
}

void unlock(Node& mine) {
  Node* after = mine.next.load(at("next", kAcquire));
  if (after == nullptr) {
    Node* expected = &mine;
    if (tail.compare_exchange_strong(expected, nullptr, at("leave", kRelease), kRelaxed)) return;
    while ((after = mine.next.load(at("next", kAcquire))) == nullptr) {
    }
  }
  after->waits.store(false, at("handover", kRelease));
}

void use(Node& mine) {
  lock(mine);
  uses.store(uses.load(kRelaxed) + 1, kRelaxed);
  unlock(mine);
}

std::array<Node, 2> nodes;

}  // namespace

int main(int count, char** arguments) {
  choose(count, arguments, {"announce", "enter", "link", "wait", "next", "leave", "handover"});
  std::thread other([] { use(nodes[1]); });
  use(nodes[0]);
  other.join();
  assert(uses.load() == 2);
}
