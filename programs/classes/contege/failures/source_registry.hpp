// SPDX-License-Identifier: MIT
// Data sources in one static map, which all objects of the class share. The bug: `register_source`
// and `total_limit` take the lock, `unregister_source` does not. Beside either of them that is a
// data race on the map, possibly while `total_limit` iterates.
#pragma once

#include <map>
#include <mutex>

namespace samples {

class source_registry {
 public:
  void register_source(int name, int limit) {
    const std::lock_guard lock(guard_);
    sources_[name] = limit;
  }

  void unregister_source(int name) { sources_.erase(name); }

  int total_limit() const {
    const std::lock_guard lock(guard_);
    int total = 0;
    for (const auto& [name, limit] : sources_) total += limit;
    return total;
  }

 private:
  static inline std::mutex guard_;
  static inline std::map<int, int> sources_;
};

}  // namespace samples
