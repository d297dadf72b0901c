// SPDX-License-Identifier: MIT
// An owner of one block on the heap, which it can release early. The bug is in `release`: it loads
// the address of the block and sets it to null in two steps. Two threads can both load it, and
// both delete the block: a double free.
#pragma once

#include <atomic>

namespace samples {

class buffer_owner {
 public:
  buffer_owner() = default;
  buffer_owner(const buffer_owner&) = delete;
  buffer_owner& operator=(const buffer_owner&) = delete;
  ~buffer_owner() { release(); }

  // False if there is no block any more.
  bool release() {
    const int* const block = block_.load();
    if (block == nullptr) return false;
    block_.store(nullptr);
    delete block;
    return true;
  }

  bool empty() const { return block_.load() == nullptr; }

 private:
  std::atomic<const int*> block_{new const int(0)};
};

}  // namespace samples
