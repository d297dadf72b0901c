// SPDX-License-Identifier: MIT
// Parses a file into a program.
#pragma once

#include <string>

#include "program.hpp"

namespace table {

// An error in the file is returned in Program::error, as FILE:LINE: and a sentence.
[[nodiscard]] Program read_file(const std::string& path);

}  // namespace table
