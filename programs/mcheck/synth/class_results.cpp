// SPDX-License-Identifier: MIT
#include "programs/mcheck/synth/class_results.hpp"

#include <iostream>
#include <utility>

#include "engine/trace/results/result_json.hpp"
#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/results/report.hpp"
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
  one.verdict = is_explored ? "no violation found" : "cannot tell";
  one.status = is_explored ? CaseStatus::kAsExpected : CaseStatus::kWarned;
  one.why = (is_explored ? "no violation found: " : "no test could be explored completely: ") +
            coverage_text(outcome);
  return one;
}

SuiteCase unknown_case(const std::string& program, const std::string& name,
                       const std::string& why) {
  return {.name = name,
          .program = program,
          .verdict = "cannot tell",
          .status = CaseStatus::kWarned,
          .why = why};
}

Json json_of(const std::string& program, const SuiteCase& one, const ClassOutcome& outcome) {
  Json json = Json::object().set("class", one.name).set("program", program);
  json.set("verdict", outcome.finding ? "bug" : one.verdict)
      .set("why", outcome.finding ? one.why : coverage_text(outcome));
  json.set("finished", outcome.finished).set("tests", std::uint64_t{outcome.tests});
  json.set("executions", outcome.executions).set("seconds", outcome.seconds);
  return json.set("result", outcome.finding ? to_json(one.results.front()) : Json());
}

void write_classes_json(const Invocation& invocation, const Json& classes) {
  if (invocation.json.empty()) return;
  const std::string text = Json::object().set("classes", classes).dump(true) + "\n";
  if (invocation.json == "-") {
    std::cout << text << std::flush;
    return;
  }
  const std::string why = write_file(invocation.json, text);
  if (why.empty()) return;
  std::cerr << diagnostic("cannot write '" + invocation.json + "': " + why,
                          {{"kept", "verdict and exit code are valid; only this file is missing"},
                           {"try", "--json with another path"}});
}

}  // namespace mcheck::command
