// SPDX-License-Identifier: MIT
// Writes the folder of --html-dir: a page for each case with a trace to step through, and an index.
// If a file cannot be written, it prints a message and continues.
#pragma once

#include <string>

#include "visualize/exchange/suite.hpp"

namespace mcheck::command {

// Creates the folder if necessary, and leaves other files in it alone.
void write_html_folder(const Suite& suite, const std::string& folder);

}  // namespace mcheck::command
