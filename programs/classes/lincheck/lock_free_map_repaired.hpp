// SPDX-License-Identifier: MIT
// A lock-free hash map of four slots, repaired: a put claims a slot by a compare-exchange of its
// key. If that is lost, it uses the slot only if the winner has the same key, and otherwise tries
// the next one. Keys are taken modulo 4, so there is a slot for each; even keys begin at slot 0,
// odd keys at slot 2.
#pragma once

#include <array>
#include <atomic>
#include <climits>
#include <optional>

namespace samples {

class lock_free_map {
 public:
  // The value before, if there was one.
  std::optional<int> put(unsigned key, int value) {
    return value_of(slot_for(key % kSlots).value.exchange(value));
  }

  std::optional<int> get(unsigned key) const {
    const int wanted = static_cast<int>(key % kSlots);
    for (unsigned i = 0; i < kSlots; ++i) {
      const slot& at = slots_[(start(key) + i) % kSlots];
      const int found = at.key.load();
      if (found == kFree) return std::nullopt;
      if (found == wanted) return value_of(at.value.load());
    }
    return std::nullopt;
  }

 private:
  static constexpr unsigned kSlots = 4;
  static constexpr int kFree = -1;
  static constexpr int kNone = INT_MIN;

  struct slot {
    std::atomic<int> key{kFree};
    std::atomic<int> value{kNone};
  };

  static unsigned start(unsigned key) { return key % 2 * 2; }

  static std::optional<int> value_of(int value) {
    return value == kNone ? std::nullopt : std::optional<int>(value);
  }

  slot& slot_for(unsigned key) {
    const int wanted = static_cast<int>(key);
    for (unsigned i = start(key);; i = (i + 1) % kSlots) {
      int found = slots_[i].key.load();
      if (found == kFree && slots_[i].key.compare_exchange_strong(found, wanted)) return slots_[i];
      if (found == wanted) return slots_[i];
    }
  }

  std::array<slot, kSlots> slots_;
};

}  // namespace samples
