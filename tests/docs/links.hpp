// SPDX-License-Identifier: MIT
// Links, images and anchors of pages, and files that a text names.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace mcheck::docs {

// All targets of `[words](target)`, `![words](target)` and `<https://…>` in a page.
[[nodiscard]] std::vector<std::string> targets_of(const std::string& page);

// The anchors of headings, as GitHub and pandoc name them: "What it is" → "what-it-is".
[[nodiscard]] std::set<std::string> anchors_of(const std::string& page);

// Why a target of a page is invalid; empty if it is valid.
[[nodiscard]] std::string link_error(const std::string& target, const std::filesystem::path& page);

// Files of this repository that a text names by their path from the root.
[[nodiscard]] std::set<std::string> files_named_in(const std::string& text);

}  // namespace mcheck::docs
