// SPDX-License-Identifier: MIT
#include "logger.hpp"

namespace server {

const char* name_of(Level level) {
  switch (level) {
    case Level::kDebug: return "debug";
    case Level::kInfo: return "info";
    case Level::kWarning: return "warning";
    case Level::kError: return "error";
  }
  return "?";
}

void Logger::add_sink(Sink sink) {
  const std::lock_guard lock(mutex_);
  sinks_.push_back(std::move(sink));
}

// "No thread logs that early."
void Logger::add_sink_at_start(Sink sink) {
  sinks_.push_back(std::move(sink));  // planted 2 a
}

void Logger::set_level(const std::string& part, Level least) {
  const std::lock_guard lock(mutex_);
  levels_[part] = least;
}

bool Logger::wanted(Level level, const std::string& part) const {
  const auto known = levels_.find(part);
  return known == levels_.end() || level >= known->second;
}

void Logger::log(Level level, const std::string& part, const std::string& text) {
  const std::lock_guard lock(mutex_);
  if (!wanted(level, part)) {
    ++dropped_;
    return;
  }
  ++counts_[level];
  const std::string line = std::string(name_of(level)) + " " + part + ": " + text;
  recent_.push_back(line);
  if (recent_.size() > kept_) recent_.pop_front();
  for (const Sink& sink : sinks_) sink(line);  // planted 2 b
}

std::vector<std::string> Logger::recent() const {
  const std::lock_guard lock(mutex_);
  return {recent_.begin(), recent_.end()};
}

std::map<Level, std::size_t> Logger::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

std::size_t Logger::dropped() const {
  const std::lock_guard lock(mutex_);
  return dropped_;
}

}  // namespace server
