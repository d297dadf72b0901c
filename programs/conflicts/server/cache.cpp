// SPDX-License-Identifier: MIT
#include "cache.hpp"

namespace server {

void Cache::put_locked(const std::string& key, const std::string& value) {
  const auto known = places_.find(key);
  if (known != places_.end()) {
    known->second->second = value;
    order_.splice(order_.begin(), order_, known->second);
    return;
  }
  if (order_.size() >= room_ && !order_.empty()) {
    places_.erase(order_.back().first);
    order_.pop_back();
    ++evictions_;
  }
  order_.emplace_front(key, value);
  places_[key] = order_.begin();
}

void Cache::put(const std::string& key, const std::string& value) {
  const std::lock_guard lock(mutex_);
  put_locked(key, value);
}

std::optional<std::string> Cache::get(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto known = places_.find(key);
  if (known == places_.end()) {
    ++misses_;
    return std::nullopt;
  }
  ++hits_;  // planted 1 a
  order_.splice(order_.begin(), order_, known->second);
  return known->second->second;
}

std::string Cache::get_or_make(const std::string& key, const std::function<std::string()>& make) {
  const std::lock_guard lock(mutex_);
  const auto known = places_.find(key);
  if (known != places_.end()) return known->second->second;
  const std::string made = make();
  put_locked(key, made);
  return made;
}

bool Cache::forget(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto known = places_.find(key);
  if (known == places_.end()) return false;
  order_.erase(known->second);
  places_.erase(known);
  return true;
}

void Cache::clear() {
  const std::lock_guard lock(mutex_);
  places_.clear();
  order_.clear();
}

std::size_t Cache::size() const {
  const std::lock_guard lock(mutex_);
  return order_.size();
}

std::size_t Cache::evictions() const {
  const std::lock_guard lock(mutex_);
  return evictions_;
}

double Cache::hit_rate() const {
  const std::lock_guard lock(mutex_);
  const std::size_t all = hits_ + misses_;
  return all == 0 ? 0 : static_cast<double>(hits_) / static_cast<double>(all);
}

// "A read of a number is atomic anyway."
std::size_t Cache::hits() const {
  return hits_;  // planted 1 b
}

}  // namespace server
