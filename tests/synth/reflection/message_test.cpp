// SPDX-License-Identifier: MIT
// What is said when a class cannot be tested, word for word.
#include <catch2/catch.hpp>

#include "tests/synth/reflection/reflection_support.hpp"

#include "programs/mcheck/reflection/libclang.hpp"

namespace mcheck::command::reflection::message_test {

TEST_CASE("a name that two namespaces declare is answered with both") {
  CHECK(message_of("failing.hpp", "account") ==
        "mcheck: 'account' is not one class in 'failing.hpp'\n"
        "  known    one::account and two::account\n"
        "  try      --class 'one::account'\n");
  CHECK(message_of("failing.hpp", "two::account").empty());
}

TEST_CASE("an unknown name is answered with what was probably meant, or with what is known") {
  CHECK(message_of("failing.hpp", "sqare") ==
        "mcheck: there is no class 'sqare' in 'failing.hpp'\n"
        "  meant    one::square?\n");
  CHECK(message_of("queue.hpp", "zzz") ==
        "mcheck: there is no class 'zzz' in 'queue.hpp'\n"
        "  known    shop::bounded_queue and shop::shard_count\n");
}

TEST_CASE("an abstract class is answered with its pure methods that nothing overrides") {
  CHECK(message_of("failing.hpp", "square") ==
        "mcheck: 'one::square' is abstract: there can be no object of it\n"
        "  pure     area\n"
        "  try      a class that derives from it\n");
}

TEST_CASE("a class without a public constructor or factory says so") {
  CHECK(message_of("failing.hpp", "closed") ==
        "mcheck: 'one::closed' has no public constructor that can be called, and no factory\n"
        "  wanted   a function that returns it, or a pointer to it\n");
}

TEST_CASE("a class that is only declared says so") {
  CHECK(message_of("failing.hpp", "declared_only") ==
        "mcheck: 'declared_only' is declared, but not defined\n"
        "  because  the header and what it includes do not define it\n"
        "  try      the header that defines it\n");
}

TEST_CASE("a class without public methods says so") {
  CHECK(message_of("failing.hpp", "silent") ==
        "mcheck: 'one::silent' has no public method that can be called\n"
        "  because  a test has nothing to call\n");
}

TEST_CASE("an alias of a type that is no class says so") {
  CHECK(message_of("failing.hpp", "number") ==
        "mcheck: 'number' is not a class but the type int\n"
        "  wanted   a class\n");
}

TEST_CASE("a template without arguments is answered with its parameters and a proposal") {
  CHECK(message_of("failing.hpp", "table") ==
        "mcheck: 'one::table' is a template: which of its classes is meant?\n"
        "  takes    class K, class V and int Buckets\n"
        "  try      --class 'one::table<int, int, 2>'\n");
}

TEST_CASE("template arguments that do not fit are answered with one error, not with all") {
  CHECK(message_of("failing.hpp", "table<int>") ==
        "mcheck: there is no class 'table<int>'\n"
        "  because  too few template arguments for class template 'table'\n"
        "  takes    class K, class V and int Buckets\n");
  const std::string message = message_of("failing.hpp", "only_small<double>");
  CHECK(
      message.starts_with("mcheck: there is no class 'only_small<double>'\n"
                          "  because  failing.hpp:37: "));
  CHECK(message.ends_with("\"T is too large\"\n  takes    class T\n"));
}

TEST_CASE("of a header with errors the first three are shown, each in a line") {
  CHECK(message_of("broken.h", "broken") ==
        "mcheck: cannot read 'broken.h'\n"
        "  at       broken.h:6: unknown type name 'missing_type'\n"
        "  at       broken.h:7: unknown type name 'other_missing'\n"
        "  at       broken.h:8: unknown type name 'third_missing', and 1 more\n"
        "  usually  it needs other headers before it, or flags\n"
        "  try      the flags of your compiler after --, as in -- -Iinclude -std=c++20\n");
  const std::vector<std::string> flags = {"-Dmissing_type=int", "-Dother_missing=int",
                                          "-Dthird_missing=int", "-D", "fourth_missing=int"};
  CHECK(message_of("broken.h", "broken", flags).empty());
}

TEST_CASE("a header that does not exist says so") {
  CHECK(message_of("none.hpp", "x") ==
        "mcheck: there is no header 'none.hpp'\n"
        "  try      its path, or the folder after --, as in -- -Iinclude\n");
}

TEST_CASE("without libclang the Debian package is named") {
  const auto missing = open_libclang("", {"/nowhere/libclang.so.1"});
  REQUIRE(std::holds_alternative<std::string>(missing));
  CHECK(std::get<std::string>(missing) ==
        "mcheck: cannot read C++ headers: libclang is not installed\n"
        "  because  only `mcheck synth` needs it, so mcheck does not contain it\n"
        "  try      apt install libclang1-14 (or newer), or MCHECK_LIBCLANG=its path\n");
  const auto wrong = open_libclang("libc.so.6", {});
  REQUIRE(std::holds_alternative<std::string>(wrong));
  CHECK(std::get<std::string>(wrong) ==
        "mcheck: cannot load libclang from 'libc.so.6'\n"
        "  because  MCHECK_LIBCLANG names it\n"
        "  wanted   libclang 14 or newer\n"
        "  try      unset MCHECK_LIBCLANG\n");
}

}  // namespace mcheck::command::reflection::message_test
