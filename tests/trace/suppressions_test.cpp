// SPDX-License-Identifier: MIT
// Suppression files in ThreadSanitizer's syntax.
#include "engine/trace/failures/suppressions.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>

#include "engine/trace/failures/known_faults.hpp"

namespace mcheck::suppressions_test {
namespace {

std::string error_of(std::string_view text) {
  Suppressions suppressions;
  const auto error = suppressions.parse(text);
  return error ? std::to_string(error->line) + ": " + error->what : "none";
}

}  // namespace

TEST_CASE("a pattern matches anywhere, unless it is anchored") {
  CHECK(matches("foo", "a::foo(int)"));
  CHECK_FALSE(matches("foo", "fo"));
  CHECK(matches("^foo", "foobar"));
  CHECK_FALSE(matches("^foo", "a foo"));
  CHECK(matches("foo$", "a foo"));
  CHECK_FALSE(matches("foo$", "foobar"));
  CHECK(matches("^foo$", "foo"));
  CHECK_FALSE(matches("^foo$", "foofoo"));
  CHECK_FALSE(matches("", "foo"));
}

TEST_CASE("a star matches anything, also nothing") {
  CHECK(matches("a*c", "xabcx"));
  CHECK(matches("a*c", "ac"));
  CHECK_FALSE(matches("a*c", "ab"));
  CHECK(matches("^a*b*c$", "a1b2c"));
  CHECK_FALSE(matches("^a*b*c$", "a1c2b"));
  CHECK(matches("*", ""));
  CHECK(matches("^*.cpp$", "dir/file.cpp"));
  CHECK_FALSE(matches("^*.cpp$", "dir/file.cppx"));
}

TEST_CASE("comments and empty lines are skipped, and every kind is known") {
  Suppressions suppressions;
  REQUIRE_FALSE(
      suppressions.parse("# a comment\n\n  race:f  \r\nrace_top:g\ncalled_from_lib:l\n"
                         "deadlock:d\nmutex:m\nthread:t\nsignal:s"));
  REQUIRE(suppressions.all().size() == 7);
  CHECK(suppressions.all()[0].text == "race:f");
  CHECK(suppressions.all()[0].pattern == "f");
  CHECK(suppressions.all()[6].kind == SuppressionKind::kSignal);
}

TEST_CASE("an invalid line is reported") {
  CHECK(error_of("race:f\nrase:g\n") == "2: 'rase:g' does not begin with a kind and a colon");
  CHECK(error_of("f") == "1: 'f' does not begin with a kind and a colon");
  CHECK(error_of("\n\nrace:") == "3: 'race:' has no pattern");
  CHECK(error_of("race:a:b") == "none");  // C++ names have colons
}

TEST_CASE("the list of known faults is the same as the installed file") {
  std::ifstream file(MCHECK_SOURCE_DIRECTORY "/programs/suppressions/standard_library.supp");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  Suppressions shipped;
  Suppressions built_in;
  REQUIRE_FALSE(shipped.parse(text));
  REQUIRE_FALSE(built_in.parse(known_faults_as_suppressions()));
  REQUIRE(shipped.all().size() == known_faults().size());
  for (std::size_t i = 0; i < known_faults().size(); ++i) {
    CHECK(shipped.all()[i].text == built_in.all()[i].text);
    CHECK(text.find(known_faults()[i].reference) != std::string::npos);
  }
  CHECK(known_fault_text({"main", "std::_Sp_atomic<int>::_Atomic_count::unlock"}) != "");
  CHECK(known_fault_text({"mine::_Sp_atomic<int>"}) == "");
}

TEST_CASE("a suppression is found by its kind, the first that matches") {
  Suppressions suppressions;
  REQUIRE_FALSE(suppressions.parse("race:one\nrace:two\ndeadlock:two\n"));
  CHECK(suppressions.find(SuppressionKind::kRace, {"is two"}) == 1);
  CHECK(suppressions.find(SuppressionKind::kDeadlock, {"is two"}) == 2);
  CHECK_FALSE(suppressions.find(SuppressionKind::kDeadlock, {"is one"}));
  CHECK(suppressions.find(SuppressionKind::kRace, {"", "two", "one"}) == 0);
}

}  // namespace mcheck::suppressions_test
