// SPDX-License-Identifier: MIT
// A list of at most two numbers, in a block on the heap, repaired: `add` takes an index below the
// capacity by compare-exchange.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>

namespace samples {

class fixed_list {
 public:
  // False, and nothing is added, if the list is full.
  bool add(int value) {
    std::size_t index = size_.load();
    do {
      if (index == kCapacity) return false;
    } while (!size_.compare_exchange_strong(index, index + 1));
    items_[index].store(value);
    return true;
  }

  std::size_t size() const { return size_.load(); }

 private:
  static constexpr std::size_t kCapacity = 2;

  std::unique_ptr<std::atomic<int>[]> items_ = std::make_unique<std::atomic<int>[]>(kCapacity);
  std::atomic<std::size_t> size_{0};
};

}  // namespace samples
