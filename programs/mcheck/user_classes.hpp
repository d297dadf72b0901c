// SPDX-License-Identifier: MIT
// mcheck.toml: which classes of the user's are to be seen as a library's, so that what is told of
// them is the calls of their methods. The little of TOML that this takes:
//
//   [[class]]
//   name = "Registry"             # with its namespaces
//   reads = ["find", "size"]      # do not conflict with each other, whatever they touch
//   writes = ["add", "clear"]
//
//   [[class]]
//   name = "LockFreeMap"
//   safe = true                   # no two calls of it conflict
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "engine/trace/conflict_list.hpp"
#include "programs/mcheck/invocation.hpp"

namespace mcheck::command {

// The classes, or what is wrong: "line 3: …".
[[nodiscard]] std::variant<std::vector<UserClass>, std::string> parse_user_classes(
    const std::string& text);

// Of --config, or of mcheck.toml beside the program, if there is one. Throws UsageError.
[[nodiscard]] std::vector<UserClass> user_classes_for(const Invocation& invocation);

}  // namespace mcheck::command
