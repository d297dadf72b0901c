// SPDX-License-Identifier: MIT
// Every kind of failure, in the table tests/programs/report/kinds.tsv: for each page of
// docs/failures/, and for both front ends, a wrong program whose failure is found and replays, and
// a right one, which is verified.
#include <map>
#include <set>

#include "tests/programs/report/kinds_reports.hpp"
#include "tests/programs/verdicts/expected.hpp"

namespace mcheck::expected::kinds_test {
namespace {

struct Kind {
  std::string id;
  std::string front_end;
  std::string wrong;
  std::string right;
  std::string why_none;
};

std::vector<Kind> kinds() {
  std::vector<Kind> rows;
  for (const auto& cells : cells_of(MCHECK_SOURCE_DIRECTORY "/tests/programs/report/kinds.tsv")) {
    rows.push_back({cells[0], cells[1], cells[2], cells[3], cells[4]});
  }
  return rows;
}

Json result_of(const std::string& command, const std::string& words) {
  const ShellResult ran = run_shell(quoted(kBinaries + "mcheck") + " " + command + " " +
                                    quoted(kBinaries) + words + " --json -");
  INFO(ran.what << "\n" << ran.out);
  auto parsed = Json::parse(ran.out);
  REQUIRE(std::holds_alternative<Json>(parsed));
  return std::get<Json>(std::move(parsed));
}

// The failure names its place and thread, and its schedule replays it.
void judge_failure(const Kind& kind, const Json& failure) {
  CHECK(failure["id"].text() == kind.id);
  CHECK_FALSE(failure["message"].text().empty());
  CHECK_FALSE(failure["trace"].elements().empty());
  const std::string program = kind.wrong.substr(0, kind.wrong.find(' '));
  const std::size_t patience = kind.wrong.find("--patience");
  const std::string how = patience == std::string::npos ? "" : " " + kind.wrong.substr(patience);
  const Json again = result_of("replay", program + " " + failure["schedule"].text() + how);
  if (kind.id == "MC034") {  // of two executions: each of them passes alone
    CHECK(again["failures"].elements().empty());
    CHECK(again["verdict"].text() != "not-repeatable");
    return;
  }
  CHECK(again["id"].text() == kind.id);
  if (kind.id == "MC030") {
    CHECK(again["limit"]["id"].text() == kind.id);
    return;
  }
  const Json::Array& failures = again["failures"].elements();
  REQUIRE(failures.size() == 1);
  CHECK(failures[0]["id"].text() == kind.id);
}

void judge_wrong(const Kind& kind, KindsReports& reports) {
  const Json result = result_of("explore", kind.wrong + reports.options(kind.id));
  reports.judge(kind.id, result);
  // A second run, with other options, has the same fingerprint; these kinds take seconds.
  if (kind.id != "MC005" && kind.id != "MC006" && kind.id != "MC030") {
    reports.judge_again(kind.id, kind.wrong);
  }
  if (kind.id == "MC028") {  // no schedule repeats it
    CHECK(result["verdict"].text() == "not-repeatable");
    CHECK(result["id"].text() == kind.id);
  } else if (kind.id == "MC024") {  // a warning
    const Json::Array& warnings = result["warnings"].elements();
    REQUIRE(warnings.size() == 1);
    CHECK(warnings[0]["kind"].text() == "lock-order");
    CHECK(warnings[0]["places"].elements().size() == 4);
    CHECK_FALSE(warnings[0]["schedule"].text().empty());
  } else if (kind.id == "MC030") {  // a limit, reported like a failure
    CHECK(result["verdict"].text() == "incomplete");
    CHECK(result["failures"].elements().empty());
    judge_failure(kind, result["limit"]);
  } else {
    const Json::Array& failures = result["failures"].elements();
    REQUIRE(failures.size() == 1);
    judge_failure(kind, failures[0]);
  }
}

void judge_front_end(const std::string& front_end) {
  int judged = 0;
  KindsReports reports;
  for (const Kind& kind : kinds()) {
    if (kind.front_end != front_end || kind.wrong.empty()) continue;
    INFO(kind.id << ": " << kind.wrong << "; " << kind.right);
    judge_wrong(kind, reports);
    const Json right = result_of("explore", kind.right);
    CHECK(right["verdict"].text() == "verified");
    CHECK(right["warnings"].elements().empty());
    ++judged;
  }
  CHECK(judged > 20);
  reports.judge_by_schemas();
}

}  // namespace

TEST_CASE("each kind of failure has programs for both front ends, or a reason why there is none") {
  std::map<std::string, std::set<std::string>> front_ends;
  for (const Kind& kind : kinds()) {
    INFO(kind.id << " " << kind.front_end);
    CHECK(kind.wrong.empty() == kind.right.empty());
    CHECK(kind.wrong.empty() != kind.why_none.empty());
    CHECK(front_ends[kind.id].insert(kind.front_end).second);
  }
  int pages = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(MCHECK_SOURCE_DIRECTORY "/docs/failures")) {
    const std::string id = entry.path().stem();
    if (!id.starts_with("MC")) continue;
    INFO(id);
    CHECK(front_ends[id] == std::set<std::string>{"mcheck", "unmodified"});
    ++pages;
  }
  CHECK(static_cast<std::size_t>(pages) == front_ends.size());
}

TEST_CASE("of each kind a program for mcheck is found and replayed, and its right twin verified") {
  judge_front_end("mcheck");
}

TEST_CASE("of each kind an unmodified program is found and replayed, and its right twin verified") {
  judge_front_end("unmodified");
}

}  // namespace mcheck::expected::kinds_test
