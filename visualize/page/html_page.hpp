// SPDX-License-Identifier: MIT
// A result as one HTML file: lanes, arrows, a scrubber, source lines and values of objects. It
// fetches nothing and needs no server: it contains its data, styles and scripts. visualize/html/
// defines its appearance and behaviour; this file only collects the data.
//
// All text from a checked program goes into one block of JSON, which no text can end, and from
// there into the page as text, never as HTML.
#pragma once

#include <string>
#include <vector>

#include "engine/base/json.hpp"
#include "engine/trace/results/result.hpp"
#include "visualize/model/source_texts.hpp"
#include "visualize/text/report.hpp"

namespace mcheck {

[[nodiscard]] std::string html_page(const std::vector<Result>& results, const ReportStyle& style,
                                    const std::vector<SourceText>& sources);

// JSON for a <script> element: nothing in it can end the element or begin a comment.
[[nodiscard]] std::string json_for_html(const Json& json);

}  // namespace mcheck
