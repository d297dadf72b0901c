// SPDX-License-Identifier: MIT
// The files of this repository, as the rules of the house read them.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mcheck::house {

struct Source {
  std::string path;  // from the root: "engine/base/ids.hpp"
  std::vector<std::string> lines;

  [[nodiscard]] bool is_header() const { return path.ends_with(".hpp"); }
};

// A source made of text, for samples.
[[nodiscard]] Source source_of(std::string path, std::string_view text);

// All files with these extensions in the tree's code folders, ordered by path.
[[nodiscard]] std::vector<Source> read_tree(const std::string& root,
                                            const std::set<std::string>& extensions = {".hpp",
                                                                                       ".cpp"});

// README.md and the pages below docs, ordered by path.
[[nodiscard]] std::vector<Source> read_pages(const std::string& root);

// The paths of all files in the tree's code folders, ordered.
[[nodiscard]] std::vector<std::string> paths_below(const std::string& root);

// The text with the same line ends, but with blanks for comments, literals and preprocessor lines:
// only the code remains.
[[nodiscard]] std::string code_of(const Source& source);

// One breach of a rule, as a sentence for a person.
using Breaches = std::vector<std::string>;
[[nodiscard]] std::string to_text(const Breaches& breaches);

}  // namespace mcheck::house
