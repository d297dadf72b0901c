// SPDX-License-Identifier: MIT
// Unmodified programs (programs/unmodified) get the verdicts of their table. Twins of programs for
// mcheck have as many executions as those.
#include <algorithm>
#include <set>

#include "tests/programs/verdicts/expected.hpp"

namespace mcheck::expected::unmodified_test {
namespace {

const std::filesystem::path kFolder = kPrograms / "unmodified";

std::string binary_of(const std::string& program) { return kBinaries + "unmodified/" + program; }

bool is_c(const Row& row) { return std::filesystem::exists(kFolder / (row.program + ".c")); }

enum class Language { kC, kCxx };

// Checks every row of that language. `wrong`: rows with a bug; otherwise verified or incomplete
// ones.
void judge_rows(Language language, bool wrong) {
  int judged = 0;
  for (const Row& row : rows_of("unmodified")) {
    if (is_c(row) != (language == Language::kC) || (row.verdict == "bug") != wrong) continue;
    judge(binary_of(row.program), row.options, row);
    ++judged;
  }
  CHECK(judged > 20);
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("plain C programs that are wrong fail as their rows say") {
  judge_rows(Language::kC, true);
}

TEST_CASE("plain C programs that are right have no failure") { judge_rows(Language::kC, false); }

TEST_CASE("plain C++ programs that are wrong fail as their rows say") {
  judge_rows(Language::kCxx, true);
}

TEST_CASE("plain C++ programs that are right have no failure") {
  judge_rows(Language::kCxx, false);
}

TEST_CASE("each plain program has a row, or says why it has none") {
  std::set<std::string> with_row;
  for (const Row& row : rows_of("unmodified")) with_row.insert(row.program);
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    const auto extension = entry.path().extension();
    if (extension != ".c" && extension != ".cpp") continue;
    INFO(entry.path());
    const bool says_why =
        text_of(entry.path()).find("// No row in expected.tsv: ") != std::string::npos;
    CHECK(with_row.contains(entry.path().stem()) != says_why);
  }
}

TEST_CASE("a plain program and its twin have the same verdict and as many executions") {
  for (const auto& cells : cells_of(kFolder / "twins.tsv")) {
    INFO(cells[0] << ": " << cells[4]);
    const Outcome plain = explore(binary_of(cells[0]), "");
    const Outcome twin = explore(kBinaries + cells[1], "--test " + cells[2]);
    CHECK(plain.verdict == twin.verdict);
    CHECK((plain.kind == "assertion" ? "check" : plain.kind) == twin.kind);
    if (cells[3] == "equal") CHECK(plain.executions == twin.executions);
  }
}

TEST_CASE("each simulation that main() calls is a test, and is searched as main() asks") {
  const std::string suites = binary_of("relacy_suites");
  const auto json_of = [&](const std::string& words) {
    return run_shell(quoted(kBinaries + "mcheck") + " explore " + quoted(suites) + " --json - " +
                     words);
  };
  // An invariant: all schedules, C(4,2) of two threads with two steps each.
  CHECK(explore(suites, "--test account_true").executions == 6);
  CHECK(json_of("--test account_true").out.find("\"strategy\": \"dfs\"") != std::string::npos);
  // The two orders of two additions.
  CHECK(explore(suites, "--test executed_anonymous_adds_twice_2").executions == 2);
  // 0 and 1 are harmless, 2 is not.
  CHECK(explore(suites, "--test chance").executions == 3);
  CHECK(json_of("--test handover_true").out.find("\"bound\": 1") != std::string::npos);
  CHECK(json_of("--test handover_true --bound 3").out.find("\"bound\": 3") != std::string::npos);
  CHECK(json_of("--test handover_false").out.find("\"strategy\": \"random\"") != std::string::npos);
}

TEST_CASE("an invariant is not checked where a reduction would leave states out") {
  for (const char* strategy : {"optimal", "trust", "odpor", "source", "sleep"}) {
    const ShellResult ran =
        run_shell(quoted(kBinaries + "mcheck") + " explore " + quoted(binary_of("relacy_suites")) +
                  " --test account_true --strategy " + strategy + " 2>&1");
    INFO(ran.what << "\n" << ran.out);
    CHECK(ran.code == 2);
    CHECK(ran.out.find("--strategy dfs omits none") != std::string::npos);
  }
}

TEST_CASE("clients of lock-free queues get their verdicts with a bound of two preemptions, too") {
  int judged = 0;
  for (const Row& row : rows_of("unmodified")) {
    if (!row.program.starts_with("boost_lockfree")) continue;
    judge(binary_of(row.program), "--bound 2", row);
    ++judged;
  }
  CHECK(judged == 6);
}

}  // namespace mcheck::expected::unmodified_test
