// SPDX-License-Identifier: MIT
// A queue of at most `capacity` items, for any type that can be moved. It never blocks. Safe.
#pragma once

#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

namespace samples {

template <class T>
class bounded_queue {
 public:
  explicit bounded_queue(std::size_t capacity = 2) : capacity_(capacity) {}

  // False, and nothing is added, if the queue is full.
  bool try_push(T item) {
    const std::lock_guard lock(guard_);
    if (items_.size() >= capacity_) return false;
    items_.push_back(std::move(item));
    return true;
  }

  // Nothing if the queue is empty.
  std::optional<T> try_pop() {
    const std::lock_guard lock(guard_);
    if (items_.empty()) return std::nullopt;
    std::optional<T> first(std::move(items_.front()));
    items_.pop_front();
    return first;
  }

  std::size_t size() const {
    const std::lock_guard lock(guard_);
    return items_.size();
  }

 private:
  const std::size_t capacity_;
  mutable std::mutex guard_;
  std::deque<T> items_;
};

}  // namespace samples
