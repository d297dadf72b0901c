// SPDX-License-Identifier: MIT
// Runs every command in README.md and docs/ and compares every output. A block that is not run says
// why, and these are counted. MCHECK_APPROVE=1 writes the current outputs into the pages.
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "tests/docs/output_compare.hpp"
#include "tests/docs/page.hpp"
#include "tests/docs/page_run.hpp"

namespace mcheck::docs::commands_test {
namespace {

namespace fs = std::filesystem;

struct BlockCounts {
  int run = 0;
  int not_run = 0;
};

// The pages in parts, which ctest runs beside each other.
enum class Part { kGuides, kFailures, kOthers };

Part part_of(const fs::path& page) {
  const fs::path folder = page.parent_path().filename();
  if (folder == "guide") return Part::kGuides;
  return folder == "failures" ? Part::kFailures : Part::kOthers;
}

void run_page(const fs::path& path, BlockCounts& counts) {
  INFO(path.string());
  PageRun page;
  page.run(text_of(path));
  counts.run += page.blocks_run;
  counts.not_run += static_cast<int>(page.not_run.size());
  if (std::getenv("MCHECK_APPROVE") != nullptr) std::ofstream(path) << page.corrected_page;
  for (const std::string& diagnostic : page.diagnostics) {
    INFO(diagnostic);
    CHECK(diagnostic.empty());
  }
  if (path.filename().string().starts_with("MC")) CHECK(page.blocks_run > 0);  // its example
  for (const std::string& why : page.not_run) CHECK(why.size() > 10);          // a reason, in words
}

BlockCounts run_pages(Part part) {
  BlockCounts counts;
  for (const fs::path& path : pages()) {
    if (part_of(path) == part) run_page(path, counts);
  }
  std::printf("%d blocks were run, %d are marked as not run\n", counts.run, counts.not_run);
  return counts;
}

std::vector<std::string> diagnostics_of(const std::string& page) {
  PageRun run;
  run.run(page);
  return run.diagnostics;
}

std::string block(const std::string& language, const std::string& text) {
  return "```" + language + "\n" + text + "```\n";
}

}  // namespace

TEST_CASE("each command of the README and the docs prints what the page shows") {
  const BlockCounts counts = run_pages(Part::kOthers);
  CHECK(counts.run >= 40);
  CHECK(counts.not_run <= 35);
}

TEST_CASE("each command of the guides prints what the page shows") {
  const BlockCounts counts = run_pages(Part::kGuides);
  CHECK(counts.run >= 30);
  CHECK(counts.not_run <= 5);
}

TEST_CASE("each command of the pages of failures prints what the page shows") {
  const BlockCounts counts = run_pages(Part::kFailures);
  CHECK(counts.run >= 29);
  CHECK(counts.not_run == 0);
}

TEST_CASE("fences are at the beginning of a line, where the test sees them") {
  for (const fs::path& path : pages()) {
    for (const std::string& line : lines_of(text_of(path))) {
      const std::size_t first = line.find_first_not_of(" >");
      if (first == std::string::npos) continue;
      INFO(path.string() << ": " << line);
      CHECK_FALSE((first > 0 && line.substr(first).starts_with("```")));
      CHECK_FALSE(line.substr(first).starts_with("~~~"));
    }
  }
}

TEST_CASE("an output that differs is reported, and the page can be corrected") {
  const std::string wrong = block("sh", "echo one; echo two\n") + "\n" + block("text", "one\n");
  const std::string after = "\n" + block("sh", "echo three\n") + block("text", "four\n");
  CHECK(diagnostics_of(block("sh", "echo one\n") + block("text", "one\n")).empty());
  CHECK(diagnostics_of(wrong).size() == 1);
  PageRun page;
  page.run(wrong + after);
  CHECK(page.diagnostics.size() == 2);
  CHECK(diagnostics_of(page.corrected_page).empty());
}

TEST_CASE("a command that fails is reported, and so is one that does not exist") {
  CHECK(diagnostics_of(block("sh", "true\n")).empty());
  CHECK(diagnostics_of(block("sh", "false\n")).size() == 1);
  CHECK(diagnostics_of("<!-- exit: 1 -->\n" + block("sh", "false\n")).empty());
  CHECK(diagnostics_of(block("sh", "no_such_command\n")).size() == 1);
  CHECK(diagnostics_of("<!-- before: false -->\n" + block("sh", "true\n")).size() == 1);
}

TEST_CASE("a block that is neither run nor marked is reported") {
  CHECK(diagnostics_of(block("text", "bug: MC001\n")).size() == 1);
  CHECK(diagnostics_of("<!-- not run: takes an hour -->\n" + block("text", "bug\n")).empty());
  CHECK(diagnostics_of("<!-- nor run: takes an hour -->\n" + block("text", "bug\n")).size() == 2);
  const std::string left_out = "<!-- not run: takes an hour -->\n" + block("sh", "make deep\n");
  CHECK(diagnostics_of(left_out + block("text", "all tests passed\n")).size() == 1);
}

TEST_CASE("commands within an output are run, and files are what the page says") {
  CHECK(diagnostics_of(block("text", "$ echo one\none\n$ echo two\ntwo\n")).empty());
  CHECK(diagnostics_of(block("text", "$ echo one\ntwo\n")).size() == 1);
  const std::string file = "<!-- file: a.txt -->\n" + block("text", "here\n");
  CHECK(diagnostics_of(file + block("text", "$ cat a.txt\nhere\n")).empty());
  CHECK(diagnostics_of("<!-- same as: LICENSE -->\n" + block("text", "MIT License\n")).empty());
  CHECK(diagnostics_of("<!-- same as: LICENSE -->\n" + block("text", "no rights\n")).size() == 1);
  CHECK(diagnostics_of("<!-- output of: echo one -->\n" + block("json", "two\n")).size() == 1);
}

TEST_CASE("times and addresses are not compared, numbers of executions are") {
  const std::string shown = "searched: dfs: 12 executions, 1.2 s, 300,000 a second\n";
  CHECK(same_output(shown, "searched: dfs: 12 executions, under 1 ms\n"));
  CHECK_FALSE(same_output(shown, "searched: dfs: 13 executions, 1.2 s, 300,000 a second\n"));
  CHECK(same_output("bug: MC001\n", "bug: MC001\nsearched: dfs: 1 execution\n"));
  CHECK_FALSE(same_output("bug: MC001\n", "bug: MC002\nsearched: dfs: 1 execution\n"));
  CHECK(same_output("one\n…\nfour\n", "one\ntwo\nthree\nfour\n"));
  CHECK_FALSE(same_output("one\n…\nfour\n", "one\ntwo\nthree\n"));
  CHECK(same_output("searched: 1 execution, 1.2 s\n",
                    "searched: 1 execution,\n          1.2345 s\n"));
  CHECK(same_output("at 0x7f00\n", "at 0x8f\n"));
  CHECK_FALSE(same_output("T1  load x: 1\n", "T1  load x: 2\n"));
}

}  // namespace mcheck::docs::commands_test
