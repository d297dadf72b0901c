// SPDX-License-Identifier: MIT
// What the gate's cache knows of shared libraries.
#include "programs/mcheck/gate/library_paths.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

namespace mcheck::command::library_paths_test {
namespace {

const std::string kPrograms = MCHECK_BINARY_DIRECTORY;

bool names(const std::vector<std::string>& paths, const std::string& library) {
  return std::ranges::any_of(paths, [&](const std::string& path) {
    return path.find("/" + library) != std::string::npos;
  });
}

}  // namespace

TEST_CASE("a program depends on the libraries that it names, and its dynamic linker") {
  const std::string dependencies = dynamic_dependencies(kPrograms + "/mcheck");
  CHECK(dependencies.find("/ld-linux") != std::string::npos);
  CHECK(dependencies.find("1 libc.so.6\n") != std::string::npos);  // 1: DT_NEEDED
  CHECK(dynamic_dependencies(kPrograms + "/no such program").empty());
  CHECK(dynamic_dependencies(__FILE__).empty());
}

TEST_CASE("programs that name the same libraries are one to the dynamic linker, others are not") {
  const std::string mcheck = dynamic_dependencies(kPrograms + "/mcheck");
  const std::string program = dynamic_dependencies(kPrograms + "/fake_program");
  CHECK(mcheck != program);  // the command draws: it has Graphviz's libraries
  LibraryPaths paths;
  CHECK(names(paths.of(kPrograms + "/fake_program"), "libc.so.6"));
  CHECK_FALSE(names(paths.of(kPrograms + "/fake_program"), "libgvc"));
  CHECK(names(paths.of(kPrograms + "/mcheck"), "libgvc"));
  CHECK(paths.of(__FILE__).empty());
}

}  // namespace mcheck::command::library_paths_test
