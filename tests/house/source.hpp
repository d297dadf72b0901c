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

// Every file of such a kind below the rooms of the tree, ordered by path: C++, if nothing is said.
[[nodiscard]] std::vector<Source> read_tree(const std::string& root,
                                            const std::set<std::string>& extensions = {".hpp",
                                                                                       ".cpp"});

// The text with the same line ends, but with blanks for comments, for what stands in literals and
// for preprocessor lines: what is left are the braces that count.
[[nodiscard]] std::string code_of(const Source& source);

// One thing that is not as it should be, as a person wants to read it.
using Breaches = std::vector<std::string>;
[[nodiscard]] std::string to_text(const Breaches& breaches);

}  // namespace mcheck::house
