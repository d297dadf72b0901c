// SPDX-License-Identifier: MIT
// Every kind of failure, in the table tests/programs/kinds.tsv: for each page of docs/failures/,
// and for both front ends, a wrong program whose failure is found and replays, and a right one,
// which is verified.
#include <map>
#include <set>

#include "tests/programs/expected.hpp"
#include "tests/programs/kinds_reports.hpp"

namespace mcheck::expected {
namespace {

struct Kind {
  std::string id;
  std::string door;
  std::string wrong;
  std::string right;
  std::string why_none;
};

std::vector<Kind> kinds() {
  std::vector<Kind> rows;
  for (const auto& cells : cells_of(MCHECK_SOURCE_DIRECTORY "/tests/programs/kinds.tsv")) {
    rows.push_back({cells[0], cells[1], cells[2], cells[3], cells[4]});
  }
  return rows;
}

Json told(const std::string& command, const std::string& words) {
  const Ran ran = run_shell(quoted(kBinaries + "mcheck") + " " + command + " " + quoted(kBinaries) +
                            words + " --json -");
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
  const Json again = told("replay", program + " " + failure["schedule"].text() + how);
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
  const Json result = told("explore", kind.wrong + reports.options(kind.id));
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

void judge_door(const std::string& door) {
  int judged = 0;
  KindsReports reports;
  for (const Kind& kind : kinds()) {
    if (kind.door != door || kind.wrong.empty()) continue;
    INFO(kind.id << ": " << kind.wrong << "; " << kind.right);
    judge_wrong(kind, reports);
    const Json right = told("explore", kind.right);
    CHECK(right["verdict"].text() == "verified");
    CHECK(right["warnings"].elements().empty());
    ++judged;
  }
  CHECK(judged > 20);
  reports.judge_by_schemas();
}

}  // namespace

TEST_CASE("each kind of failure has programs for both front ends, or a reason why there is none") {
  std::map<std::string, std::set<std::string>> doors;
  for (const Kind& kind : kinds()) {
    INFO(kind.id << " " << kind.door);
    CHECK(kind.wrong.empty() == kind.right.empty());
    CHECK(kind.wrong.empty() != kind.why_none.empty());
    CHECK(doors[kind.id].insert(kind.door).second);
  }
  int pages = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(MCHECK_SOURCE_DIRECTORY "/docs/failures")) {
    const std::string id = entry.path().stem();
    if (!id.starts_with("MC")) continue;
    INFO(id);
    CHECK(doors[id] == std::set<std::string>{"mcheck", "unmodified"});
    ++pages;
  }
  CHECK(static_cast<std::size_t>(pages) == doors.size());
}

TEST_CASE("of each kind a program for mcheck is found and replayed, and its right twin verified") {
  judge_door("mcheck");
}

TEST_CASE("of each kind an unmodified program is found and replayed, and its right twin verified") {
  judge_door("unmodified");
}

}  // namespace mcheck::expected
