// SPDX-License-Identifier: MIT
// Operations as schedule files name them: the words of reports.
#pragma once

#include <string>

namespace mcheck {

// Each operation on an object.
inline constexpr const char* kAccess = "access";

// "timed lock" of "timed lock guard in transfer"; empty if the text begins with no operation.
[[nodiscard]] std::string operation_at_begin_of(const std::string& text);

}  // namespace mcheck
