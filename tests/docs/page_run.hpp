// SPDX-License-Identifier: MIT
// Does what a page says, in the order in which it says it, and tells where something else happens.
//
// Each page has a folder of its own that looks like a clone in which `make` was run:
// `build/release` is the build under test, sources are there, and `mcheck` is on the PATH. Each
// block is a shell of its own; files stay until the end of the page.
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
  std::vector<std::string> not_run;     // why, for each block that is left out
  std::vector<std::string> complaints;  // with the line of the block
  std::string mended;                   // the page, with what was printed where it shows otherwise

 private:
  void take(const Block& block, const Block* next);
  void run_commands(const Block& block, const Block* next);
  void run_dialogue(const Block& block);
  void hold_against(const Block& block, const std::string& printed);
  void expect_code(const Block& block, const Ran& ran, int expected);
  void complain(const Block& block, const std::string& what);
  [[nodiscard]] Ran shell(const std::string& command) const;

  std::filesystem::path folder_;
  std::optional<std::string> printed_;  // by the commands of the block before
  std::ptrdiff_t moved_ = 0;            // how far `mended` is longer than the page up to here
};

}  // namespace mcheck::docs
