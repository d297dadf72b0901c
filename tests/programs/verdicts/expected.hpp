// SPDX-License-Identifier: MIT
// Shared by the tests of the tables programs/*/expected.tsv: reads the rows, and explores a program
// as a user would. The columns: program, options, verdict, failure kind, and why.
#pragma once

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "engine/base/json.hpp"
#include "engine/trace/results/result.hpp"
#include "tests/support/shell.hpp"

#ifndef MCHECK_BINARY_DIRECTORY  // each header compiles alone, too
#define MCHECK_BINARY_DIRECTORY ""
#define MCHECK_SOURCE_DIRECTORY ""
#endif

namespace mcheck::expected {

inline const std::filesystem::path kPrograms = MCHECK_SOURCE_DIRECTORY "/programs";
inline const std::string kBinaries = MCHECK_BINARY_DIRECTORY "/";

struct Row {
  std::string program;
  std::string options;
  std::string verdict;
  std::string kind;  // empty: no failure, and no limit
  std::string why;
};

// The cells of each row of a table; a dash means empty.
inline std::vector<std::vector<std::string>> cells_of(const std::filesystem::path& table) {
  std::vector<std::vector<std::string>> rows;
  std::ifstream file(table);
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream in(line);
    std::vector<std::string> cells;
    for (std::string cell; std::getline(in, cell, '\t');) cells.push_back(cell == "-" ? "" : cell);
    INFO(line);
    REQUIRE(cells.size() == 5);
    rows.push_back(cells);
  }
  REQUIRE_FALSE(rows.empty());
  return rows;
}

inline std::vector<Row> rows_of(const std::string& folder) {
  std::vector<Row> rows;
  for (const auto& cells : cells_of(kPrograms / folder / "expected.tsv")) {
    rows.push_back({cells[0], cells[1], cells[2], cells[3], cells[4]});
  }
  return rows;
}

inline int code_of(const std::string& verdict) {
  for (const Verdict v :
       {Verdict::kVerified, Verdict::kBug, Verdict::kIncomplete, Verdict::kNotRepeatable}) {
    if (verdict == name_of(v)) return exit_code(v);
  }
  return -1;
}

// The outcome of an exploration.
struct Outcome {
  std::string verdict;
  std::string kind;  // of the first failure, or of a limit; empty: none
  std::uint64_t executions = 0;
};

// Explores the program at the path `binary` with these options. Fails if exit code, verdict and
// failures disagree.
inline Outcome explore(const std::string& binary, const std::string& words) {
  const ShellResult ran =
      run_shell(quoted(kBinaries + "mcheck") + " explore " + quoted(binary) + " --json - " + words);
  INFO(ran.what << "\n" << ran.out);
  const auto parsed = Json::parse(ran.out);
  const Json* result = std::get_if<Json>(&parsed);
  if (result == nullptr) {
    FAIL_CHECK("no JSON: " << std::get<std::string>(parsed));
    return {};
  }
  Outcome outcome{.verdict = (*result)["verdict"].text(),
                  .kind = "",
                  .executions = (*result)["executions"].natural()};
  CHECK(ran.code == code_of(outcome.verdict));
  const Json::Array& failures = (*result)["failures"].elements();
  const Json& limit = (*result)["limit"];
  if (failures.empty() && limit.is_null()) return outcome;
  CHECK(failures.empty() == (outcome.verdict != "bug"));
  const Json& first = failures.empty() ? limit : failures.front();
  outcome.kind = first["kind"].text();
  CHECK_FALSE(outcome.kind.empty());
  CHECK_FALSE(first["schedule"].text().empty());
  return outcome;
}

inline void judge(const std::string& binary, const std::string& words, const Row& row) {
  const Outcome outcome = explore(binary, words);
  INFO(binary << " " << words << "\n" << row.why);
  CHECK(outcome.verdict == row.verdict);
  CHECK(outcome.kind == row.kind);
}

}  // namespace mcheck::expected
