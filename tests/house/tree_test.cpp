// SPDX-License-Identifier: MIT
// The tree as it is keeps the rules of the house.
#include <catch2/catch.hpp>
#include <filesystem>

#include "tests/house/rules.hpp"

namespace mcheck::house {
namespace {

const std::vector<Source>& tree() {
  static const std::vector<Source> sources = read_tree(MCHECK_SOURCE_DIRECTORY);
  return sources;
}

// REQUIREs that a rule for single files finds nothing anywhere.
void everywhere(Breaches (*rule)(const Source&)) {
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

TEST_CASE("each room includes only what it may see") { everywhere(include_breaches); }

TEST_CASE("each package is included through its one door") {
  const Breaches breaches = door_breaches(tree());
  INFO(to_text(breaches));
  CHECK(breaches.empty());
}

TEST_CASE("no two sources of a room give one name to something of their own") {
  const Breaches breaches = name_breaches(tree());
  INFO(to_text(breaches));
  CHECK(breaches.empty());
}

TEST_CASE("each source includes first the header of its name, which is so compiled alone") {
  const Breaches breaches = own_header_breaches(tree());
  INFO(to_text(breaches));
  CHECK(breaches.empty());
}

TEST_CASE("no file is longer than 400 lines and no line than 100 columns") {
  everywhere(size_breaches);
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

TEST_CASE("no function is longer than 60 lines") { everywhere(function_breaches); }

TEST_CASE("each file names its licence first and each header is included once") {
  everywhere(opening_breaches);
}

TEST_CASE("assembly stands in one folder") { everywhere(platform_breaches); }

TEST_CASE("the top level holds what the user needs and nothing else") {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(MCHECK_SOURCE_DIRECTORY)) {
    names.push_back(entry.path().filename());
  }
  const Breaches breaches = top_level_breaches(names);
  INFO(to_text(breaches));
  CHECK(breaches.empty());
}

}  // namespace mcheck::house
