// SPDX-License-Identifier: MIT
#include "tests/docs/page_run.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>
#include <utility>

#include "tests/docs/output_compare.hpp"

namespace mcheck::docs {
namespace {

namespace fs = std::filesystem;

constexpr int kLimitSeconds = 60;
const std::string kPrompt = "$ ";

const std::set<std::string>& known_directives() {
  static const std::set<std::string> known = {"not run", "before",  "output of",
                                              "file",    "same as", "exit"};
  return known;
}

bool is_output_of(const Block* block) {
  return block != nullptr && block->is_output() && block->directives.empty() &&
         !block->text.starts_with(kPrompt);
}

std::string without_blank_end(std::string text) {
  while (text.ends_with("\n\n")) text.pop_back();
  return text;
}

fs::path new_folder() {
  std::string name = (fs::temp_directory_path() / "mcheck-docs-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw fs::filesystem_error("mkdtemp", {});
  return name;
}

}  // namespace

PageRun::PageRun() : folder_(new_folder()) {
  fs::create_directory(folder_ / "build");
  const fs::path binaries = MCHECK_BINARY_DIRECTORY;
  fs::create_directory_symlink(binaries.parent_path(), folder_ / "build" / "release");
  for (const char* layer : {"engine", "dpor", "programs", "tests", "visualize", "docs"}) {
    fs::create_directory_symlink(fs::path(MCHECK_SOURCE_DIRECTORY) / layer, folder_ / layer);
  }
}

PageRun::~PageRun() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

ShellResult PageRun::shell(const std::string& command) const {
  ShellResult ran =
      run_shell("cd " + quoted(folder_.string()) + " && PATH=" + quoted(MCHECK_BINARY_DIRECTORY) +
                    ":\"$PATH\"\n{ " + command + "\n} 2>&1",
                kLimitSeconds);
  ran.out = replaced(ran.out, folder_.string() + "/", "");
  ran.out = replaced(ran.out, MCHECK_BINARY_DIRECTORY, "build/release/bin");
  return ran;
}

void PageRun::add_diagnostic(const Block& block, const std::string& what) {
  diagnostics.push_back("line " + std::to_string(block.line) + ": " + what);
}

void PageRun::run(const std::string& page) {
  corrected_page = page;
  const std::vector<Block> blocks = blocks_of(page);
  for (std::size_t n = 0; n < blocks.size(); ++n) {
    const Block* next = n + 1 < blocks.size() ? &blocks[n + 1] : nullptr;
    process(blocks[n], next);
  }
}

void PageRun::process(const Block& block, const Block* next) {
  for (const auto& [directive, ignored] : block.directives) {
    if (!known_directives().contains(directive))
      add_diagnostic(block, "unknown directive '" + directive + "'");
  }
  const std::optional<std::string> printed = std::exchange(printed_, std::nullopt);
  if (block.has_directive("not run")) {
    not_run.push_back(block.first("not run"));
    return;
  }
  if (block.has_directive("before")) {
    for (const std::string& command : block.directives.at("before"))
      expect_code(block, shell(command), 0);
  }
  if (block.has_directive("same as")) {
    const std::string file = text_of(fs::path(MCHECK_SOURCE_DIRECTORY) / block.first("same as"));
    if (file.find(block.text) == std::string::npos) {
      add_diagnostic(block, "is not in " + block.first("same as"));
    }
  }
  if (block.has_directive("file")) std::ofstream(folder_ / block.first("file")) << block.text;
  if (block.has_directive("output of")) {
    ++blocks_run;
    compare_with(block, shell(block.first("output of")).out);
  } else if (block.is_commands()) {
    run_commands(block, next);
  } else if (block.is_output() && block.text.starts_with(kPrompt)) {
    run_dialogue(block);
  } else if (block.is_output() && printed) {
    compare_with(block, *printed);
  } else if (block.is_output() && !block.has_directive("file") && !block.has_directive("same as")) {
    add_diagnostic(block, "is neither the output of a command nor marked as none");
  }
}

void PageRun::run_commands(const Block& block, const Block* next) {
  ++blocks_run;
  const ShellResult ran = shell(block.text);
  if (is_output_of(next)) {
    printed_ = ran.out;
  } else {
    expect_code(block, ran, block.has_directive("exit") ? std::stoi(block.first("exit")) : 0);
  }
}

// Lines that begin with the prompt are commands; the others are the previous command's output.
void PageRun::run_dialogue(const Block& block) {
  ++blocks_run;
  std::string printed;
  for (const std::string& line : lines_of(block.text)) {
    if (!line.starts_with(kPrompt)) continue;
    const std::string out = shell(line.substr(kPrompt.size())).out;
    printed += line + "\n" + part_shown(out, block.text);
  }
  compare_with(block, printed);
}

void PageRun::compare_with(const Block& block, const std::string& printed) {
  if (same_output(block.text, printed)) return;
  const std::string now = without_blank_end(part_shown(printed, block.text));
  add_diagnostic(block, "the page shows\n" + block.text + "but the command printed\n" + now);
  const auto at = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(block.begin) + growth_);
  corrected_page.replace(at, block.text.size(), now);
  growth_ += std::ssize(now) - std::ssize(block.text);
}

void PageRun::expect_code(const Block& block, const ShellResult& ran, int expected) {
  const bool has_message = ("\n" + ran.out).find("\nmcheck: ") != std::string::npos;
  if (ran.code == expected && !has_message) return;
  add_diagnostic(block, "exit code " + std::to_string(ran.code) + ", not " +
                            std::to_string(expected) + ", of\n" + block.text + "which printed\n" +
                            ran.out);
}

}  // namespace mcheck::docs
