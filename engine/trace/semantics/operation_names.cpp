// SPDX-License-Identifier: MIT
#include "engine/trace/semantics/operation_names.hpp"

#include "engine/trace/semantics/operation.hpp"

namespace mcheck {

// Gates are no part of the program.
std::set<std::string> operation_names() {
  std::set<std::string> names = {kAccess};
  for (Word i = 0; i <= static_cast<Word>(Kind::kDestroy); ++i) {
    Operation operation{.kind = static_cast<Kind>(i)};
    const bool is_gate = operation.kind == Kind::kGateOpen || operation.kind == Kind::kGateWait;
    if (is_gate || operation.kind == Kind::kProbe) continue;
    for (Word b = 0; b <= static_cast<Word>(Arithmetic::kSubtractDouble); ++b) {
      operation.b = b;
      operation.may_time_out = false;
      names.insert(name_of(operation));
      operation.may_time_out = true;
      names.insert(name_of(operation));
    }
  }
  return names;
}

std::string operation_at_begin_of(const std::string& text) {
  std::string longest;
  for (const std::string& name : operation_names()) {
    const bool begins =
        text.starts_with(name) && (text.size() == name.size() || text[name.size()] == ' ');
    if (begins && name.size() > longest.size()) longest = name;
  }
  return longest;
}

}  // namespace mcheck
