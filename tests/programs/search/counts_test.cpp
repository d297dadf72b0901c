// SPDX-License-Identifier: MIT
// The reductions run exactly as many executions as counted by hand: the rows of tests/counts.tsv,
// whose header explains the columns. One test case for each group of rows, so that groups run in
// parallel.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "engine/base/json.hpp"
#include "tests/programs/search/count_rows.hpp"
#include "tests/support/deep.hpp"
#include "tests/support/shell.hpp"

namespace mcheck::counts_test {
namespace {

const std::string kBinaries = MCHECK_BINARY_DIRECTORY "/";
const std::string kTests = MCHECK_SOURCE_DIRECTORY "/tests";
constexpr int kMaxSeconds = 1500;

std::uint64_t finished(const Json& result) {
  std::uint64_t count = 0;
  for (const Json& state : result["final_states"].elements()) {
    if (state["ended"].text() == "finished") count += state["count"].natural();
  }
  return count;
}

// Final states are only requested if something fails: they give the number of failing executions.
void judge(const CountRow& row, const std::string& strategy, const char* limit = "60s") {
  const bool fails = row.failing != 0;
  const ShellResult ran = run_shell(
      "cd " + quoted(kTests + "/programs/tables") + " && " + quoted(kBinaries + "mcheck") +
          " explore " + quoted(kBinaries + row.program) + " --json - --keep-going --time " + limit +
          " --strategy " + strategy + (fails ? " --final-states " : " ") + row.options,
      kMaxSeconds);
  INFO(ran.what << "\n" << ran.out.substr(0, 2000));
  const auto parsed = Json::parse(ran.out);
  const Json* result = std::get_if<Json>(&parsed);
  if (result == nullptr) {
    FAIL_CHECK("no JSON: " << std::get<std::string>(parsed));
    return;
  }
  CHECK((*result)["verdict"].text() == (fails ? "bug" : "verified"));
  CHECK((*result)["executions"].natural() == row.executions);
  CHECK((*result)["redundant"].natural() == 0);
  CHECK((*result)["failures"].elements().empty() == !fails);
  if (fails) CHECK(row.executions - finished(*result) == row.failing);
}

// The program and the test, without the arguments that set its size.
std::string test_of(const CountRow& row) {
  return row.program + " " + row.options.substr(0, row.options.find("--", 2));
}

void judge_group(const std::string& group) {
  bool any = false;
  for (const CountRow& row : count_rows()) {
    if (row.group != group) continue;
    for (const std::string& strategy : row.strategies) judge(row, strategy);
    any = true;
  }
  CHECK(any);
}

}  // namespace

TEST_CASE("counts: additions") { judge_group("additions"); }
TEST_CASE("counts: loads and stores") { judge_group("loads and stores"); }
TEST_CASE("counts: benchmarks") { judge_group("benchmarks"); }
TEST_CASE("counts: exchanges") { judge_group("exchanges"); }
TEST_CASE("counts: locks") { judge_group("locks"); }
TEST_CASE("counts: blocking") { judge_group("blocking"); }
TEST_CASE("counts: litmus tests") { judge_group("litmus tests"); }
TEST_CASE("counts: queues") { judge_group("queues"); }

TEST_CASE("programs that others are measured by have as many executions as there") {
  const std::vector<CountRow> rows = count_rows("benchmark/peers.tsv");
  CHECK(rows.size() >= 12);
  const bool deep = is_deep();
  std::size_t judged = 0;
  std::set<std::string> counted;  // programs and tests of tests/counts.tsv
  for (const CountRow& row : count_rows()) counted.insert(test_of(row));
  for (const CountRow& row : rows) {
    INFO(row.program << " " << row.options);
    CHECK(counted.contains(test_of(row)));
    if (!deep && row.executions > 20'000) continue;
    judge(row, row.strategies.front(), "20m");
    ++judged;
  }
  CHECK(judged == (deep ? rows.size() : rows.size() - 13));
}

TEST_CASE("every group of counts has a test case, and every table a row") {
  const std::set<std::string> groups{"additions", "loads and stores", "benchmarks",   "exchanges",
                                     "locks",     "blocking",         "litmus tests", "queues"};
  std::set<std::string> arguments;
  for (const CountRow& row : count_rows()) {
    INFO(row.group);
    CHECK(groups.contains(row.group));
    if (row.program == "table") arguments.insert(row.options.substr(3));
  }
  for (const auto& file : std::filesystem::directory_iterator(kTests + "/programs/tables")) {
    INFO(file.path());
    CHECK(arguments.contains(file.path().filename()));
  }
}

}  // namespace mcheck::counts_test
