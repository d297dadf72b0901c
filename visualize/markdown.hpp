// SPDX-License-Identifier: MIT
// A suite as Markdown, for the summary of a CI step or a comment: a table, and each failure's story
// to unfold below it.
#pragma once

#include <string>

#include "visualize/suite.hpp"

namespace mcheck {

[[nodiscard]] std::string markdown_text(const Suite& suite);

}  // namespace mcheck
