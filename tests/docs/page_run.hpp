// SPDX-License-Identifier: MIT
// Runs the blocks of a page in order, and reports where the outcome differs from the page.
//
// Each page has a folder that looks like a clone after `make`: `build/release` is the build under
// test, the sources are there, and `mcheck` is on the PATH. Each block runs in its own shell; files
// stay until the end of the page.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tests/docs/page.hpp"
#include "tests/support/shell.hpp"

namespace mcheck::docs {

class PageRun {
 public:
  PageRun();
  ~PageRun();
  PageRun(const PageRun&) = delete;
  PageRun& operator=(const PageRun&) = delete;

  // REQUIRES: called once.
  void run(const std::string& page);

  int blocks_run = 0;
  std::vector<std::string> not_run;      // the reason, for each block that is left out
  std::vector<std::string> diagnostics;  // with the line of the block
  std::string corrected_page;            // the page with the current outputs

 private:
  void process(const Block& block, const Block* next);
  void run_commands(const Block& block, const Block* next);
  void run_dialogue(const Block& block);
  void compare_with(const Block& block, const std::string& printed);
  void expect_code(const Block& block, const ShellResult& ran, int expected);
  void add_diagnostic(const Block& block, const std::string& what);
  [[nodiscard]] ShellResult shell(const std::string& command) const;

  std::filesystem::path folder_;
  std::optional<std::string> printed_;  // by the commands of the previous block
  std::ptrdiff_t growth_ = 0;           // how much longer `corrected_page` is than the page so far
};

}  // namespace mcheck::docs
