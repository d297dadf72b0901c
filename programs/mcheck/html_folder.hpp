// SPDX-License-Identifier: MIT
// The folder that --html-dir asks for: a page for each case with something to step through, and an
// index of all. What cannot be written costs a message and nothing else.
#pragma once

#include <string>

#include "visualize/suite.hpp"

namespace mcheck::command {

// The folder is made where it is missing; what else lies in it is left alone.
void write_html_folder(const Suite& suite, const std::string& folder);

}  // namespace mcheck::command
