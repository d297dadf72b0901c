// SPDX-License-Identifier: MIT
// std::atomic::wait: the reader sleeps until the flag is set, and then reads the message.
#include <atomic>
#include <cassert>
#include <thread>

#include "orders.hpp"

using namespace weak;

namespace {

std::atomic<int> message{0};
std::atomic<int> ready{0};

}  // namespace

int main(int count, char** arguments) {
  choose(count, arguments, {"send", "wait"});
  std::thread sender([] {
    message.store(42, kRelaxed);
    ready.store(1, at("send", kRelease));
    ready.notify_one();
  });
  ready.wait(0, at("wait", kAcquire));
  assert(message.load(kRelaxed) == 42);
  sender.join();
}
