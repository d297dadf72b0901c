// SPDX-License-Identifier: MIT
// Protects thread regions, so that an access to one of them raises a signal.
#pragma once

#include <bitset>
#include <cstddef>
#include <span>
#include <vector>

#include "engine/memory/regions/thread_region.hpp"

namespace mcheck {

class AccessGuards {
 public:
  // Guards exactly these regions, except main's and `exempt`.
  void guard_only(std::span<const std::size_t> numbers, std::size_t exempt);
  void unguard_all();
  [[nodiscard]] bool guards(const void* address) const;

 private:
  void set_guarded(std::size_t number, bool guarded);
  [[nodiscard]] bool is_guarded(std::size_t number) const { return guarded_[number]; }

  std::bitset<kThreadRegions> guarded_;
  std::vector<std::size_t> active_;
};

}  // namespace mcheck
