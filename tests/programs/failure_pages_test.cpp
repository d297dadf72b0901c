// SPDX-License-Identifier: MIT
// The pictures of docs/failures/ are what mcheck prints. MCHECK_APPROVE=1 puts the present ones in.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>

#include "tests/support/shell.hpp"

namespace {

namespace fs = std::filesystem;

const std::string kPages = MCHECK_SOURCE_DIRECTORY "/docs/failures";
const std::string kShown = "build/release/bin";  // where programs are, in pages

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
    text.replace(at, what.size(), with);
    at += with.size();
  }
  return text;
}

// The command of a page's picture, and where in the page the picture is.
struct Picture {
  std::string command;
  std::size_t begin = 0;
  std::size_t end = 0;
};

Picture picture_of(const std::string& page) {
  const std::string fence = "```sh\n";
  const std::size_t section = page.find("\n## The picture\n");
  const std::size_t command = page.find(fence, section) + fence.size();
  Picture picture;
  picture.command = page.substr(command, page.find('\n', command) - command);
  picture.begin = page.find("```text\n", command) + std::string("```text\n").size();
  picture.end = page.find("```", picture.begin);
  return picture;
}

// What is printed now, but for what was searched and how long it took.
std::string printed(const std::string& command) {
  const std::string binaries =
      fs::relative(MCHECK_BINARY_DIRECTORY, MCHECK_SOURCE_DIRECTORY).string();
  const mcheck::Ran ran = mcheck::run_shell("cd " + mcheck::quoted(MCHECK_SOURCE_DIRECTORY) +
                                            " && PATH=" + mcheck::quoted(MCHECK_BINARY_DIRECTORY) +
                                            ":\"$PATH\" " + replaced(command, kShown, binaries));
  const std::string report = ran.out.substr(0, ran.out.find("searched:"));
  return replaced(report, binaries, kShown);
}

// Seconds of waiting and times of the day are what they are.
std::string without_times(const std::string& text) {
  const std::string waited = std::regex_replace(text, std::regex("[0-9.]+ s\\b"), "… s");
  return std::regex_replace(waited, std::regex("\\b[0-9]{9,}\\b"), "…");
}

}  // namespace

TEST_CASE("the picture in each page of docs/failures is what mcheck prints") {
  int pages = 0;
  for (const auto& entry : fs::directory_iterator(kPages)) {
    if (!entry.path().filename().string().starts_with("MC")) continue;
    std::string page = text_of(entry.path());
    const Picture picture = picture_of(page);
    INFO(entry.path() << "\n" << picture.command);
    const bool conflicts = picture.command.starts_with("mcheck conflicts " + kShown);
    REQUIRE((conflicts || picture.command.starts_with("mcheck explore " + kShown)));
    const std::string now = printed(picture.command);
    const std::string shown = page.substr(picture.begin, picture.end - picture.begin);
    if (std::getenv("MCHECK_APPROVE") != nullptr && without_times(now) != without_times(shown)) {
      std::ofstream(entry.path()) << page.replace(picture.begin, picture.end - picture.begin, now);
      continue;
    }
    CHECK(without_times(now) == without_times(shown));
    ++pages;
  }
  if (std::getenv("MCHECK_APPROVE") == nullptr) CHECK(pages > 10);
}
