// SPDX-License-Identifier: MIT
// Boost.Lockfree's stack of message numbers, in a class that publishes the number before it writes
// the message: a thread that takes the number may read the message while it is written.
//
// Right form: boost_lockfree_stack.cpp.
#include <array>
#include <boost/lockfree/stack.hpp>
#include <cassert>
#include <cstddef>
#include <thread>

namespace {

class Messages {
 public:
  void put(std::size_t number, int message) {
    stack_.push(number);
    messages_[number] = message;
  }

  int take_or(int nothing) {
    std::size_t number = 0;
    return stack_.pop(number) ? messages_[number] : nothing;
  }

 private:
  boost::lockfree::stack<std::size_t, boost::lockfree::capacity<2>> stack_;
  std::array<int, 2> messages_ = {};
};

}  // namespace

int main() {
  Messages messages;
  std::thread producer([&] { messages.put(0, 42); });
  const int seen = messages.take_or(42);
  producer.join();
  assert(seen == 42);
}
