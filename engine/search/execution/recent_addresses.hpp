// SPDX-License-Identifier: MIT
// The objects that were found last: the first place to look one up by its address.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/base/ids.hpp"

namespace mcheck {

class RecentAddresses {
 public:
  struct Entry {
    const void* address = nullptr;
    ObjectId object = kNoObject;
  };

  // Of that address, or of another one with the same place.
  [[nodiscard]] Entry& entry_of(const void* address) {
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    return entries_[(at >> 3 ^ at >> 12) % kEntries];
  }

 private:
  static constexpr std::size_t kEntries = 64;
  std::array<Entry, kEntries> entries_{};
};

}  // namespace mcheck
