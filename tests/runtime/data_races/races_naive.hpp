// SPDX-License-Identifier: MIT
// A naive race detector: a list of all accesses, each of which is compared with each. It shares
// nothing with the detector under test but the clocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mcheck {

struct NaiveAccess {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  unsigned thread = 0;
  std::uint32_t epoch = 0;
  bool write = false;
  bool atomic = false;
  bool freed = false;
};

class NaiveRaces {
 public:
  // The accesses that race with this one, given its thread's clock; adds it to the list if there
  // are none.
  std::vector<NaiveAccess> access(const NaiveAccess& now, const std::vector<std::uint32_t>& clock) {
    std::vector<NaiveAccess> rivals;
    for (const Byte& byte : bytes_) {
      if (byte.at < now.begin || byte.at >= now.end) continue;
      if (races(byte.access, now, clock)) rivals.push_back(byte.access);
    }
    if (!rivals.empty()) return rivals;
    for (std::uint64_t at = now.begin; at < now.end; ++at) bytes_.push_back({at, now});
    return {};
  }

  void allocated(std::uint64_t begin, std::uint64_t end) {
    std::erase_if(bytes_, [&](const Byte& byte) { return byte.at >= begin && byte.at < end; });
  }

 private:
  struct Byte {
    std::uint64_t at = 0;
    NaiveAccess access;
  };

  static bool races(const NaiveAccess& before, const NaiveAccess& now,
                    const std::vector<std::uint32_t>& clock) {
    if (before.freed) return true;
    if (before.thread == now.thread) return false;
    if (!before.write && !now.write) return false;
    if (before.atomic && now.atomic) return false;
    return before.epoch > clock[before.thread];
  }

  std::vector<Byte> bytes_;
};

}  // namespace mcheck
