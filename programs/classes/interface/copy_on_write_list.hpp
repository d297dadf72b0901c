// SPDX-License-Identifier: MIT
// A list whose readers use a snapshot, and whose writers replace it by a changed copy. Safe: `sum`
// is the sum at one moment, although the list may have changed when it returns.
#pragma once

#include <memory>
#include <mutex>
#include <numeric>
#include <utility>
#include <vector>

namespace samples {

class copy_on_write_list {
 public:
  void add(int item) {
    const std::lock_guard lock(guard_);
    auto changed = std::make_shared<std::vector<int>>(*items_);
    changed->push_back(item);
    items_ = std::move(changed);
  }

  void clear() {
    const std::lock_guard lock(guard_);
    items_ = std::make_shared<const std::vector<int>>();
  }

  int sum() const {
    const std::shared_ptr<const std::vector<int>> now = snapshot();
    return std::accumulate(now->begin(), now->end(), 0);
  }

 private:
  std::shared_ptr<const std::vector<int>> snapshot() const {
    const std::lock_guard lock(guard_);
    return items_;
  }

  mutable std::mutex guard_;
  std::shared_ptr<const std::vector<int>> items_ = std::make_shared<const std::vector<int>>();
};

}  // namespace samples
