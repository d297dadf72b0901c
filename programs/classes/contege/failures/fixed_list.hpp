// SPDX-License-Identifier: MIT
// A list of at most two numbers, in a block on the heap. The bug is in `add`: it compares the size
// with the capacity, and only then takes an index. Two threads can both find room for one, and the
// second of them stores beyond the end of the block: a heap overflow. All accesses are atomic.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>

namespace samples {

class fixed_list {
 public:
  // False, and nothing is added, if the list is full.
  bool add(int value) {
    if (size_.load() >= kCapacity) return false;
    items_[size_.fetch_add(1)].store(value);
    return true;
  }

  std::size_t size() const { return size_.load(); }

 private:
  static constexpr std::size_t kCapacity = 2;

  std::unique_ptr<std::atomic<int>[]> items_ = std::make_unique<std::atomic<int>[]>(kCapacity);
  std::atomic<std::size_t> size_{0};
};

}  // namespace samples
