// SPDX-License-Identifier: MIT
// The tree keeps the rules of the house.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/house/rules.hpp"

namespace mcheck::house::tree_test {
namespace {

const std::vector<Source>& tree() {
  static const std::vector<Source> sources = read_tree(MCHECK_SOURCE_DIRECTORY);
  return sources;
}

std::vector<BannedWord> banned_words() {
  std::ifstream file(MCHECK_SOURCE_DIRECTORY "/tests/house/banned_words.tsv");
  return banned_words_of(std::string{std::istreambuf_iterator<char>(file), {}});
}

// A rule for single files finds no breach anywhere.
void check_each_source(Breaches (*rule)(const Source&)) {
  REQUIRE(tree().size() > 20);
  Breaches all;
  for (const Source& source : tree()) {
    const Breaches some = rule(source);
    all.insert(all.end(), some.begin(), some.end());
  }
  INFO(to_text(all));
  CHECK(all.empty());
}

}  // namespace

TEST_CASE("each layer includes only what it may") { check_each_source(include_breaches); }

TEST_CASE("each package is included only where it is allowed") {
  const Breaches breaches = package_breaches(tree());
  INFO(to_text(breaches));
  CHECK(breaches.empty());
}

TEST_CASE("no two sources of a layer define the same name in unnamed namespaces") {
  const Breaches breaches = name_breaches(tree());
  INFO(to_text(breaches));
  CHECK(breaches.empty());
}

TEST_CASE("each source includes first the header of its name, which is so compiled alone") {
  const Breaches breaches = own_header_breaches(tree());
  INFO(to_text(breaches));
  CHECK(breaches.empty());
}

TEST_CASE("no folder of code has more than 25 files") {
  const Breaches breaches = folder_breaches(paths_below(MCHECK_SOURCE_DIRECTORY));
  INFO(to_text(breaches));
  CHECK(breaches.empty());
}

TEST_CASE("each banned word has a replacement, and a place where it is banned") {
  const std::vector<BannedWord> banned = banned_words();
  CHECK(banned.size() >= 30);
  for (const BannedWord& each : banned) {
    INFO(each.word);
    CHECK_FALSE(each.word.empty());
    CHECK_FALSE(each.instead.empty());
    CHECK((each.in_identifiers || each.in_text));
  }
}

TEST_CASE("no identifier, comment, message or page contains a banned word") {
  const std::vector<BannedWord> banned = banned_words();
  Breaches all;
  const auto add = [&](const std::vector<Source>& sources) {
    for (const Source& source : sources) {
      const Breaches some = word_breaches(source, banned);
      all.insert(all.end(), some.begin(), some.end());
    }
  };
  add(tree());
  add(read_tree(MCHECK_SOURCE_DIRECTORY, {".js", ".md"}));
  add(read_pages(MCHECK_SOURCE_DIRECTORY));
  INFO(to_text(all));
  CHECK(all.empty());
}

TEST_CASE("no file is longer than 400 lines and no line than 100 columns") {
  check_each_source(size_breaches);
}

TEST_CASE("the scripts and styles of pages are as short as sources, and name the licence") {
  const std::vector<Source> sources = read_tree(MCHECK_SOURCE_DIRECTORY, {".js", ".css"});
  REQUIRE(sources.size() > 20);
  Breaches all;
  for (const Source& source : sources) {
    const Breaches some = size_breaches(source);
    all.insert(all.end(), some.begin(), some.end());
    const std::string licence = "SPDX-License-Identifier: MIT";
    if (source.lines.empty() || source.lines.front().find(licence) == std::string::npos) {
      all.push_back(source.path + ": the first line does not name the licence");
    }
  }
  INFO(to_text(all));
  CHECK(all.empty());
}

TEST_CASE("no function is longer than 60 lines") { check_each_source(function_breaches); }

TEST_CASE("each file names its licence first and each header is included once") {
  check_each_source(opening_breaches);
}

TEST_CASE("assembly is in one folder") { check_each_source(platform_breaches); }

TEST_CASE("the top level holds what the user needs and nothing else") {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(MCHECK_SOURCE_DIRECTORY)) {
    names.push_back(entry.path().filename());
  }
  const Breaches breaches = top_level_breaches(names);
  INFO(to_text(breaches));
  CHECK(breaches.empty());
}

}  // namespace mcheck::house::tree_test
