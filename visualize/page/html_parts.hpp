// SPDX-License-Identifier: MIT
// The files of visualize/html/, which are compiled into the command, and how they become a page.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mcheck {

// Templates contain @title@, @palette@, @style@ and so on, which fill_template() replaces.
struct HtmlParts {
  std::string page;  // of a result
  std::string style;
  std::string script;
  std::string index;  // of a folder of pages
  std::string index_style;
};
[[nodiscard]] HtmlParts html_parts();

// Replaces each @name@ by its text. Inserted text is not scanned again, so it may contain such
// names.
[[nodiscard]] std::string fill_template(
    std::string_view page, const std::vector<std::pair<std::string_view, std::string>>& texts);

}  // namespace mcheck
