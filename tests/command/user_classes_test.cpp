// SPDX-License-Identifier: MIT
#include "programs/mcheck/cli/user_classes.hpp"

#include <catch2/catch.hpp>

namespace mcheck::command::user_classes_test {
namespace {

std::vector<UserClass> parsed(const std::string& text) {
  auto classes = parse_user_classes(text);
  INFO((std::holds_alternative<std::string>(classes) ? std::get<std::string>(classes) : ""));
  REQUIRE(std::holds_alternative<std::vector<UserClass>>(classes));
  return std::get<std::vector<UserClass>>(classes);
}

std::string refused(const std::string& text) {
  const auto classes = parse_user_classes(text);
  return std::holds_alternative<std::string>(classes) ? std::get<std::string>(classes) : "accepted";
}

}  // namespace

TEST_CASE("mcheck.toml names classes, and their methods that read and write") {
  const auto classes = parsed(
      "# a comment\n[[class]]\nname = \"ns::A\"  # more\nreads = [\"size\", \"find#\"]\n"
      "writes = [\n  \"add\",\n  \"clear\",\n]\n\n[[class]]\nname = \"B\"\nsafe = true\n");
  REQUIRE(classes.size() == 2);
  CHECK(classes[0].name == "ns::A");
  CHECK(classes[0].reads == std::vector<std::string>{"size", "find#"});
  CHECK(classes[0].writes == std::vector<std::string>{"add", "clear"});
  CHECK_FALSE(classes[0].safe);
  CHECK(classes[1].safe);
  CHECK(parsed("").empty());
}

TEST_CASE("what is wrong in mcheck.toml is told with its line") {
  CHECK(refused("name = \"A\"\n") == "line 1: a key stands before the first [[class]]");
  CHECK(refused("[[class]]\nnam = \"A\"\n") ==
        "line 2: 'nam' is unknown: name, reads, writes and safe are known");
  CHECK(refused("[[class]]\nname = A\n") == "line 2: 'A' is no text in double quotes");
  CHECK(refused("[[class]]\nname = \"A\"\nreads = \"x\"\n").starts_with("line 3: "));
  CHECK(refused("[[class]]\nname = \"A\"\nsafe = yes\n") == "line 3: safe is true or false");
  CHECK(refused("[[class]]\nsafe = true\n") == "a class has no name");
  CHECK(refused("what\n") == "line 1: 'what' is neither [[class]] nor a key");
}

}  // namespace mcheck::command::user_classes_test
