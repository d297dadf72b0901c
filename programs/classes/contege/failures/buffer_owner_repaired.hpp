// SPDX-License-Identifier: MIT
// An owner of one block on the heap, which it can release early, repaired: `release` loads the
// address and sets it to null in one step.
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
    const int* const block = block_.exchange(nullptr);
    delete block;
    return block != nullptr;
  }

  bool empty() const { return block_.load() == nullptr; }

 private:
  std::atomic<const int*> block_{new const int(0)};
};

}  // namespace samples
