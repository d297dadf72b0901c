// SPDX-License-Identifier: MIT
#include "programs/mcheck/reflection/compile_flags.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

namespace mcheck::command::reflection::compile_flags_test {
namespace {

using Words = std::vector<std::string>;

std::string database_with(const std::string& text) {
  const auto folder = std::filesystem::temp_directory_path() / "mcheck_compile_flags_test";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "compile_commands.json") << text;
  return folder;
}

}  // namespace

TEST_CASE("flags that only GCC knows are not passed to libclang") {
  CHECK(flags_for_reading({"-O2", "-fno-gnu-unique", "-Wlogical-op", "-std=c++17", "-DA=1", "-D",
                           "B", "-pthread", "x.cpp"}) ==
        Words{"-std=c++17", "-DA=1", "-D", "B", "-pthread"});
}

TEST_CASE("relative folders in flags are completed") {
  CHECK(flags_for_reading({"-Iinclude", "-isystem", "../x", "-I/abs"}, "/a/b") ==
        Words{"-I", "/a/b/include", "-isystem", "/a/x", "-I", "/abs"});
}

TEST_CASE("the entry of a compilation database that has the header's name is taken") {
  const std::string folder = database_with(
      R"([{"directory": "/p/build", "file": "/p/main.cpp", "command": "g++ -DMAIN -c /p/main.cpp"},
          {"directory": "/p/build", "file": "/p/src/queue.cpp",
           "command": "g++ -I../include '-DNAME=\"a b\"' -o q.o -c /p/src/queue.cpp"}])");
  const auto found = flags_of_database(folder, "/p/include/queue.hpp");
  REQUIRE(std::holds_alternative<Words>(found));
  CHECK(std::get<Words>(found) == Words{"-I/p/include", "-DNAME=\"a b\""});
  const auto first = flags_of_database(folder, "/elsewhere/other.hpp");
  CHECK(std::get<Words>(first) == Words{"-DMAIN"});
}

TEST_CASE("a compilation database that is not there says how to make one") {
  const auto missing = flags_of_database("/nowhere", "queue.hpp");
  REQUIRE(std::holds_alternative<std::string>(missing));
  CHECK(std::get<std::string>(missing) ==
        "mcheck: cannot read '/nowhere/compile_commands.json'\n"
        "  try      cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON\n");
}

}  // namespace mcheck::command::reflection::compile_flags_test
