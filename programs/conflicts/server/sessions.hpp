// SPDX-License-Identifier: MIT
// The users that are logged in, since when, and their values.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace server {

using Tick = std::uint64_t;

class Session {
 public:
  Session(std::string user, Tick now) : user_(std::move(user)), last_seen_(now) {}

  [[nodiscard]] const std::string& user() const { return user_; }
  void set(const std::string& key, const std::string& value);
  [[nodiscard]] std::string get(const std::string& key) const;
  [[nodiscard]] std::size_t values() const;

  void touch(Tick now) {
    last_seen_ = now;  // planted 5 a
  }
  [[nodiscard]] Tick last_seen() const {
    return last_seen_;  // planted 5 b
  }
  void count_request() { ++requests_; }
  [[nodiscard]] std::uint64_t requests() const { return requests_; }

 private:
  const std::string user_;
  mutable std::mutex mutex_;
  std::map<std::string, std::string> values_;
  Tick last_seen_;
  std::atomic<std::uint64_t> requests_{0};
};

class Sessions {
 public:
  std::string open(const std::string& user, Tick now);
  [[nodiscard]] std::shared_ptr<Session> find(const std::string& key) const;
  bool close(const std::string& key);
  // Closes the sessions that were last seen before.
  std::size_t sweep(Tick since);
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] std::vector<std::string> users() const;

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::string, std::shared_ptr<Session>> table_;
  std::multimap<std::string, std::string> by_user_;
  std::uint64_t opened_ = 0;
};

}  // namespace server
