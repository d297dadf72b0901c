// SPDX-License-Identifier: MIT
// A page of the documentation: its fenced blocks and their directives.
//
// Directives are comments on the lines directly before a block, which readers do not see:
//
//   <!-- not run: WHY -->        a command or an output that this test leaves out
//   <!-- before: COMMAND -->     is run first, in the same folder
//   <!-- output of: COMMAND -->  the block is what this prints
//   <!-- file: NAME -->          the block becomes a file of that name
//   <!-- same as: PATH -->       that file of the repository contains the block, word for word
//   <!-- exit: CODE -->          of a command whose output is not shown; 0 otherwise
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace mcheck::docs {

struct Block {
  std::size_t line = 0;                                        // of its fence, counted from 1
  std::string language;                                        // as the fence names it
  std::string text;                                            // without fences
  std::size_t begin = 0;                                       // of `text` in the page
  std::map<std::string, std::vector<std::string>> directives;  // "before" → its commands

  [[nodiscard]] bool is_commands() const;  // of a shell, without their output
  [[nodiscard]] bool is_output() const;    // with `$ command` in it, or of the commands before
  [[nodiscard]] bool has_directive(const std::string& what) const {
    return directives.contains(what);
  }
  [[nodiscard]] const std::string& first(const std::string& what) const;
};

// README.md and all of docs/, ordered by name.
[[nodiscard]] std::vector<std::filesystem::path> pages();

[[nodiscard]] std::string text_of(const std::filesystem::path& path);

[[nodiscard]] std::vector<std::string> lines_of(const std::string& text);

[[nodiscard]] std::vector<Block> blocks_of(const std::string& page);

// The page without fenced blocks, comments and `…`: the parts that may contain links.
[[nodiscard]] std::string prose_of(const std::string& page);

}  // namespace mcheck::docs
