// SPDX-License-Identifier: MIT
// Evicts the least recently used entry when it is full.
#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace server {

class Cache {
 public:
  explicit Cache(std::size_t room) : room_(room) {}

  void put(const std::string& key, const std::string& value);
  std::optional<std::string> get(const std::string& key);
  // The first caller computes the value.
  std::string get_or_make(const std::string& key, const std::function<std::string()>& make);
  bool forget(const std::string& key);
  void clear();

  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] std::size_t evictions() const;
  [[nodiscard]] double hit_rate() const;
  [[nodiscard]] std::size_t hits() const;

 private:
  using Entry = std::pair<std::string, std::string>;
  using Order = std::list<Entry>;

  void put_locked(const std::string& key, const std::string& value);

  const std::size_t room_;
  mutable std::mutex mutex_;
  Order order_;  // the newest first
  std::unordered_map<std::string, Order::iterator> places_;
  std::size_t hits_ = 0;
  std::size_t misses_ = 0;
  std::size_t evictions_ = 0;
};

}  // namespace server
