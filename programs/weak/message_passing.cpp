// SPDX-License-Identifier: MIT
// Message passing: the flag is set after the message is written, and the message is read after the
// flag is seen. The message is two relaxed words; nothing is a data race.
#include <atomic>
#include <cassert>
#include <thread>

#include "orders.hpp"

using namespace weak;

namespace {

std::atomic<int> message{0};
std::atomic<bool> ready{false};

}  // namespace

int main(int count, char** arguments) {
  choose(count, arguments, {"send", "receive"});
  std::thread sender([] {
    message.store(42, kRelaxed);
    ready.store(true, at("send", kRelease));
  });
  if (ready.load(at("receive", kAcquire))) assert(message.load(kRelaxed) == 42);
  sender.join();
}
