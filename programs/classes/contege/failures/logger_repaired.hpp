// SPDX-License-Identifier: MIT
// A logger with a handler that can be removed, repaired: `accepts` loads the handler once.
// Handlers live as long as the logger.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace samples {

class logger {
 public:
  void set_handler(int lowest_level) {
    const std::lock_guard lock(guard_);
    handlers_.push_back(std::make_unique<const handler>(handler{lowest_level}));
    current_.store(handlers_.back().get());
  }

  void remove_handler() { current_.store(nullptr); }

  // Whether a handler would write a line of this level.
  bool accepts(int level) const {
    const handler* const used = current_.load();
    return used != nullptr && level >= used->lowest_level;
  }

 private:
  struct handler {
    int lowest_level;
  };

  std::atomic<const handler*> current_{nullptr};
  std::mutex guard_;
  std::vector<std::unique_ptr<const handler>> handlers_;
};

}  // namespace samples
