// SPDX-License-Identifier: MIT
// A parser for the part of Mermaid's grammar that mcheck writes.
#pragma once

#include <string>

namespace mcheck {

// "" if the text belongs to it; otherwise the first line that does not, and why.
[[nodiscard]] std::string mermaid_error(const std::string& text);

}  // namespace mcheck
