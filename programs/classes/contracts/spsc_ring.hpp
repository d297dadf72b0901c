// SPDX-License-Identifier: MIT
// A ring of two slots for a single producer thread and a single consumer thread, without a lock.
// Safe only if at most one thread calls `push` and at most one calls `pop`: two producers store
// into one slot, and an item is lost.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <optional>

namespace samples {

class spsc_ring {
 public:
  // Called by the producer. False, and nothing is added, if the ring is full.
  bool push(int item) {
    const std::size_t end = end_.load();
    if (end - begin_.load() == kSlots) return false;
    slots_[end % kSlots].store(item);
    end_.store(end + 1);
    return true;
  }

  // Called by the consumer. Nothing if the ring is empty.
  std::optional<int> pop() {
    const std::size_t begin = begin_.load();
    if (begin == end_.load()) return std::nullopt;
    const int item = slots_[begin % kSlots].load();
    begin_.store(begin + 1);
    return item;
  }

 private:
  static constexpr std::size_t kSlots = 2;

  std::array<std::atomic<int>, kSlots> slots_{};
  std::atomic<std::size_t> begin_{0};
  std::atomic<std::size_t> end_{0};
};

}  // namespace samples
