// SPDX-License-Identifier: MIT
// The texts of visualize/html/, which the command carries, and how they become a page.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mcheck {

// Pages have @title@, @palette@, @style@ and the like in them, to be filled in.
struct HtmlParts {
  std::string page;  // of a result
  std::string style;
  std::string script;
  std::string index;  // of a folder of pages
  std::string index_style;
};
[[nodiscard]] HtmlParts html_parts();

// Each @name@ by its text. What is filled in is not looked at again, so it may hold such names.
[[nodiscard]] std::string filled(
    std::string_view page, const std::vector<std::pair<std::string_view, std::string>>& texts);

}  // namespace mcheck
