// SPDX-License-Identifier: MIT
#include "programs/mcheck/gate/gate_text.hpp"

#include <catch2/catch.hpp>

namespace mcheck::command::gate_text_test {
namespace {

FailureReport failing(FailureKind kind, const char* message, const char* schedule) {
  FailureReport failure;
  failure.kind = kind;
  failure.message = message;
  failure.schedule = schedule;
  return failure;
}

}  // namespace

TEST_CASE("each failure of a kernel has its words above what shows it again") {
  Result result;
  result.verdict = Verdict::kBug;
  result.executions = 3;
  result.failures = {failing(FailureKind::kRace, "data race on `x`\nsee there", "mc1.q..a."),
                     failing(FailureKind::kLeak, "", "mc1.q..b.1")};
  SuiteCase each{.name = "queue", .program = "q", .results = {result}};
  each.status = CaseStatus::kFailed;
  each.why = "MC001 data race: data race on `x`";
  CHECK(gate_line(each, {.name_columns = 5}) ==
        "  FAILED queue  bug, 3 executions, under 1 ms\n"
        "         MC001 data race: data race on `x`\n"
        "         mcheck replay q mc1.q..a.\n"
        "         MC017 memory leak\n"
        "         mcheck replay q mc1.q..b.1\n");
}

}  // namespace mcheck::command::gate_text_test
