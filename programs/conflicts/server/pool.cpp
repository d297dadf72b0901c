// SPDX-License-Identifier: MIT
#include "pool.hpp"

#include "text.hpp"

namespace server {

Pool::Pool(std::size_t size) {
  for (std::size_t i = 1; i <= size; ++i) {
    auto connection = std::make_unique<Connection>();
    connection->number = i;
    free_.push(std::move(connection));
  }
}

std::unique_ptr<Connection> Pool::borrow() {
  std::unique_lock lock(mutex_);
  returned_.wait(lock, [this] { return !free_.empty(); });
  std::unique_ptr<Connection> connection = std::move(free_.top());
  free_.pop();
  ++connection->uses;
  return connection;
}

void Pool::give_back(std::unique_ptr<Connection> connection) {
  {
    const std::lock_guard lock(mutex_);
    free_.push(std::move(connection));
  }
  returned_.notify_one();
}

std::size_t Pool::free() const {
  const std::lock_guard lock(mutex_);
  return free_.size();
}

// "There is one error at a time."
void Pool::note_error(const std::string& error) {
  last_error_ = error;  // planted 10 a
}

std::string Pool::last_error() const {
  return last_error_;  // planted 10 b
}

void Ring::join(const std::string& peer) {
  const std::lock_guard lock(mutex_);
  peers_.insert(peer);
  by_hash_[hash_of(peer)] = peer;
}

void Ring::leave(const std::string& peer) {
  const std::lock_guard lock(mutex_);
  peers_.erase(peer);
  by_hash_.erase(hash_of(peer));
}

std::string Ring::after(const std::string& peer) const {
  const std::lock_guard lock(mutex_);
  if (peers_.empty()) return peer;
  const auto next = peers_.upper_bound(peer);
  return next == peers_.end() ? *peers_.begin() : *next;
}

std::string Ring::owner_of(const std::string& key) const {
  const std::lock_guard lock(mutex_);
  if (by_hash_.empty()) return "";
  const auto owner = by_hash_.lower_bound(hash_of(key));
  return owner == by_hash_.end() ? by_hash_.begin()->second : owner->second;
}

std::size_t Ring::size() const {
  const std::lock_guard lock(mutex_);
  return peers_.size();
}

}  // namespace server
