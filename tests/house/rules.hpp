// SPDX-License-Identifier: MIT
// The rules of the house: each is a function from sources to breaches. Every rule has two tests:
// the tree keeps it, and a sample that breaks it is caught.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/house/source.hpp"

namespace mcheck::house {

// Which layer may include which: docs/decisions and the table in include_rules.cpp.
[[nodiscard]] Breaches include_breaches(const Source& source);

// Each package is included only where the table allows it, and every package is in the table.
[[nodiscard]] Breaches package_breaches(const std::vector<Source>& sources);

// A source with a header of its name includes it first. So that header is compiled alone there, and
// tests/CMakeLists.txt does so for the other headers only.
[[nodiscard]] Breaches own_header_breaches(const std::vector<Source>& sources);

// No two sources of a layer define the same name in their unnamed namespaces: they are compiled as
// one. Tests are, too, and each has a namespace of its name instead.
[[nodiscard]] Breaches name_breaches(const std::vector<Source>& sources);

inline constexpr std::size_t kMaxFolderFiles = 25;
inline constexpr std::size_t kMaxFileLines = 400;
inline constexpr std::size_t kMaxFunctionLines = 60;
inline constexpr std::size_t kMaxColumns = 100;

// Files of a folder, given the paths of all files. Folders of test data, of user programs and of
// public headers may have more: their names and places are part of an interface.
[[nodiscard]] Breaches folder_breaches(const std::vector<std::string>& paths);

// Lines of a file, columns of a line.
[[nodiscard]] Breaches size_breaches(const Source& source);

// Lines of a function, including its head. A function is what stands in braces after a `)` in a
// namespace or a class.
[[nodiscard]] Breaches function_breaches(const Source& source);

// The licence on the first line, then a paragraph that says what the file is, and `#pragma once` in
// headers. A source whose first include is a header of this repository needs no paragraph: the
// header has it. Programs that tests compile need none either.
[[nodiscard]] Breaches opening_breaches(const Source& source);

// Assembly and functions of the processor are in engine/platform, and nowhere else in the engine.
// (An empty instruction for the compiler is allowed, and so is the assembly name of a symbol.)
[[nodiscard]] Breaches platform_breaches(const Source& source);

// A word or phrase that this repository does not use, and the term that replaces it.
struct BannedWord {
  std::string word;  // its words in lower case, separated by one blank
  std::string instead;
  bool in_identifiers = false;
  bool in_text = false;  // comments, literals and pages
};

// The lines of banned_words.tsv: word, replacement, and `identifiers`, `text` or `both`, separated
// by tabs. Lines that begin with # are comments.
[[nodiscard]] std::vector<BannedWord> banned_words_of(std::string_view table);

// Banned words in a source, or in a page (a file of suffix .md), which is text only. Identifiers of
// user programs may have them, and so may docs/glossary.md and this folder.
[[nodiscard]] Breaches word_breaches(const Source& source, const std::vector<BannedWord>& banned);

// The names at the top of the tree, which belong to the user.
[[nodiscard]] Breaches top_level_breaches(const std::vector<std::string>& names);

// In the output of `objdump -t -C` for an archive: writable variables outside of section
// mcheck_host, which would be restored with the program's memory between executions
// (engine/base/host_state.hpp).
[[nodiscard]] Breaches symbol_breaches(std::string_view objdump);

}  // namespace mcheck::house
