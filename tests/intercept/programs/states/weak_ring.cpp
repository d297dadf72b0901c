// SPDX-License-Identifier: MIT
// A ring of two slots through which items pass, with acquire and release. Arguments: how many
// items; "relaxed": without these orders.
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace {

constexpr unsigned kSlots = 2;

std::atomic<unsigned> written{0};
std::atomic<unsigned> taken{0};
std::atomic<unsigned> slots[kSlots];

}  // namespace

int main(int count, char** words) {
  const unsigned items = static_cast<unsigned>(std::atoi(words[1]));
  const bool relaxed = count > 2 && std::strcmp(words[2], "relaxed") == 0;
  const auto release = relaxed ? std::memory_order_relaxed : std::memory_order_release;
  const auto acquire = relaxed ? std::memory_order_relaxed : std::memory_order_acquire;
  std::thread producer([=] {
    for (unsigned i = 0; i < items; ++i) {
      while (i - taken.load(acquire) == kSlots) {
      }
      slots[i % kSlots].store(i + 1, std::memory_order_relaxed);
      written.store(i + 1, release);
    }
  });
  for (unsigned i = 0; i < items; ++i) {
    while (written.load(acquire) == i) {
    }
    assert(slots[i % kSlots].load(std::memory_order_relaxed) == i + 1);
    taken.store(i + 1, release);
  }
  producer.join();
}
