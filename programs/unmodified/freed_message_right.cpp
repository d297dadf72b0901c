// SPDX-License-Identifier: MIT
// Use after free, repaired: only the thread that takes the message has a pointer to it.
//
// Wrong form: freed_message.cpp.
#include <atomic>
#include <thread>

namespace {

struct Message {
  int length = 5;
};

std::atomic<Message*> message{new Message};

int take() {
  Message* const mine = message.exchange(nullptr);
  if (mine == nullptr) return 0;
  const int length = mine->length;
  delete mine;
  return length;
}

}  // namespace

int main() {
  std::thread other(take);
  take();
  other.join();
}
