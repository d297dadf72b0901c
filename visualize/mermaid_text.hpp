// SPDX-License-Identifier: MIT
// Mermaid's language: texts, and what texts in it must not be.
//
// It has no quoting that holds for all its parts: `;` and `#` end a text, `%%` begins a comment,
// "end" ends a block, and labels may be taken for Markdown or HTML. So whatever is not plain is
// written as #34; and the like, which it shows as the character.
#pragma once

#include <string>
#include <string_view>

namespace mcheck {

// GitHub draws no text that is longer than this, and no flowchart of more edges.
inline constexpr std::size_t kMostMermaidBytes = 50'000;
inline constexpr std::size_t kMostMermaidEdges = 500;

// Fit for any place where a text may stand; at most so many columns before that.
[[nodiscard]] std::string mermaid_text(std::string_view text, std::size_t columns);

}  // namespace mcheck
