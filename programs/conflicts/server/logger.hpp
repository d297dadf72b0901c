// SPDX-License-Identifier: MIT
// Writes lines to all sinks, and keeps the last ones.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace server {

enum class Level { kDebug, kInfo, kWarning, kError };

const char* name_of(Level level);

class Logger {
 public:
  using Sink = std::function<void(const std::string&)>;

  explicit Logger(std::size_t kept) : kept_(kept) {}

  void add_sink(Sink sink);
  // The same without the lock, for start-up.
  void add_sink_at_start(Sink sink);
  void set_level(const std::string& part, Level least);
  void log(Level level, const std::string& part, const std::string& text);

  [[nodiscard]] std::vector<std::string> recent() const;
  [[nodiscard]] std::map<Level, std::size_t> counts() const;
  [[nodiscard]] std::size_t dropped() const;

 private:
  [[nodiscard]] bool wanted(Level level, const std::string& part) const;

  const std::size_t kept_;
  mutable std::mutex mutex_;
  std::vector<Sink> sinks_;
  std::map<std::string, Level> levels_;
  std::map<Level, std::size_t> counts_;
  std::deque<std::string> recent_;
  std::size_t dropped_ = 0;
};

}  // namespace server
