// SPDX-License-Identifier: MIT
// As much of Mermaid's grammar as mcheck writes, and no more: whether a text is of it.
#pragma once

#include <string>

namespace mcheck {

// "" if it is, otherwise the first line that is not, and why.
[[nodiscard]] std::string wrong_with_mermaid(const std::string& text);

}  // namespace mcheck
