// SPDX-License-Identifier: MIT
// Mermaid's language: escaping of texts.
//
// It has no quoting that works everywhere: `;` and `#` end a text, `%%` begins a comment, "end"
// ends a block, and labels may be interpreted as Markdown or HTML. So every character that is not
// plain is written as an entity such as #34;, which Mermaid shows as the character.
#pragma once

#include <string>
#include <string_view>

namespace mcheck {

// Valid wherever Mermaid allows text; at most `columns` columns before escaping.
[[nodiscard]] std::string mermaid_text(std::string_view text, std::size_t columns);

}  // namespace mcheck
