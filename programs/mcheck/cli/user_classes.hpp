// SPDX-License-Identifier: MIT
// The [[class]] tables of mcheck.toml: user classes that are treated as library classes, so that
// conflicts are reported between calls of their methods. Parses the TOML subset that this needs:
//
//   [[class]]
//   name = "Registry"             # with its namespaces
//   reads = ["find", "size"]      # never conflict with each other
//   writes = ["add", "clear"]
//
//   [[class]]
//   name = "LockFreeMap"
//   safe = true                   # no two calls conflict
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "engine/trace/results/conflict_list.hpp"
#include "programs/mcheck/cli/invocation.hpp"

namespace mcheck::command {

// The classes, or the error: "line 3: …".
[[nodiscard]] std::variant<std::vector<UserClass>, std::string> parse_user_classes(
    const std::string& text);

// From --config, or from mcheck.toml beside the program, if it exists. Throws UsageError.
[[nodiscard]] std::vector<UserClass> user_classes_for(const Invocation& invocation);

}  // namespace mcheck::command
