// SPDX-License-Identifier: MIT
// Lock-free structures (programs/weak) are right, and their mutants are wrong, as their table says:
// under RC11 each mutant is a bug, under sequential consistency only those that race on plain data.
#include <set>

#include "tests/programs/verdicts/expected.hpp"

namespace mcheck::expected::weak_test {
namespace {

// Columns of the table.
constexpr std::size_t kUnderSc = 2;
constexpr std::size_t kUnderRc11 = 3;

// Explores each program and mutant.
void judge_structures(std::size_t column, const std::string& options) {
  for (const auto& cells : cells_of(kPrograms / "weak" / "expected.tsv")) {
    const std::string arguments = cells[1].empty() ? "" : " -- " + cells[1];
    INFO(cells[0] << " " << cells[1] << ": " << cells[4]);
    const Outcome outcome =
        explore(kBinaries + "weak/" + cells[0], options + " --minimise off" + arguments);
    const std::string kind = outcome.kind.empty() ? "" : " " + outcome.kind;
    CHECK(outcome.verdict + kind == cells[column]);
  }
}

}  // namespace

TEST_CASE("structures and their mutants pass under sequential consistency, unless they race") {
  judge_structures(kUnderSc, "--memory sc");
}

TEST_CASE("structures are right under RC11, and none of their orders is too strong") {
  judge_structures(kUnderRc11, "--memory rc11");
}

TEST_CASE("of each mutant that is wrong under RC11, the missing order is named") {
  for (const auto& cells : cells_of(kPrograms / "weak" / "expected.tsv")) {
    if (!cells[kUnderRc11].starts_with("bug")) continue;
    INFO(cells[0] << " " << cells[1]);
    const ShellResult ran = run_shell(quoted(kBinaries + "mcheck") + " explore " +
                                      quoted(kBinaries + "weak/" + cells[0]) +
                                      " --minimise 20s --json - -- " + cells[1]);
    const auto parsed = Json::parse(ran.out);
    REQUIRE(std::holds_alternative<Json>(parsed));
    const Json& failure = std::get<Json>(parsed)["failures"].elements().front();
    const std::string missing = failure["missing_order"].text();
    CHECK_THAT(missing, Catch::Contains("verified"));
    CHECK_THAT(missing, Catch::Contains(cells[0] + ".cpp:"));
  }
}

TEST_CASE("each structure has rows, a right one and mutants") {
  std::set<std::string> right;
  std::set<std::string> wrong;
  for (const auto& cells : cells_of(kPrograms / "weak" / "expected.tsv")) {
    (cells[1].empty() ? right : wrong).insert(cells[0]);
  }
  CHECK(right == wrong);
  for (const auto& entry : std::filesystem::directory_iterator(kPrograms / "weak")) {
    if (entry.path().extension() != ".cpp") continue;
    INFO(entry.path());
    CHECK(right.contains(entry.path().stem()));
  }
}

}  // namespace mcheck::expected::weak_test
