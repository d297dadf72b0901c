// SPDX-License-Identifier: MIT
// A suite as Markdown, for the summary of a CI step or a comment: a table, and to unfold below
// it each failure's story, with its counterexample as a Mermaid diagram.
#pragma once

#include <string>

#include "visualize/suite.hpp"

namespace mcheck {

[[nodiscard]] std::string markdown_text(const Suite& suite);

}  // namespace mcheck
