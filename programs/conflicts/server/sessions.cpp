// SPDX-License-Identifier: MIT
#include "sessions.hpp"

namespace server {

void Session::set(const std::string& key, const std::string& value) {
  const std::lock_guard lock(mutex_);
  values_[key] = value;
}

std::string Session::get(const std::string& key) const {
  const std::lock_guard lock(mutex_);
  const auto known = values_.find(key);
  return known == values_.end() ? "" : known->second;
}

std::size_t Session::values() const {
  const std::lock_guard lock(mutex_);
  return values_.size();
}

std::string Sessions::open(const std::string& user, Tick now) {
  const std::lock_guard lock(mutex_);
  const std::string key = user + "-" + std::to_string(++opened_);
  table_.emplace(key, std::make_shared<Session>(user, now));
  by_user_.emplace(user, key);
  return key;
}

std::shared_ptr<Session> Sessions::find(const std::string& key) const {
  const std::lock_guard lock(mutex_);
  const auto known = table_.find(key);
  return known == table_.end() ? nullptr : known->second;
}

bool Sessions::close(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto known = table_.find(key);
  if (known == table_.end()) return false;
  const auto [first, last] = by_user_.equal_range(known->second->user());
  for (auto each = first; each != last; ++each) {
    if (each->second != key) continue;
    by_user_.erase(each);
    break;
  }
  table_.erase(known);
  return true;
}

std::size_t Sessions::sweep(Tick since) {
  std::vector<std::string> old;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [key, session] : table_) {
      if (session->last_seen() < since) old.push_back(key);
    }
  }
  std::size_t closed = 0;
  for (const std::string& key : old) closed += close(key) ? 1 : 0;
  return closed;
}

std::size_t Sessions::size() const {
  const std::lock_guard lock(mutex_);
  return table_.size();
}

std::vector<std::string> Sessions::users() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> names;
  for (const auto& [user, key] : by_user_) {
    if (names.empty() || names.back() != user) names.push_back(user);
  }
  return names;
}

}  // namespace server
