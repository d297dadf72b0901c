// SPDX-License-Identifier: MIT
// Settings: a reader keeps the version that it got, even if another one is loaded later.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace server {

using Settings = std::map<std::string, std::string>;

// "key = value" on each line; # begins a comment. Nothing: a line is malformed.
std::optional<Settings> parse_settings(const std::string& text);

class Config {
 public:
  using Watcher = std::function<void(const Settings&)>;

  Config() : current_(std::make_shared<Settings>()), draft_(std::make_shared<Settings>()) {}

  [[nodiscard]] std::shared_ptr<const Settings> current() const;
  bool load(const std::string& text);
  void watch(Watcher watcher);
  [[nodiscard]] std::string get(const std::string& key, const std::string& otherwise) const;
  [[nodiscard]] long number(const std::string& key, long otherwise) const;

  // Settings that are not active yet.
  void set_draft(std::shared_ptr<const Settings> draft);
  [[nodiscard]] std::shared_ptr<const Settings> draft() const;

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const Settings> current_;
  std::shared_ptr<const Settings> draft_;
  std::vector<Watcher> watchers_;
};

}  // namespace server
