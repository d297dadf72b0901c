// SPDX-License-Identifier: MIT
// What pages point at: links, images, anchors, and files that are named in passing.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace mcheck::docs {

// Everything that `[words](target)`, `![words](target)` and `<https://…>` of a page point at.
[[nodiscard]] std::vector<std::string> targets_of(const std::string& page);

// What headings can be linked by, as GitHub and pandoc name them: "What it is" → "what-it-is".
[[nodiscard]] std::set<std::string> anchors_of(const std::string& page);

// What is wrong with a target seen from a page; empty if nothing is.
[[nodiscard]] std::string wrong_with(const std::string& target, const std::filesystem::path& page);

// Files of this repository that a text names by their path from its root.
[[nodiscard]] std::set<std::string> files_named_in(const std::string& text);

}  // namespace mcheck::docs
