// SPDX-License-Identifier: MIT
// A queue whose put() waits while it is full, and whose take() waits while it is empty.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <limits>
#include <mutex>
#include <optional>
#include <utility>

template <class Item>
class BlockingQueue {
 public:
  explicit BlockingQueue(std::size_t capacity = std::numeric_limits<std::size_t>::max())
      : capacity_(capacity) {}

  // False if the queue is closed.
  bool put(Item item) {
    std::unique_lock lock(mutex_);
    while (items_.size() == capacity_ && !closed_) {
      ++waits_;
      not_full_.wait(lock);
    }
    if (closed_) return false;
    push(std::move(item));
    return true;
  }
  // False if there is no room now.
  bool offer(Item item) {
    const std::lock_guard lock(mutex_);
    if (items_.size() == capacity_ || closed_) return false;
    push(std::move(item));
    return true;
  }

  // Nothing if the queue is closed, and empty.
  std::optional<Item> take() {
    std::unique_lock lock(mutex_);
    while (items_.empty() && !closed_) {
      ++waits_;
      not_empty_.wait(lock);
    }
    return pop();
  }
  // Nothing if there is no item now.
  std::optional<Item> poll() {
    const std::lock_guard lock(mutex_);
    return pop();
  }
  std::optional<Item> peek() {
    const std::lock_guard lock(mutex_);
    if (items_.empty()) return std::nullopt;
    return items_.front();
  }
  std::deque<Item> drain() {
    const std::lock_guard lock(mutex_);
    not_full_.notify_all();
    return std::exchange(items_, {});
  }

  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    not_empty_.notify_all();
    not_full_.notify_all();
  }

  std::size_t size() {
    const std::lock_guard lock(mutex_);
    return items_.size();
  }
  // How often a thread had to wait.
  int waits() {
    const std::lock_guard lock(mutex_);
    return waits_;
  }

 private:
  void push(Item item) {
    items_.push_back(std::move(item));
    not_empty_.notify_one();
  }
  std::optional<Item> pop() {
    if (items_.empty()) return std::nullopt;
    std::optional<Item> item(std::move(items_.front()));
    items_.pop_front();
    not_full_.notify_one();
    return item;
  }

  const std::size_t capacity_;
  std::mutex mutex_;
  std::condition_variable not_full_;
  std::condition_variable not_empty_;
  std::deque<Item> items_;
  bool closed_ = false;
  int waits_ = 0;
};
