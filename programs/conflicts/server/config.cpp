// SPDX-License-Identifier: MIT
#include "config.hpp"

#include "text.hpp"

namespace server {

std::optional<Settings> parse_settings(const std::string& text) {
  Settings settings;
  for (const std::string& raw : split(text, '\n')) {
    const std::string line = trimmed(raw.substr(0, raw.find('#')));
    if (line.empty()) continue;
    const std::size_t equals = line.find('=');
    if (equals == std::string::npos || equals == 0) return std::nullopt;
    settings[trimmed(line.substr(0, equals))] = trimmed(line.substr(equals + 1));
  }
  return settings;
}

std::shared_ptr<const Settings> Config::current() const {
  const std::lock_guard lock(mutex_);
  return current_;
}

bool Config::load(const std::string& text) {
  std::optional<Settings> settings = parse_settings(text);
  if (!settings) return false;
  auto next = std::make_shared<const Settings>(std::move(*settings));
  std::vector<Watcher> watchers;
  {
    const std::lock_guard lock(mutex_);
    current_ = next;
    watchers = watchers_;
  }
  for (const Watcher& watcher : watchers) watcher(*next);
  return true;
}

void Config::watch(Watcher watcher) {
  const std::lock_guard lock(mutex_);
  watchers_.push_back(std::move(watcher));
}

std::string Config::get(const std::string& key, const std::string& otherwise) const {
  const std::shared_ptr<const Settings> settings = current();
  const auto known = settings->find(key);
  return known == settings->end() ? otherwise : known->second;
}

long Config::number(const std::string& key, long otherwise) const {
  return to_number(get(key, "")).value_or(otherwise);
}

// "It is only a pointer."
void Config::set_draft(std::shared_ptr<const Settings> draft) {
  draft_.swap(draft);  // planted 8 a
}

std::shared_ptr<const Settings> Config::draft() const {
  return draft_;  // planted 8 b
}

}  // namespace server
