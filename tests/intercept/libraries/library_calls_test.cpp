// SPDX-License-Identifier: MIT
// Accesses of C and C++ library functions to the program's memory are checked: the programs of rows
// (tests/intercept/programs/libraries/library_rows.hpp), each row as a race and ordered.
#include <array>
#include <atomic>
#include <mutex>
#include <sstream>
#include <thread>
#include <vector>

#include "tests/intercept/unmodified.hpp"

namespace mcheck::unmodified_programs::library_calls_test {
namespace {

std::vector<std::string> rows_of(const std::string& name) {
  const ShellResult ran = run_shell("MCHECK_PASS_THROUGH=1 " + program(name) + " list");
  std::istringstream lines(ran.out);
  std::vector<std::string> rows;
  for (std::string row; std::getline(lines, row);) rows.push_back(row);
  return rows;
}

// The exit status is 0 if verified and 1 for a bug; the output names the kind of bug.
std::string verdict_of(const std::string& name, const std::string& row) {
  const ShellResult ran = run_shell(explore(name, "--time 60s", quoted(row)) + " 2>&1");
  if (ran.out.starts_with("verified")) return "verified";
  return ran.out.find("data race on") != std::string::npos ? "race" : ran.out;
}

// Two at a time: the rows are independent.
std::string wrong_rows(const std::string& name, const std::vector<std::string>& rows) {
  std::string wrong;
  std::mutex guard;
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t at = next++; at < rows.size(); at = next++) {
      const std::string racing = verdict_of(name, rows[at]);
      const std::string ordered = verdict_of(name, rows[at] + " ordered");
      const std::lock_guard<std::mutex> lock(guard);
      if (racing != "race") wrong += rows[at] + " is no race: " + racing + "\n";
      if (ordered != "verified") wrong += rows[at] + " is accused in order: " + ordered + "\n";
    }
  };
  std::thread other(work);
  work();
  other.join();
  return wrong;
}

void check_rows(const std::string& name, std::size_t count) {
  const std::vector<std::string> rows = rows_of(name);
  CHECK(rows.size() >= count);
  CHECK(wrong_rows(name, rows) == "");
}

TEST_CASE("accesses of functions on strings, formats and numbers are checked") {
  check_rows("library_texts", 140);
}

TEST_CASE("accesses of system functions are checked, and state that functions keep") {
  check_rows("library_system", 100);
}

TEST_CASE("accesses of the C++ library to its objects are checked") {
  check_rows("library_classes", 75);
}

TEST_CASE("a race on what a function keeps names the function") {
  const Json result = result_of("library_texts", "", quoted("strtok has state"));
  REQUIRE(result["failures"].elements().size() == 1);
  CHECK(result["failures"].elements()[0]["message"].text().find("`the state of strtok`") !=
        std::string::npos);
}

TEST_CASE("standard streams, and calls that only read, are no races") {
  for (const char* row :
       {"cout from two threads", "getenv twice", "strlen twice", "fprintf to one stream",
        "a function of the program's own", "own buffers", "a buffer of the program's own class"}) {
    INFO(row);
    CHECK(verdict_of("library_no_race", row) == "verified");
  }
}

}  // namespace
}  // namespace mcheck::unmodified_programs::library_calls_test
