// SPDX-License-Identifier: MIT
// What the program did that people have to be told of, whatever the verdict is, or that no verdict
// can do without: found in one execution, and known from then on.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/runtime/backtrace.hpp"
#include "engine/runtime/journal.hpp"

namespace mcheck {

// A use that the standards forbid, and that every implementation defines all the same.
struct DefinedMisuse {
  std::string message;
  std::string thread;
  Backtrace from;
};

struct Findings {
  bool unordered = false;              // some races, in a process of its own
  std::string not_understood;          // inline assembly that a thread came to: not_understood.hpp
  std::vector<DefinedMisuse> misuses;  // the first of each message

  void meet_not_understood(std::string_view text) {
    if (not_understood.empty()) not_understood = text;
  }
  [[nodiscard]] bool knows(std::string_view misuse) const;
  // Unless it is known.
  void add(const DefinedMisuse& misuse);

  void pack(Packed& packed) const;
  void learn(Packed& packed);
};

}  // namespace mcheck
