// SPDX-License-Identifier: MIT
// A value in a block on the heap, which `set` replaces. `set` deletes the old block, or keeps it
// until the end if a reader is announced. Repaired: `get` announces itself before it loads the
// address of the block.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace samples {

class current_value {
 public:
  current_value() = default;
  current_value(const current_value&) = delete;
  current_value& operator=(const current_value&) = delete;
  ~current_value() { delete block_.load(); }

  void set(int value) {
    std::unique_ptr<const int> old(block_.exchange(new const int(value)));
    if (readers_.load() == 0) return;
    const std::lock_guard lock(guard_);
    kept_.push_back(std::move(old));
  }

  int get() {
    ++readers_;
    const int value = *block_.load();
    --readers_;
    return value;
  }

 private:
  std::atomic<const int*> block_{new const int(0)};
  std::atomic<int> readers_{0};
  std::mutex guard_;
  std::vector<std::unique_ptr<const int>> kept_;
};

}  // namespace samples
