// SPDX-License-Identifier: MIT
// Every sample program gets the verdict in programs/*/expected.tsv. In folders of texts, each text
// is a program.
#include "tests/programs/verdicts/expected.hpp"

#include <set>

#include "tests/programs/search/count_rows.hpp"

namespace mcheck::expected::expected_test {
namespace {

// A folder of programs: the extension of its files, and how to run one.
struct Folder {
  std::string name;
  std::string extension = ".cpp";
  std::string interpreter;  // the binary that reads them; empty: each is a binary
};

void judge_row(const Folder& folder, const Row& row) {
  if (folder.interpreter.empty()) {
    judge(kBinaries + row.program, row.options, row);
    return;
  }
  const std::string text = kPrograms / folder.name / (row.program + folder.extension);
  judge(kBinaries + folder.interpreter, row.options + " -- " + quoted(text), row);
}

// Every row of the table is true, and every program of the folder has one.
void judge_folder(const Folder& folder) {
  std::set<std::string> judged;
  for (const Row& row : rows_of(folder.name)) {
    judge_row(folder, row);
    judged.insert(row.program);
  }
  for (const auto& entry : std::filesystem::directory_iterator(kPrograms / folder.name)) {
    if (entry.path().extension() != folder.extension) continue;
    INFO("no row in expected.tsv for " << entry.path());
    CHECK(judged.contains(entry.path().stem()));
  }
}

// The name of the program, or of its test that the row runs.
std::string name_of(const Row& row) {
  std::istringstream words(row.options);
  for (std::string word; words >> word;) {
    if (word == "--test" && words >> word) return word;
  }
  return row.program;
}

// The row expects no failure, and no option disables a detector.
bool is_clean(const Row& row) {
  if (row.verdict != "verified" || !row.kind.empty()) return false;
  for (const char* narrowing_option : {"ignore", "--suppressions", "--bound 0", "--bound 1",
                                       "--reuse later", "--timeouts off", "--any-exit-status"}) {
    if (row.options.find(narrowing_option) != std::string::npos) return false;
  }
  return true;
}

bool is_said_to_be_right(const std::string& program) {
  const bool client = program.starts_with("boost_lockfree") && !program.ends_with("_wrong");
  return program.ends_with("_right") || client;
}

// The names of the programs in a folder: unmodified ones by file, others by test.
std::set<std::string> programs_of(const std::string& folder) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kPrograms / folder)) {
    if (entry.path().extension() != ".cpp" && entry.path().extension() != ".c") continue;
    std::ifstream file(entry.path());
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (folder == "unmodified") {
      if (text.find("// No row in expected.tsv: ") == std::string::npos) {
        names.insert(entry.path().stem());
      }
      continue;
    }
    const std::string mark = "MCHECK_PROGRAM(";
    for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos;) {
      at += mark.size();
      names.insert(text.substr(at, text.find(',', at) - at));
    }
  }
  return names;
}

// Each program that is right has a row with all detectors and no failure, and no row with one. Each
// other program has a row that finds the failure, or is right as well, or too large to tell.
std::size_t judge_completeness(const std::string& folder) {
  const std::vector<Row> rows = rows_of(folder);
  std::size_t right = 0;
  for (const std::string& program : programs_of(folder)) {
    INFO(folder << "/" << program);
    bool clean = false;
    bool wrong = false;
    bool too_large = false;
    for (const Row& row : rows) {
      if ((folder == "unmodified" ? row.program : name_of(row)) != program) continue;
      clean = clean || is_clean(row);
      wrong = wrong || row.verdict == "bug" || row.verdict == "not-repeatable";
      too_large = too_large || row.verdict == "incomplete";
    }
    CHECK((clean || wrong || too_large));
    if (!is_said_to_be_right(program)) continue;
    CHECK(clean);
    CHECK_FALSE(wrong);
    ++right;
  }
  return right;
}

}  // namespace

// The rows are run by the other tests of this file and by unmodified_test.cpp. For
// programs/conflicts see conflicts_test.cpp, for programs/families tests/counts.tsv.
TEST_CASE("every right program of the tables is held against all detectors, and none finds any") {
  CHECK(judge_completeness("classic") >= 10);
  CHECK(judge_completeness("failures") >= 35);
  CHECK(judge_completeness("queues") >= 6);
  CHECK(judge_completeness("unmodified") >= 70);
}

TEST_CASE(
    "every program of the families is counted without a failure, or with those it is to have") {
  for (const std::string& program : programs_of("families")) {
    INFO(program);
    bool counted = false;
    for (const CountRow& row : count_rows()) {
      counted = counted || (row.options + " ").find("--test " + program + " ") != std::string::npos;
    }
    CHECK(counted);
  }
}

TEST_CASE("the classic problems get the verdicts that stand beside them") {
  judge_folder({"classic"});
}

TEST_CASE("each kind of failure is shown by a program and absent from its twin") {
  judge_folder({"failures"});
}

TEST_CASE("the queues get the verdicts that stand beside them") { judge_folder({"queues"}); }

TEST_CASE("the samples of the table language get the verdicts that stand beside them") {
  judge_folder({"table/samples", ".table", "table"});
}

}  // namespace mcheck::expected::expected_test
