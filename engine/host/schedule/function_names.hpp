// SPDX-License-Identifier: MIT
// Functions as a schedule file names them.
#pragma once

#include <string>

namespace mcheck {

// Whether the user means this function, by as much of its name as they give: `put`, `Queue::put`,
// `Queue<int>::put`, `put(int)`.
[[nodiscard]] bool matches_name(const std::string& function, const std::string& name);

// The last part of a qualified name: "put".
[[nodiscard]] std::string last_part(const std::string& function);

}  // namespace mcheck
