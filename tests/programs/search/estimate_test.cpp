// SPDX-License-Identifier: MIT
// How well a search estimates its size: each program of tests/counts.tsv stops after a tenth of its
// executions, and the estimate is compared with the table.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdio>
#include <iostream>

#include "engine/base/json.hpp"
#include "tests/programs/search/count_rows.hpp"
#include "tests/support/shell.hpp"

namespace mcheck::estimate_test {
namespace {

const std::string kBinaries = MCHECK_BINARY_DIRECTORY "/";
const std::string kTables = MCHECK_SOURCE_DIRECTORY "/tests/programs/tables";

// The estimate divided by the true number, for the first strategy of the row.
double estimate_ratio(const CountRow& row) {
  const std::uint64_t tenth = (row.executions + 9) / 10;
  const ShellResult ran = run_shell(
      "cd " + quoted(kTables) + " && " + quoted(kBinaries + "mcheck") + " explore " +
      quoted(kBinaries + row.program) + " --json - --keep-going --time 60s --strategy " +
      row.strategies.front() + " --executions " + std::to_string(tenth) + " " + row.options);
  INFO(ran.what << "\n" << ran.out.substr(0, 2000));
  const auto parsed = Json::parse(ran.out);
  const Json* result = std::get_if<Json>(&parsed);
  REQUIRE(result != nullptr);
  CHECK((*result)["executions"].natural() == tenth);
  return (*result)["expected_executions"].number() / static_cast<double>(row.executions);
}

struct Estimated {
  double ratio_to_truth = 0;
  CountRow row;
};

bool is_good(const Estimated& estimated) {
  return estimated.ratio_to_truth >= 0.5 && estimated.ratio_to_truth <= 2;
}

double share_of_good(const std::vector<Estimated>& all) {
  const auto good = std::ranges::count_if(all, is_good);
  return static_cast<double>(good) / static_cast<double>(all.size());
}

std::string distribution(const std::vector<Estimated>& all) {
  constexpr double kEdges[] = {0, 0.1, 0.25, 0.5, 0.8, 1.25, 2, 4, 10, 100};
  std::string text;
  for (std::size_t i = 0; i < std::size(kEdges); ++i) {
    const bool last = i + 1 == std::size(kEdges);
    const auto count = std::ranges::count_if(all, [&](const Estimated& each) {
      return each.ratio_to_truth >= kEdges[i] && (last || each.ratio_to_truth < kEdges[i + 1]);
    });
    char line[80];
    std::snprintf(line, sizeof line, "  from %4g of the truth on: %3d\n", kEdges[i],
                  static_cast<int>(count));
    text += line;
  }
  return text;
}

TEST_CASE("at a tenth of the search 4 of 5 estimates are within a factor of two") {
  std::vector<Estimated> all;
  for (const CountRow& row : count_rows()) all.push_back({estimate_ratio(row), row});
  std::vector<Estimated> large;
  for (const Estimated& each : all) {
    if (each.row.executions >= 20) large.push_back(each);
  }
  std::ranges::sort(all, {}, &Estimated::ratio_to_truth);
  std::cout << "expected after a tenth, " << all.size() << " programs, " << 100 * share_of_good(all)
            << "% within a factor of two; of those of 20 executions or "
            << "more, " << 100 * share_of_good(large) << "%\n"
            << distribution(all);
  for (const Estimated& each : all) {
    if (is_good(each)) continue;
    std::cout << "  " << each.ratio_to_truth << " of " << each.row.executions << ": "
              << each.row.program << " " << each.row.options << "\n";
  }
  CHECK(share_of_good(all) >= 0.8);
}

}  // namespace
}  // namespace mcheck::estimate_test
