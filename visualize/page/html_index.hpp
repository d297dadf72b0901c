// SPDX-License-Identifier: MIT
// A suite as a folder of pages: which cases have a page, the pages' file names, and the index that
// links to them. Like the pages, the index fetches nothing; it has no script either.
#pragma once

#include <string>
#include <vector>

#include "visualize/exchange/suite.hpp"

namespace mcheck {

// The file of each case's page, or "" if the case has nothing but a verdict. A name depends on the
// names of the cases only, so links to it stay valid.
[[nodiscard]] std::vector<std::string> page_names(const Suite& suite);

// REQUIRES: one name per case.
[[nodiscard]] std::string html_index(const Suite& suite, const std::vector<std::string>& pages);

}  // namespace mcheck
