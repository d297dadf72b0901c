// SPDX-License-Identifier: MIT
// A suite as a folder of pages: which of its cases have one, how they are called, and the index
// that leads to them. Like the pages it fetches nothing; it has no script either.
#pragma once

#include <string>
#include <vector>

#include "visualize/suite.hpp"

namespace mcheck {

// The file of each case's page, or "" where there is nothing to see but its verdict. A name follows
// from the names of cases alone, so that links to it hold.
[[nodiscard]] std::vector<std::string> page_names(const Suite& suite);

// REQUIRES: a name for each case.
[[nodiscard]] std::string html_index(const Suite& suite, const std::vector<std::string>& pages);

}  // namespace mcheck
