// SPDX-License-Identifier: MIT
// The functions that actions of a schedule file call: `call F`, `assert F`. They take nothing, and
// what an assertion calls returns bool; another call would pass garbage.
#pragma once

#include <string>
#include <vector>

namespace mcheck {

struct ProgramFunction {
  std::string name;  // demangled
  void* code = nullptr;
};

struct ActionFunction {
  std::string name;
  bool returns_bool = false;  // it has to
  std::string at;             // where the location stands
};

// The code of the one that is meant. Throws UsageError if there is none, or more than one, or if it
// cannot be called so.
[[nodiscard]] void* action_function(const std::vector<ProgramFunction>& functions,
                                    const ActionFunction& wanted);

}  // namespace mcheck
