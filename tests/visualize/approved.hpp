// SPDX-License-Identifier: MIT
// Texts that a person has read and approved, kept in files beside the tests. With MCHECK_APPROVE=1
// in the environment a test writes the file instead; the change is then read in the diff.
#pragma once

#include <string>

namespace mcheck {

// The approved text, or the given one where it has just been approved.
[[nodiscard]] std::string approved(const std::string& file, const std::string& text);

}  // namespace mcheck
