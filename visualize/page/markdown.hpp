// SPDX-License-Identifier: MIT
// A suite as Markdown, for the summary of a CI step or a comment: a table, and below it a collapsed
// section for each failure, with its report and its counterexample as a Mermaid diagram.
#pragma once

#include <string>

#include "visualize/exchange/suite.hpp"

namespace mcheck {

[[nodiscard]] std::string markdown_text(const Suite& suite);

}  // namespace mcheck
