// SPDX-License-Identifier: MIT
#include "tests/docs/page_run.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>
#include <utility>

#include "tests/docs/shown.hpp"

namespace mcheck::docs {
namespace {

namespace fs = std::filesystem;

constexpr int kLimitSeconds = 60;
const std::string kPrompt = "$ ";

const std::set<std::string>& known_remarks() {
  static const std::set<std::string> known = {"not run", "before",  "output of",
                                              "file",    "same as", "exit"};
  return known;
}

bool is_output_of(const Block* block) {
  return block != nullptr && block->is_output() && block->said.empty() &&
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
  for (const char* room : {"engine", "dpor", "programs", "tests", "visualize", "docs"}) {
    fs::create_directory_symlink(fs::path(MCHECK_SOURCE_DIRECTORY) / room, folder_ / room);
  }
}

PageRun::~PageRun() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

Ran PageRun::shell(const std::string& command) const {
  Ran ran =
      run_shell("cd " + quoted(folder_.string()) + " && PATH=" + quoted(MCHECK_BINARY_DIRECTORY) +
                    ":\"$PATH\"\n{ " + command + "\n} 2>&1",
                kLimitSeconds);
  ran.out = replaced(ran.out, folder_.string() + "/", "");
  ran.out = replaced(ran.out, MCHECK_BINARY_DIRECTORY, "build/release/bin");
  return ran;
}

void PageRun::complain(const Block& block, const std::string& what) {
  complaints.push_back("line " + std::to_string(block.line) + ": " + what);
}

void PageRun::run(const std::string& page) {
  mended = page;
  const std::vector<Block> blocks = blocks_of(page);
  for (std::size_t n = 0; n < blocks.size(); ++n) {
    const Block* next = n + 1 < blocks.size() ? &blocks[n + 1] : nullptr;
    take(blocks[n], next);
  }
}

void PageRun::take(const Block& block, const Block* next) {
  for (const auto& [remark, ignored] : block.said) {
    if (!known_remarks().contains(remark)) complain(block, "there is no remark '" + remark + "'");
  }
  const std::optional<std::string> printed = std::exchange(printed_, std::nullopt);
  if (block.says("not run")) {
    not_run.push_back(block.first("not run"));
    return;
  }
  if (block.says("before")) {
    for (const std::string& command : block.said.at("before"))
      expect_code(block, shell(command), 0);
  }
  if (block.says("same as")) {
    const std::string file = text_of(fs::path(MCHECK_SOURCE_DIRECTORY) / block.first("same as"));
    if (file.find(block.text) == std::string::npos) {
      complain(block, "is not in " + block.first("same as"));
    }
  }
  if (block.says("file")) std::ofstream(folder_ / block.first("file")) << block.text;
  if (block.says("output of")) {
    ++blocks_run;
    hold_against(block, shell(block.first("output of")).out);
  } else if (block.is_commands()) {
    run_commands(block, next);
  } else if (block.is_output() && block.text.starts_with(kPrompt)) {
    run_dialogue(block);
  } else if (block.is_output() && printed) {
    hold_against(block, *printed);
  } else if (block.is_output() && !block.says("file") && !block.says("same as")) {
    complain(block, "is neither the output of a command nor marked as none");
  }
}

void PageRun::run_commands(const Block& block, const Block* next) {
  ++blocks_run;
  const Ran ran = shell(block.text);
  if (is_output_of(next)) {
    printed_ = ran.out;
  } else {
    expect_code(block, ran, block.says("exit") ? std::stoi(block.first("exit")) : 0);
  }
}

// Lines that begin with the prompt are commands; the others are the previous command's output.
void PageRun::run_dialogue(const Block& block) {
  ++blocks_run;
  std::string printed;
  for (const std::string& line : lines_of(block.text)) {
    if (!line.starts_with(kPrompt)) continue;
    const std::string out = shell(line.substr(kPrompt.size())).out;
    printed += line + "\n" + as_shown(out, block.text);
  }
  hold_against(block, printed);
}

void PageRun::hold_against(const Block& block, const std::string& printed) {
  if (same(block.text, printed)) return;
  const std::string now = without_blank_end(as_shown(printed, block.text));
  complain(block, "shows\n" + block.text + "but printed is\n" + now);
  const auto at = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(block.begin) + moved_);
  mended.replace(at, block.text.size(), now);
  moved_ += std::ssize(now) - std::ssize(block.text);
}

void PageRun::expect_code(const Block& block, const Ran& ran, int expected) {
  const bool complained = ("\n" + ran.out).find("\nmcheck: ") != std::string::npos;
  if (ran.code == expected && !complained) return;
  complain(block, "exit code " + std::to_string(ran.code) + ", not " + std::to_string(expected) +
                      ", of\n" + block.text + "which printed\n" + ran.out);
}

}  // namespace mcheck::docs
