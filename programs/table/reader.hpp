// SPDX-License-Identifier: MIT
// From a file to a program.
#pragma once

#include <string>

#include "program.hpp"

namespace table {

// What is wrong with the file, if anything, stands in Program::error, as FILE:LINE: and a sentence.
[[nodiscard]] Program read_file(const std::string& path);

}  // namespace table
