// SPDX-License-Identifier: MIT
// Fails, or asserts what does not hold, with memory of the kind that its argument names: for tests
// of the names in reports.
#include <atomic>
#include <cassert>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

struct Account {
  std::mutex guard;
  int balance = 0;
};

struct Node {
  explicit Node(int v) : value(v) {}
  int value;
  std::atomic<Node*> next{nullptr};
};

struct Stack {
  std::atomic<int> pushes{0};
  std::atomic<Node*> head{nullptr};

  void push(int value) {
    Node* const node = new Node(value);
    Node* top = head;
    do node->next = top;
    while (!head.compare_exchange_weak(top, node));
    ++pushes;
  }
};

Account accounts[3];
Stack stack;
std::vector<Account> more(2);

void race_on(int& number) {
  std::thread other([&] { ++number; });
  ++number;
  other.join();
}

void lock_both(std::mutex& first, std::mutex& second) {
  std::thread other([&] {
    const std::lock_guard<std::mutex> one(first);
    const std::lock_guard<std::mutex> two(second);
  });
  const std::lock_guard<std::mutex> two(second);
  const std::lock_guard<std::mutex> one(first);
  other.join();
}

int main(int count, char** words) {
  const std::string word = count > 1 ? words[1] : "";
  if (word == "global") race_on(accounts[2].balance);
  if (word == "element") race_on(more[1].balance);
  if (word == "locks") lock_both(accounts[0].guard, more[1].guard);
  if (word == "local") {
    Account own[2];
    race_on(own[1].balance);
  }
  if (word == "local locks") {
    Account mine;
    Account yours;
    lock_both(mine.guard, yours.guard);
  }
  if (word == "made") {
    const auto shared = std::make_shared<Account>();
    race_on(shared->balance);
  }
  if (word == "ends") {
    std::atomic<int> mine{0};
    stack.head = new Node(0);
    std::thread other([&] {
      stack.pushes = 1;
      stack.head.load()->next = nullptr;
      mine = 7;
    });
    stack.pushes = 2;
    other.join();
    delete stack.head.load();
    stack.head = nullptr;
  }
  if (word == "stack") {
    std::thread other([] { stack.push(1); });
    stack.push(2);
    other.join();
    assert(stack.head.load()->value == 1);
  }
}
