// SPDX-License-Identifier: MIT
#include "engine/base/json.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "engine/base/utf8.hpp"

namespace mcheck::json_test {
namespace {

Json parsed(const std::string& text) {
  auto outcome = Json::parse(text);
  REQUIRE(std::holds_alternative<Json>(outcome));
  return std::get<Json>(outcome);
}

std::string parse_error(const std::string& text) {
  const auto outcome = Json::parse(text);
  return std::holds_alternative<Json>(outcome) ? "none" : std::get<std::string>(outcome);
}

TEST_CASE("what is written is read back as it was") {
  Json json = Json::object();
  json.set("text", "a \"quoted\" \\ line\n\ttab → \x01").set("none", Json());
  json.set("yes", true).set("whole", -42).set("real", 0.1);
  json.set("most", std::numeric_limits<std::uint64_t>::max());
  json.set("list", Json::of({"a", "b"}));
  json.set("empty", Json::array()).set("inner", Json::object().set("x", 1));
  for (const bool indent : {false, true}) {
    const Json again = parsed(json.dump(indent));
    CHECK(again.dump() == json.dump());
    CHECK(again["most"].natural() == std::numeric_limits<std::uint64_t>::max());
    CHECK(again["real"].number() == 0.1);
    CHECK(again["list"].texts() == std::vector<std::string>{"a", "b"});
    CHECK(again["inner"]["x"].integer() == 1);
    CHECK(again["no"]["such"]["member"].is_null());
  }
}

TEST_CASE("JSON on one line has no line end inside, with indent it is readable") {
  const Json json =
      Json::object().set("a", Json::array().add(1).add("x\ny")).set("b", Json::array());
  CHECK(json.dump() == R"({"a":[1,"x\ny"],"b":[]})");
  CHECK(json.dump(true) == "{\n  \"a\": [\n    1,\n    \"x\\ny\"\n  ],\n  \"b\": []\n}\n");
}

TEST_CASE("what is handed over piece by piece is what is written at once") {
  Json list = Json::array();
  for (int i = 0; i < 20'000; ++i) list.add(Json::object().set("number", i));
  const Json json = Json::object().set("list", list).set("last", "end");
  for (const bool indent : {false, true}) {
    std::string text;
    int pieces = 0;
    json.dump(indent, [&](std::string_view piece) {
      text += piece;
      ++pieces;
    });
    CHECK(text == json.dump(indent));
    CHECK(pieces > 3);
  }
}

TEST_CASE("an array is the same whether its elements are there or are made when asked for") {
  const std::vector<int> numbers = {7, 8, 9};
  const auto element = [&](std::size_t i) { return Json(numbers.at(i)); };
  const Json lazy_array =
      Json::object().set("a", Json::lazy_array(3, element)).set("b", Json::lazy_array(0, element));
  const Json kept =
      Json::object().set("a", Json::array().add(7).add(8).add(9)).set("b", Json::array());
  for (const bool indent : {false, true}) CHECK(lazy_array.dump(indent) == kept.dump(indent));
  CHECK(lazy_array["a"].is_array());
  CHECK(lazy_array["a"].size() == 3);
  CHECK(lazy_array["a"].elements().at(1).integer() == 8);
  CHECK(&lazy_array["a"].elements().at(1) == &lazy_array["a"].elements().at(1));
  std::vector<std::int64_t> visited;
  lazy_array["a"].each([&](const Json& each) { visited.push_back(each.integer()); });
  CHECK(visited == std::vector<std::int64_t>{7, 8, 9});
}

TEST_CASE("a long array that stays text is read as any other, and as strictly") {
  Json inner = Json::array();
  for (int i = 0; i < 10'000; ++i) inner.add(Json::object().set("n", i).set("t", "a \"b\", [c]"));
  const Json json = Json::object().set("outer", Json::array().add(1).add(inner)).set("after", true);
  for (const bool indent : {false, true}) {
    auto text = std::make_shared<const std::string>(json.dump(indent));
    const auto outcome = Json::parse(text);
    REQUIRE(std::holds_alternative<Json>(outcome));
    CHECK(text.use_count() > 1);
    text.reset();
    const Json& read = std::get<Json>(outcome);
    CHECK(read.dump(indent) == json.dump(indent));
    CHECK(read["after"].boolean());
    CHECK(read["outer"].elements().at(1).elements().at(9'999)["n"].integer() == 9'999);
  }
  std::string broken = json.dump(true);
  broken.insert(broken.rfind("\"t\"") - 1, ",");
  const auto outcome = Json::parse(std::make_shared<const std::string>(broken));
  REQUIRE(std::holds_alternative<std::string>(outcome));
  CHECK(std::get<std::string>(outcome) == parse_error(broken));
  CHECK(Json::parse(std::make_shared<const std::string>("[1,2]")).index() == 0);
}

TEST_CASE("a text that is no JSON is refused with the line where it stops being JSON") {
  CHECK(parse_error("") == "line 1: expected a value");
  CHECK(parse_error("{\"a\":1,\n\"b\"}") == "line 2: expected ':'");
  CHECK(parse_error("{\"a\":1 \"b\":2}") == "line 1: expected ',' or '}'");
  CHECK(parse_error("[1,2") == "line 1: expected ',' or ']'");
  CHECK(parse_error("{1:2}") == "line 1: expected a name in quotes");
  CHECK(parse_error("\"abc") == "line 1: a text that does not end");
  CHECK(parse_error("\"\\q\"") == "line 1: an unknown escape in a text");
  CHECK(parse_error("\"\\u12g4\"") == "line 1: expected four hexadecimal digits");
  CHECK(parse_error("\"a\nb\"") == "line 1: a control character in a text");
  CHECK(parse_error("1 2") == "line 1: expected the end of the text");
  for (const char* number : {"01", "1.", ".5", "-", "1e", "+1", "0x10", "1.5.2", "nul", "tru"}) {
    CAPTURE(number);
    CHECK(parse_error(number) != "none");
  }
  CHECK(parse_error(std::string(100'000, '[')) == "line 1: nested too deeply");
}

TEST_CASE("numbers keep their value, and what does not fit its type is something else") {
  CHECK(parsed("18446744073709551615").natural() == 18446744073709551615u);
  CHECK(parsed("18446744073709551615").integer(7) == 7);
  CHECK(parsed("-1").natural(7) == 7);
  CHECK(parsed("2.0").integer() == 2);
  CHECK(parsed("2.5").integer(7) == 7);
  CHECK(parsed("1e999").number(7) != 7);
  CHECK(Json(std::nan("")).dump() == "null");
  CHECK(parsed("\"3\"").integer(7) == 7);
}

TEST_CASE("bytes that are no UTF-8 become the replacement character") {
  CHECK(Json("a\xff\xc3").dump() == "\"a\uFFFD\uFFFD\"");
  CHECK(valid_utf8("\xed\xa0\x80") == "\uFFFD\uFFFD\uFFFD");  // an encoded surrogate
  CHECK(valid_utf8("\xc0\xaf") == "\uFFFD\uFFFD");            // an overlong slash
  CHECK(valid_utf8("→ ok") == "→ ok");
  CHECK(parsed("\"\\ud83d\\ude00\"").text() == "\U0001F600");
  CHECK(parsed("\"\\ud83d\"").text() == "\uFFFD");
}

TEST_CASE("what would move or paint the terminal is spelled") {
  CHECK(one_line("a\nb\x1b[2J\x7f") == "a\\nb\\x1b[2J\\x7f");
  CHECK(one_line("x\u202ey") == "x\\u202ey");
  CHECK(shortened("abcdef", 4) == "abc…");
  CHECK(padded("→", 3) == "→  ");
}

}  // namespace
}  // namespace mcheck::json_test
