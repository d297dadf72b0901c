// SPDX-License-Identifier: MIT
// Message passing with fences: the flag is relaxed, and each thread has a fence between flag and
// message.
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
    if (!is_weak("send")) std::atomic_thread_fence(kRelease);
    ready.store(true, kRelaxed);
  });
  if (ready.load(kRelaxed)) {
    if (!is_weak("receive")) std::atomic_thread_fence(kAcquire);
    assert(message.load(kRelaxed) == 42);
  }
  sender.join();
}
