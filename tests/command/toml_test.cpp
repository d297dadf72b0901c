// SPDX-License-Identifier: MIT
#include "programs/mcheck/gate/toml.hpp"

#include <catch2/catch.hpp>

namespace mcheck::command::toml_test {
namespace {

TomlValue parsed(const std::string& text) {
  auto read = parse_toml(text);
  if (const auto* error = std::get_if<TomlError>(&read)) FAIL(error->what);
  return std::get<TomlValue>(std::move(read));
}

// "line:column: what"
std::string refused(const std::string& text) {
  const auto read = parse_toml(text);
  const auto* error = std::get_if<TomlError>(&read);
  if (error == nullptr) return "accepted";
  return std::to_string(error->place.line) + ":" + std::to_string(error->place.column) + ": " +
         error->what;
}

}  // namespace

TEST_CASE("a text in TOML is read: tables, lists of tables, and all kinds of values") {
  TomlValue root = parsed(
      "# a comment\ntop = 1_000\n[a.b]\r\ntext = \"x\\u00e9\\n\" # behind\nraw = 'c:\\d'\n"
      "[[k]]\nlist = [\n  1, # one\n  2,\n]\n[[k]]\nin = { x = 1.5, y.z = true }\n"
      "[k.sub]\n\"odd name\" = -3\n");
  CHECK(*root.member("top")->as<std::int64_t>() == 1000);
  TomlValue& b = *root.member("a")->member("b");
  CHECK(*b.member("text")->as<std::string>() == "x\u00e9\n");
  CHECK(*b.member("raw")->as<std::string>() == "c:\\d");
  auto& kernels = *root.member("k")->as<TomlValue::List>();
  REQUIRE(kernels.size() == 2);
  CHECK(kernels[0].member("list")->as<TomlValue::List>()->size() == 2);
  CHECK(*kernels[1].member("in")->member("x")->as<double>() == 1.5);
  CHECK(*kernels[1].member("in")->member("y")->member("z")->as<bool>());
  CHECK(*kernels[1].member("sub")->member("odd name")->as<std::int64_t>() == -3);
  CHECK(kernels[1].place().line == 11);
  CHECK(parsed("").as<TomlValue::Table>()->empty());
}

TEST_CASE("what is no TOML is refused with its line and column") {
  CHECK(refused("a = \n") == "1:5: a value is missing");
  CHECK(refused("a = yes\n") == "1:5: 'yes' is no value; a text stands in double quotes");
  CHECK(refused("a = \"x\nb = 1\n") == "1:5: this text does not end on its line");
  CHECK(refused("\n\n  é = 1\n") == "3:3: a name was expected, and here is '\uFFFD'");
  CHECK(refused("a = 1 2\n") == "1:7: '2' was not expected here");
  CHECK(refused("a = 1\na = 2\n") == "2:1: 'a' is given twice");
  CHECK(refused("[a]\n[a]\n") == "2:2: 'a' is there already");
  CHECK(refused("a = 1\n[[a]]\n") == "2:3: 'a' is a whole number already");
  CHECK(refused("a = {b = 1}\n[a.c]\n") == "2:2: 'a' is a table already");
  CHECK(refused("[a\n") == "1:3: ']' was expected, and here is the end of the line");
  CHECK(refused("a = [1, 2") == "1:10: ']' was expected, and here is the end of the file");
  CHECK(refused("a = \"\\x\"\n").starts_with("1:6: this is no escape"));
  CHECK(refused("a = 99999999999999999999\n") != "accepted");
  CHECK(refused("a = " + std::string(10'000, '[')) == "1:69: too many values in values");
}

}  // namespace mcheck::command::toml_test
