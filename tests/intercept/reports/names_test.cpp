// SPDX-License-Identifier: MIT
// The names in reports of memory that the program does not name: as the source has it, where debug
// information is available (engine/host/names/report_names.hpp).
#include <algorithm>
#include <filesystem>
#include <set>

#include "tests/intercept/unmodified.hpp"

namespace mcheck::unmodified_programs::names_test {
namespace {

std::string message_of(const std::string& word, const std::string& options = "") {
  const Json result = result_of("named_memory", "--time 60s " + options, quoted(word));
  REQUIRE(!result["failures"].elements().empty());
  return result["failures"].elements()[0]["message"].text();
}

bool check_contains(const std::string& text, const std::string& part) {
  INFO(text);
  CHECK(text.find(part) != std::string::npos);
  return text.find(part) != std::string::npos;
}

std::set<std::string> objects_in(const Json& steps) {
  std::set<std::string> objects;
  for (const Json& step : steps.elements()) objects.insert(step["object"].text());
  return objects;
}

}  // namespace

TEST_CASE("final states call things as traces do, and leave out what is the engine's") {
  const Json result = result_of("named_memory", "--final-states", "ends");
  CHECK(result["verdict"].text() == "verified");
  std::set<std::string> ends;
  for (const Json& state : result["final_states"].elements()) {
    std::string end;
    for (const auto& [name, value] : state["objects"].members()) {
      end += name + "=" + std::to_string(value.integer()) + " ";
    }
    ends.insert(end);
  }
  // depending on whose store to `pushes` comes last
  CHECK(ends == std::set<std::string>{"Node#1.next=0 mine=7 stack.head=0 stack.pushes=1 ",
                                      "Node#1.next=0 mine=7 stack.head=0 stack.pushes=2 "});
}

TEST_CASE("a race report names the member") {
  check_contains(message_of("global"), "`accounts[2].balance` (4 bytes)");
  check_contains(message_of("element"), "`more[1].balance` (4 bytes)");
  check_contains(message_of("local"), "`own[1].balance` (4 bytes on the stack of main)");
  check_contains(message_of("made"), "`Account#1.balance` (4 bytes)");
}

TEST_CASE("a race report of an isolated execution names the local variable") {
  check_contains(message_of("local", "--isolate fork"),
                 "`own[1].balance` (4 bytes on the stack of main)");
  check_contains(message_of("global", "--isolate fork"), "`accounts[2].balance` (4 bytes)");
}

TEST_CASE("a deadlock names the locks by where they are") {
  const std::string members = message_of("locks");
  CHECK((members.find("`accounts[0].guard`") != std::string::npos ||
         members.find("`more[1].guard`") != std::string::npos));
  const std::string locals = message_of("local locks");
  CHECK((locals.find("`mine.guard`") != std::string::npos ||
         locals.find("`yours.guard`") != std::string::npos));
}

TEST_CASE("nodes are named by their type, in steps and values, and in the passing run as well") {
  const Json result = result_of("named_memory", "--time 60s", "stack");
  const Json& failure = result["failures"].elements()[0];
  const std::set<std::string> failing = objects_in(failure["trace"]);
  CHECK(failing.contains("stack.head"));
  CHECK(failing.contains("stack.pushes"));
  CHECK(failing.contains("Node#1.next"));
  CHECK(failing.contains("Node#2.next"));
  CHECK(std::ranges::includes(objects_in(failure["turning"]["passing"]), failing));
  const auto shows_node = [](const Json& step) {
    return step["value"].text().find("Node#1") != std::string::npos;
  };
  CHECK(std::ranges::any_of(failure["trace"].elements(), shows_node));
}

TEST_CASE("clang's debug information gives the same names") {
  std::string folder = std::filesystem::temp_directory_path() / "mcheck-names-XXXXXX";
  REQUIRE(mkdtemp(folder.data()) != nullptr);
  const std::string mcheck = quoted(MCHECK_BINARY_DIRECTORY "/mcheck");
  const ShellResult built =
      run_shell("cd " + folder + " && MCHECK_CXX=clang++ " + mcheck +
                " c++ -O1 -std=c++20 " MCHECK_SOURCE_DIRECTORY
                "/tests/intercept/programs/accesses/named_memory.cpp -o named");
  INFO(built.what << "\n" << built.out);
  CHECK(built.code == 0);
  const auto output_of = [&](const std::string& word) {
    return run_shell("cd " + folder + " && " + mcheck + " explore ./named -- " + quoted(word)).out;
  };
  check_contains(output_of("global"), "`accounts[2].balance` (4 bytes)");
  check_contains(output_of("local locks"), ".guard`");
  check_contains(output_of("stack"), "Node#1.next");
  std::filesystem::remove_all(folder);
}

}  // namespace mcheck::unmodified_programs::names_test
