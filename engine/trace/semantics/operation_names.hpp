// SPDX-License-Identifier: MIT
// Operations as schedule files name them: the words of reports.
#pragma once

#include <set>
#include <string>

namespace mcheck {

// Each operation on an object.
inline constexpr const char* kAccess = "access";

// All that a report may show, and kAccess.
[[nodiscard]] std::set<std::string> operation_names();

// "timed lock" of "timed lock guard in transfer"; empty if the text begins with no operation.
[[nodiscard]] std::string operation_at_begin_of(const std::string& text);

}  // namespace mcheck
