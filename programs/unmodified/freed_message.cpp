// SPDX-License-Identifier: MIT
// Use after free: the thread that takes the message deletes it, and then both this thread and the
// other reader may still read it.
//
// Right form: freed_message_right.cpp.
#include <atomic>
#include <thread>

namespace {

struct Message {
  int length = 5;
};

std::atomic<Message*> message{new Message};

int take() {
  Message* const seen = message.load();
  if (seen == nullptr) return 0;
  if (message.exchange(nullptr) != nullptr) delete seen;
  return seen->length;
}

}  // namespace

int main() {
  std::thread other(take);
  take();
  other.join();
}
