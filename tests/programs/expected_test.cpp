// SPDX-License-Identifier: MIT
// Every sample program gets the verdict that stands beside it, in programs/*/expected.tsv. Its
// columns: program, what follows it on the command line, verdict, failure kind, and why. Where the
// programs are texts, the program is the text.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "engine/base/json.hpp"
#include "engine/trace/result.hpp"
#include "tests/support/shell.hpp"

namespace mcheck {
namespace {

const std::filesystem::path kPrograms = MCHECK_SOURCE_DIRECTORY "/programs";
const std::string kBinaries = MCHECK_BINARY_DIRECTORY "/";

struct Expected {
  std::string program;
  std::string options;
  std::string verdict;
  std::string kind;
  std::string why;
};

std::string unless_dash(const std::string& cell) { return cell == "-" ? "" : cell; }

std::vector<Expected> table(const std::string& folder) {
  std::vector<Expected> rows;
  std::ifstream file(kPrograms / folder / "expected.tsv");
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream in(line);
    std::vector<std::string> cells;
    for (std::string cell; std::getline(in, cell, '\t');) cells.push_back(unless_dash(cell));
    INFO(line);
    REQUIRE(cells.size() == 5);
    rows.push_back({cells[0], cells[1], cells[2], cells[3], cells[4]});
  }
  return rows;
}

int code_of(const std::string& verdict) {
  for (const Verdict v :
       {Verdict::kVerified, Verdict::kBug, Verdict::kIncomplete, Verdict::kNotRepeatable}) {
    if (verdict == name_of(v)) return exit_code(v);
  }
  return -1;
}

// A folder of programs: what their files are called, and how one is run.
struct Folder {
  std::string name;
  std::string extension = ".cpp";
  std::string interpreter;  // the binary that reads them; empty: each is a binary
};

std::string command_of(const Folder& folder, const Expected& row) {
  const bool text = !folder.interpreter.empty();
  std::string command = quoted(kBinaries + "mcheck") + " explore " +
                        quoted(kBinaries + (text ? folder.interpreter : row.program)) +
                        " --json - " + row.options;
  if (text) command += " -- " + quoted(kPrograms / folder.name / (row.program + folder.extension));
  return command;
}

// Explores the program as a person would, and compares.
void judge(const Folder& folder, const Expected& row) {
  const Ran ran = run_shell(command_of(folder, row));
  INFO(ran.what << "\n" << ran.out);
  CHECK(ran.code == code_of(row.verdict));
  const auto parsed = Json::parse(ran.out);
  const Json* result = std::get_if<Json>(&parsed);
  if (result == nullptr) {
    FAIL_CHECK("no JSON: " << std::get<std::string>(parsed));
    return;
  }
  CHECK((*result)["verdict"].text() == row.verdict);
  const Json::Array& failures = (*result)["failures"].elements();
  CHECK(failures.empty() == row.kind.empty());
  if (failures.empty()) return;
  CHECK(failures.front()["kind"].text() == row.kind);
  CHECK_FALSE(failures.front()["schedule"].text().empty());
}

// Every row of the table is true, and every program of the folder has one.
void judge_folder(const Folder& folder) {
  std::set<std::string> judged;
  for (const Expected& row : table(folder.name)) {
    judge(folder, row);
    judged.insert(row.program);
  }
  for (const auto& entry : std::filesystem::directory_iterator(kPrograms / folder.name)) {
    if (entry.path().extension() != folder.extension) continue;
    INFO("no row in expected.tsv for " << entry.path());
    CHECK(judged.contains(entry.path().stem()));
  }
}

}  // namespace

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

}  // namespace mcheck
