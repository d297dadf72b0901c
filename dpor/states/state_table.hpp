// SPDX-License-Identifier: MIT
// The states that a stateful search has seen, by fingerprint: a hash table with open addressing, 32
// bytes an entry, at most three quarters full.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/base/fingerprint.hpp"

namespace mcheck {

class StateTable {
 public:
  static constexpr std::uint32_t kClosed = ~std::uint32_t{0};

  struct Entry {
    Fingerprint state;
    double schedules = 0;             // from here to an end, once it is closed
    std::uint32_t open_at = kClosed;  // its place on the stack of open states
    bool used = false;
  };

  // The entry of the state, and whether it is new. Valid until the next call.
  std::pair<Entry*, bool> find_or_add(const Fingerprint& state) {
    if (4 * (size_ + 1) > 3 * entries_.size()) grow();
    Entry& entry = place_of(state);
    if (entry.used) return {&entry, false};
    entry = {.state = state, .used = true};
    ++size_;
    return {&entry, true};
  }
  // REQUIRES: it was added.
  [[nodiscard]] Entry& at(const Fingerprint& state) { return place_of(state); }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  Entry& place_of(const Fingerprint& state) {
    const std::size_t mask = entries_.size() - 1;
    std::size_t at = state.low & mask;
    while (entries_[at].used && entries_[at].state != state) at = (at + 1) & mask;
    return entries_[at];
  }
  void grow() {
    std::vector<Entry> before(entries_.empty() ? kFirstEntries : 2 * entries_.size());
    std::swap(before, entries_);
    for (const Entry& entry : before) {
      if (entry.used) place_of(entry.state) = entry;
    }
  }

  static constexpr std::size_t kFirstEntries = 1024;

  std::vector<Entry> entries_;
  std::size_t size_ = 0;
};

}  // namespace mcheck
