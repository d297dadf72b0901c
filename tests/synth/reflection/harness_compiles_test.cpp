// SPDX-License-Identifier: MIT
// Harnesses compile with GCC and with clang, against the run-time as it is.
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>

#include "programs/mcheck/reflection/harness_source.hpp"
#include "tests/support/shell.hpp"
#include "tests/synth/reflection/reflection_support.hpp"

namespace mcheck::command::reflection::harness_compiles_test {
namespace {

void check_that_it_compiles(const std::string& header, const std::string& class_name,
                            const std::string& compiler = "g++") {
  const auto path = std::filesystem::temp_directory_path() /
                    ("mcheck_harness_" + std::to_string(getpid()) + ".cpp");
  std::ofstream(path) << harness_source(model_of(header, class_name));
  const std::string include = std::string(MCHECK_SOURCE_DIRECTORY) + "/engine/include";
  const ShellResult result = run_shell(
      compiler +
      " -std=c++20 -fsanitize=thread -fsyntax-only -Wall -Wno-deprecated-declarations -I" +
      quoted(include) + " " + quoted(path) + " 2>&1");
  INFO(class_name + "\n" + result.out);
  CHECK(result.code == 0);
}

}  // namespace

TEST_CASE("harnesses of the sample classes compile") {
  for (const char* compiler : {"g++", "clang++"}) {
    check_that_it_compiles(sample("queue.hpp"), "bounded_queue<int>", compiler);
    check_that_it_compiles(sample("queue.hpp"), "shop::bounded_queue<std::string, 2>", compiler);
    check_that_it_compiles(sample("oddities.hpp"), "odd::kitchen_sink", compiler);
  }
}

TEST_CASE("harnesses of containers of the standard library compile") {
  check_that_it_compiles("queue", "std::queue<int>");
  check_that_it_compiles("deque", "std::deque<int>");
  check_that_it_compiles("string", "std::string");
  check_that_it_compiles("vector", "std::vector<int>");
  check_that_it_compiles("map", "std::map<int, int>");
}

TEST_CASE("harnesses of synchronisation of the standard library compile") {
  check_that_it_compiles("mutex", "std::timed_mutex");
  check_that_it_compiles("shared_mutex", "std::shared_mutex");
  check_that_it_compiles("memory", "std::shared_ptr<int>");
  check_that_it_compiles("atomic", "std::atomic<int>");
  check_that_it_compiles("condition_variable", "std::condition_variable");
}

TEST_CASE("harnesses of containers of Boost compile") {
  check_that_it_compiles("boost/lockfree/queue.hpp", "boost::lockfree::queue<int>");
  check_that_it_compiles("boost/lockfree/stack.hpp", "boost::lockfree::stack<int>");
  check_that_it_compiles("boost/circular_buffer.hpp", "boost::circular_buffer<int>");
}

}  // namespace mcheck::command::reflection::harness_compiles_test
