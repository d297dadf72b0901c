// SPDX-License-Identifier: MIT
// Litmus tests (programs/litmus) end with the outcomes of their table, and have as many executions
// as it says: one for each class. The table was written with two oracles: each row's outcome was
// judged by hand, and all outcomes were enumerated by the definition of the model.
//
// With MCHECK_DEEP=1 each outcome of the table is reached; otherwise the one that the test is
// about.
#include <catch2/catch.hpp>
#include <set>

#include "tests/programs/search/count_rows.hpp"
#include "tests/programs/verdicts/expected.hpp"
#include "tests/support/deep.hpp"

namespace mcheck::expected::litmus_test {
namespace {

struct LitmusRow {
  std::string test;
  std::string outcome;
  bool allowed = false;
  std::uint64_t classes = 0;
  std::vector<std::string> outcomes;
  std::string why;
};

enum class Memory { kSequential, kRc11 };

std::string options_of(Memory memory) {
  return memory == Memory::kSequential ? "--memory sc" : "--memory rc11";
}

std::vector<LitmusRow> litmus_rows(Memory memory) {
  const bool weak = memory == Memory::kRc11;
  std::vector<LitmusRow> rows;
  std::ifstream file(kPrograms / "litmus" / "expected.tsv");
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    INFO(line);
    const std::vector<std::string> cells = parts(line, '\t');
    REQUIRE(cells.size() == 9);
    LitmusRow row{.test = cells[0],
                  .outcome = cells[1],
                  .allowed = cells[weak ? 3 : 2] == "allowed",
                  .classes = std::stoull(cells[weak ? 5 : 4]),
                  .outcomes = parts(cells[6], ' '),
                  .why = cells[8]};
    if (weak && cells[7] != "-") {
      for (const std::string& more : parts(cells[7], ' ')) row.outcomes.push_back(more);
    }
    const bool listed = std::set(row.outcomes.begin(), row.outcomes.end()).contains(row.outcome);
    CHECK(listed == row.allowed);
    rows.push_back(row);
  }
  CHECK(rows.size() >= 80);
  return rows;
}

// Explores a test that fails with the given outcomes.
Outcome explore_litmus(Memory memory, const std::string& test, const std::string& outcomes) {
  return explore(kBinaries + "litmus",
                 options_of(memory) + " --minimise off -- " + test + " " + outcomes);
}

void judge_litmus(Memory memory, const LitmusRow& row) {
  INFO(row.test << " " << row.outcome << ": " << row.why);
  CHECK(explore_litmus(memory, row.test, row.outcome).verdict ==
        (row.allowed ? "bug" : "verified"));
  std::string all = "only";
  for (const std::string& outcome : row.outcomes) all += " " + outcome;
  const Outcome of_all = explore_litmus(memory, row.test, all);
  CHECK(of_all.verdict == "verified");
  CHECK(of_all.executions == row.classes);
  if (!is_deep()) return;
  for (const std::string& outcome : row.outcomes) {
    INFO(outcome);
    CHECK(explore_litmus(memory, row.test, outcome).verdict == "bug");
  }
}

// Whether a search by states says that RC11 permits nothing else.
bool is_called_robust(const LitmusRow& row) {
  std::string all = "only";
  for (const std::string& outcome : row.outcomes) all += " " + outcome;
  const ShellResult ran =
      run_shell(quoted(kBinaries + "mcheck") + " explore " + quoted(kBinaries + "litmus") +
                " --strategy states --minimise off -- " + row.test + " " + all);
  CHECK_THAT(ran.out, Catch::StartsWith("verified"));
  return ran.out.find("remarks:  robust: RC11 permits nothing") != std::string::npos;
}

}  // namespace

TEST_CASE("a litmus test is called robust only if RC11 gives it no other class") {
  const std::vector<LitmusRow> sequential = litmus_rows(Memory::kSequential);
  const std::vector<LitmusRow> weak = litmus_rows(Memory::kRc11);
  int robust = 0;
  for (std::size_t i = 0; i < weak.size(); ++i) {
    INFO(weak[i].test << ": " << weak[i].why);
    if (!is_called_robust(weak[i])) continue;
    CHECK(weak[i].classes == sequential[i].classes);
    ++robust;
  }
  CHECK(robust >= 50);
}

TEST_CASE("litmus tests have the outcomes and the classes of sequential consistency") {
  for (const LitmusRow& row : litmus_rows(Memory::kSequential)) {
    judge_litmus(Memory::kSequential, row);
  }
}

TEST_CASE("litmus tests have the outcomes and the classes of RC11") {
  for (const LitmusRow& row : litmus_rows(Memory::kRc11)) judge_litmus(Memory::kRc11, row);
}

}  // namespace mcheck::expected::litmus_test
