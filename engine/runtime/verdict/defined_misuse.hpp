// SPDX-License-Identifier: MIT
// Misuse that is reported whatever the verdict is: found in one execution, and kept from then on.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/runtime/isolation/reply_log.hpp"
#include "engine/runtime/machine/backtrace.hpp"

namespace mcheck {

// A use that the standards forbid, and that every implementation defines all the same.
struct DefinedMisuse {
  std::string message;
  std::string thread;
  Backtrace from;
};

// The first of each message.
struct DefinedMisuses {
  std::vector<DefinedMisuse> all;

  [[nodiscard]] bool contains_message(std::string_view message) const;
  // Unless it is in the list.
  void add(const DefinedMisuse& misuse);

  void pack(Packed& packed) const;
  void merge(Packed& packed);
};

}  // namespace mcheck
