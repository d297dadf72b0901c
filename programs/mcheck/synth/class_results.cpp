// SPDX-License-Identifier: MIT
#include "programs/mcheck/synth/class_results.hpp"

#include <utility>

#include "programs/mcheck/synth/class_report.hpp"
#include "visualize/text/report.hpp"

namespace mcheck::command {
namespace {

// "push(1); pop() | size()": the calls of the threads.
std::string calls_text(const ClassFinding& finding) {
  std::string text;
  int thread = 1;
  for (const CallOrders::CallText& call : finding.orders.calls) {
    if (call.thread <= 0) continue;
    if (!text.empty()) text += call.thread == thread ? "; " : " | ";
    thread = call.thread;
    text += call.text;
  }
  return text;
}

}  // namespace

Result named_by_calls(const ClassFinding& finding) {
  Result result = finding.result;
  result.test = calls_text(finding);
  result.arguments.clear();
  return result;
}

SuiteCase case_of(const std::string& program, const std::string& name,
                  const ClassOutcome& outcome) {
  SuiteCase one{.name = name, .program = program, .executable = program};
  one.seconds = outcome.seconds;
  if (outcome.finding) {
    one.status = CaseStatus::kFailed;
    one.results.push_back(named_by_calls(*outcome.finding));
    one.why = headline(one.results.back(), {.program = program});
    return one;
  }
  const bool is_explored = outcome.tests > outcome.incomplete;
  one.status = is_explored ? CaseStatus::kAsExpected : CaseStatus::kWarned;
  one.why = (is_explored ? "no violation found: " : "no test could be explored completely: ") +
            coverage_text(outcome);
  return one;
}

SuiteCase unknown_case(const std::string& program, const std::string& name,
                       const std::string& why) {
  return {.name = name, .program = program, .status = CaseStatus::kWarned, .why = why};
}

}  // namespace mcheck::command
