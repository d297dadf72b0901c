// SPDX-License-Identifier: MIT
// A map under a lock. The bug is in `put_all`: it copies the other map and then puts each entry in
// a critical section of its own. If the other map is this one, a concurrent `clear` between the
// two is undone: entries exist after `clear` that no thread has put since.
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
    for (const auto& [key, value] : other.copy()) put(key, value);
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
  std::map<int, int> copy() const {
    const std::lock_guard lock(guard_);
    return entries_;
  }

  mutable std::mutex guard_;
  std::map<int, int> entries_;
};

}  // namespace samples
