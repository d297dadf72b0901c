// SPDX-License-Identifier: MIT
// A result as one HTML file: lanes, arrows, a scrubber, source lines and values of objects. It
// fetches nothing and needs no server: data, style and scripts stand in it. What it looks like and
// does is in visualize/html/; here only its data are gathered.
//
// Everything that a checked program has named goes into one block of JSON, in which no text can end
// the block, and from there into the page as text, never as HTML.
#pragma once

#include <string>
#include <vector>

#include "engine/base/json.hpp"
#include "engine/trace/result.hpp"
#include "visualize/source_texts.hpp"
#include "visualize/summary.hpp"

namespace mcheck {

[[nodiscard]] std::string html_page(const std::vector<Result>& results, const SummaryStyle& style,
                                    const std::vector<SourceText>& sources);

// JSON that may stand in a <script> element: nothing in it can end that, or begin a comment.
[[nodiscard]] std::string json_for_html(const Json& json);

}  // namespace mcheck
