// SPDX-License-Identifier: MIT
// Every sample program gets the verdict that stands beside it, in programs/*/expected.tsv. Where
// the programs are texts, the program is the text.
#include "tests/programs/expected.hpp"

#include <set>

namespace mcheck::expected {
namespace {

// A folder of programs: what their files are called, and how one is run.
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

}  // namespace mcheck::expected
