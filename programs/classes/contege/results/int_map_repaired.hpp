// SPDX-License-Identifier: MIT
// A map under a lock, repaired: `put_all` holds the locks of both maps while it copies. To put all
// entries of a map into itself changes nothing.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>

namespace samples {

class int_map {
 public:
  void put(int key, int value) {
    const std::lock_guard lock(guard_);
    entries_[key] = value;
  }

  void put_all(const int_map& other) {
    if (this == &other) return;
    const std::scoped_lock lock(guard_, other.guard_);
    for (const auto& [key, value] : other.entries_) entries_[key] = value;
  }

  void clear() {
    const std::lock_guard lock(guard_);
    entries_.clear();
  }

  std::optional<int> get(int key) const {
    const std::lock_guard lock(guard_);
    const auto found = entries_.find(key);
    return found == entries_.end() ? std::nullopt : std::optional<int>(found->second);
  }

  std::size_t size() const {
    const std::lock_guard lock(guard_);
    return entries_.size();
  }

 private:
  mutable std::mutex guard_;
  std::map<int, int> entries_;
};

}  // namespace samples
