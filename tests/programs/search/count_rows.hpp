// SPDX-License-Identifier: MIT
// The rows of tests/counts.tsv, whose header explains the columns.
#pragma once

#include <catch2/catch.hpp>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#ifndef MCHECK_SOURCE_DIRECTORY  // each header compiles alone, too
#define MCHECK_SOURCE_DIRECTORY ""
#endif

namespace mcheck {

struct CountRow {
  std::string group;
  std::string program;
  std::string options;  // with the arguments after "--"
  std::vector<std::string> strategies;
  std::uint64_t executions = 0;
  std::uint64_t failing = 0;
};

inline std::vector<std::string> parts(const std::string& text, char between) {
  std::vector<std::string> found;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, between);) found.push_back(part);
  return found;
}

// A table may have more columns after these seven.
inline std::vector<CountRow> count_rows(const std::string& table = "counts.tsv") {
  std::vector<CountRow> rows;
  std::ifstream file(MCHECK_SOURCE_DIRECTORY "/tests/" + table);
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    const std::vector<std::string> cells = parts(line, '\t');
    INFO(line);
    REQUIRE(cells.size() >= 7);
    rows.push_back({cells[0], cells[1], cells[2] == "-" ? "" : cells[2], parts(cells[3], ','),
                    std::stoull(cells[4]), std::stoull(cells[5])});
    REQUIRE_FALSE(rows.back().strategies.empty());
  }
  return rows;
}

}  // namespace mcheck
