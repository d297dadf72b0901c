// SPDX-License-Identifier: MIT
// The classes of programs/classes: the bug of each is found from its header alone, and the repaired
// twins are not accused. programs/classes/expected.tsv says what is to be found.
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "engine/base/json.hpp"
#include "tests/support/deep.hpp"
#include "tests/support/shell.hpp"

namespace mcheck::sample_classes_test {
namespace {

const std::string kClasses = std::string(MCHECK_SOURCE_DIRECTORY) + "/programs/classes/";

struct SampleClass {
  std::string header;
  std::string name;
  bool is_safe = false;
  std::string kind;
};

std::vector<SampleClass> sample_classes(const std::string& folder, bool safe) {
  std::vector<SampleClass> classes;
  std::ifstream lines(kClasses + "expected.tsv");
  for (std::string line; std::getline(lines, line);) {
    std::istringstream columns(line);
    SampleClass one;
    std::string verdict;
    std::getline(columns, one.header, '\t');
    std::getline(columns, one.name, '\t');
    std::getline(columns, verdict, '\t');
    std::getline(columns, one.kind, '\t');
    one.is_safe = verdict == "safe";
    const bool is_row = one.is_safe || verdict == "unsafe";
    if (is_row && one.is_safe == safe && one.header.starts_with(folder)) classes.push_back(one);
  }
  return classes;
}

// The ids that reports of such a bug may have: of several failures, the first found is reported.
std::vector<std::string> ids_of(const std::string& kind) {
  if (kind.starts_with("exception")) return {"MC033", "MC032"};
  if (kind == "not-linearizable") return {"MC032", "MC033"};
  if (kind == "deadlock") return {"MC004", "MC021", "MC022", "MC023", "MC007"};
  if (kind == "livelock") return {"MC005", "MC025"};
  if (kind == "misuse") return {"MC008"};
  if (kind == "race") return {"MC001"};
  return {"MC001", "MC011", "MC013", "MC014", "MC016", "MC017", "MC018", "MC032", "MC033"};
}

ShellResult synth(const SampleClass& sample, const std::string& budget) {
  const std::string folder =
      std::filesystem::temp_directory_path() / ("mcheck-classes-" + std::to_string(getpid()));
  const std::string command = quoted(std::string(MCHECK_BINARY_DIRECTORY) + "/mcheck") + " synth " +
                              quoted(kClasses + sample.header) + " --class " + quoted(sample.name) +
                              " " + budget + " --out " + quoted(folder) + " 2>&1";
  const ShellResult ran = run_shell(command, 120);
  std::filesystem::remove_all(folder);
  return ran;
}

std::string text_of_file(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Every class takes seconds to compile, so that by default only the first of each kind is looked
// at.
void check_bugs_in(const std::string& folder, std::size_t count) {
  const std::vector<SampleClass> classes = sample_classes(folder, false);
  REQUIRE(classes.size() == count);
  std::set<std::string> kinds;
  for (const SampleClass& sample : classes) {
    if (!kinds.insert(sample.kind).second && !is_deep()) continue;
    const ShellResult ran = synth(sample, "--time 60s");
    INFO(sample.header << "\n" << ran.out);
    CHECK(ran.code == 1);
    const std::size_t at = ran.out.find("\nbug: ");
    const std::string id = at == std::string::npos ? "" : ran.out.substr(at + 6, 5);
    const std::vector<std::string> ids = ids_of(sample.kind);
    CHECK(std::ranges::find(ids, id) != ids.end());
  }
}

// By default only every third, and of its tests the first: some explore for seconds.
void check_no_bugs_in(const std::string& folder, std::size_t count) {
  const std::vector<SampleClass> classes = sample_classes(folder, true);
  REQUIRE(classes.size() == count);
  const bool deep = is_deep();
  for (std::size_t i = 0; i < classes.size(); i += deep ? 1 : 3) {
    const ShellResult ran = synth(classes[i], deep ? "--time 100s" : "--tests 25 --time 100s");
    INFO(classes[i].header << "\n" << ran.out);
    CHECK(ran.code == 0);
    CHECK_THAT(ran.out, Catch::Contains("no violation found"));
  }
}

}  // namespace

TEST_CASE("wrong results and exceptions of ConTeGe's kinds are found from the class alone") {
  check_bugs_in("contege/results", 12);
}

TEST_CASE("other failures of ConTeGe's kinds are found from the class alone") {
  check_bugs_in("contege/failures", 11);
}

TEST_CASE("bugs of Lincheck's kinds are found from the class alone") {
  check_bugs_in("lincheck", 10);
}

TEST_CASE("classes that break a convention of C++ are found from the class alone") {
  check_bugs_in("contracts", 6);
}

TEST_CASE("repaired classes of ConTeGe's kinds are not accused") {
  check_no_bugs_in("contege", 23);
}

TEST_CASE("repaired classes of Lincheck's kinds are not accused") {
  check_no_bugs_in("lincheck", 10);
}

TEST_CASE("calls that wait, and those that end their waiting, are not accused") {
  check_no_bugs_in("contracts/mailbox", 1);
  check_no_bugs_in("interface/blocking_queue", 1);
}

// A stack is no queue, although every order of its calls gives what it gives.
TEST_CASE("a header's class is compared with another class") {
  const std::string folder =
      std::filesystem::temp_directory_path() / ("mcheck-reference-" + std::to_string(getpid()));
  const std::string header = folder + "/stack.hpp";
  std::filesystem::create_directories(folder);
  std::ofstream(header) << "#pragma once\n#include <deque>\n#include <mutex>\n"
                           "class stack {\n public:\n"
                           "  void push(int v) { std::lock_guard g(m); d.push_back(v); }\n"
                           "  void pop() { std::lock_guard g(m); if (!d.empty()) d.pop_back(); }\n"
                           "  int size() const { std::lock_guard g(m); return d.size(); }\n"
                           "  int front() const { std::lock_guard g(m); return d.front(); }\n"
                           " private:\n  mutable std::mutex m;\n  std::deque<int> d{7};\n};\n"
                           "struct queue {\n"
                           "  void push(int v) { d.push_back(v); }\n"
                           "  void pop() { if (!d.empty()) d.pop_front(); }\n"
                           "  int front() const { return d.front(); }\n"
                           "  std::deque<int> d{7};\n};\n";
  const std::string command = quoted(std::string(MCHECK_BINARY_DIRECTORY) + "/mcheck") + " synth ";
  const ShellResult ran = run_shell(
      command + quoted(header) + " --class stack --reference queue --out " + quoted(folder) +
      " --as gtest --junit " + quoted(folder + "/junit.xml") + " --sarif " +
      quoted(folder + "/report.sarif") + " --json " + quoted(folder + "/report.json") + " 2>&1");
  const std::string test = folder + "/stack/test.cpp";
  const std::string code = text_of_file(test);
  const std::string junit = text_of_file(folder + "/junit.xml");
  const std::string sarif = text_of_file(folder + "/report.sarif");
  const std::string json = text_of_file(folder + "/report.json");
  const ShellResult replayed = run_shell(command + "--replay " + quoted(test) + " --quiet 2>&1");
  const ShellResult refused = run_shell(command + "--replay " + quoted(header) + " 2>&1");
  std::filesystem::remove_all(folder);
  CHECK_THAT(code, Catch::Contains("#include <gtest/gtest.h>") &&
                       Catch::Contains("TEST(ClassTest, CallsOfSeveralThreads) {") &&
                       Catch::Contains("// mcheck replay " + folder));
  CHECK_THAT(junit, Catch::Contains("<testcase name=\"stack\"") &&
                        Catch::Contains("failures=\"1\"") && Catch::Contains("type=\"MC032\""));
  CHECK_THAT(sarif, Catch::Contains("\"MC032\""));
  const auto parsed = Json::parse(json);
  REQUIRE(std::holds_alternative<Json>(parsed));
  const Json& of_class = std::get<Json>(parsed)["classes"].elements().at(0);
  CHECK(of_class["class"].text() == "stack");
  CHECK(of_class["verdict"].text() == "bug");
  CHECK(of_class["program"].text() == folder + "/stack/harness");
  CHECK(of_class["result"]["id"].text() == "MC032");
  CHECK(replayed.code == 1);
  CHECK_THAT(replayed.out, Catch::Contains("bug: MC032") && Catch::Contains(", replayed"));
  CHECK(refused.code == 2);
  CHECK(refused.out == "mcheck: '" + header +
                           "' contains no schedule of a class test\n"
                           "  wanted   a test.cpp that mcheck synth has written\n"
                           "  or       mcheck replay PROGRAM SCHEDULE\n");
  INFO(ran.out);
  CHECK(ran.code == 1);
  CHECK_THAT(ran.out, Catch::Contains("left out: size: of the operations of the reference "
                                      "'queue', none has this name"));
  CHECK_THAT(ran.out, Catch::Contains("  one call at a time, queue gives:"));
  CHECK_THAT(ran.out, Catch::Contains("in test push(1) | ") || Catch::Contains("in test pop() | "));
}

// Its default constructor is declared, and does not compile.
TEST_CASE("what does not compile for an instance of a template is left out") {
  const std::string folder =
      std::filesystem::temp_directory_path() / ("mcheck-classes-" + std::to_string(getpid()));
  const ShellResult ran = run_shell(
      quoted(std::string(MCHECK_BINARY_DIRECTORY) + "/mcheck") +
      " synth boost/lockfree/spsc_queue.hpp --class 'boost::lockfree::spsc_queue<int>' --tests 5 " +
      "--out " + quoted(folder) + " 2>&1");
  std::filesystem::remove_all(folder);
  INFO(ran.out);
  CHECK((ran.code == 0 || ran.code == 1));
  CHECK_THAT(ran.out, Catch::Contains("about.constructor<>(\"spsc_queue\"); does not compile"));
}

}  // namespace mcheck::sample_classes_test
