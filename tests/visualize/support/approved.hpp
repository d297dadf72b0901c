// SPDX-License-Identifier: MIT
// Texts that a person has approved, kept in ../goldens. With MCHECK_APPROVE=1 in the environment a
// test writes the file instead; a person then reviews the diff.
#pragma once

#include <string>

namespace mcheck {

// The approved text; the given one if it has just been approved.
[[nodiscard]] std::string approved(const std::string& file, const std::string& text);

}  // namespace mcheck
