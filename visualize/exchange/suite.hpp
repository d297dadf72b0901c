// SPDX-License-Identifier: MIT
// Several results with what was expected of each, for the reports that other tools read: JUnit,
// SARIF, Markdown, annotations. It knows the outcome of each case, not how the case was run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/trace/results/result.hpp"

namespace mcheck {

enum class CaseStatus : std::uint8_t {
  kAsExpected,
  kKnown,   // fails as the baseline says
  kWarned,  // not as expected, but the user does not count it as a failure
  kFailed,  // not as expected
  kBroken,  // there is no result
};

// One kernel of a gate, or one test of a program.
struct SuiteCase {
  std::string name;
  std::string program;          // as the user typed it
  std::string executable{};     // its path from the current directory; "" if it is unknown
  std::vector<Result> results;  // of each of its tests; none if it could not run
  std::string verdict{};        // if there are no results: "no violation found"; "": no verdict
  CaseStatus status = CaseStatus::kAsExpected;
  std::string why;  // one line: what is not as expected; "" if nothing is
  double seconds = 0;
  bool cached = false;  // not run now: nothing has changed
};

struct Suite {
  std::string name;
  std::vector<SuiteCase> cases;
  double seconds = 0;
};

[[nodiscard]] bool is_failure(CaseStatus status);
[[nodiscard]] std::size_t count(const Suite& suite, CaseStatus status);
[[nodiscard]] const char* name_of(CaseStatus status);

// "bug MC002", "verified with at most 1 preemption", "no verdict"; "2 of 7 cases not as expected,
// 0.055 s".
[[nodiscard]] std::string verdict_text(const SuiteCase& each);
// What keeps the verdict from being about the executions that a forced schedule means, and is not
// the failure itself (MC031); or "". The first line says how much, and others say what.
[[nodiscard]] std::string schedule_caveat(const Result& result);
[[nodiscard]] std::string suite_status_text(const Suite& suite);

// A program's tests as a suite: each is expected to be verified.
[[nodiscard]] Suite suite_of(const std::string& program, std::vector<Result> results);

// Identifies a failure across versions of a program whose lines have moved: 32 hexadecimal digits
// computed from the kind, the test, the message, and the functions and objects involved.
[[nodiscard]] std::string identity_of(const Result& result, const FailureReport& failure);
[[nodiscard]] std::string identity_of(const Result& result, const Warning& warning);

// The place that a person should look at: the failing thread's, or that of the last step with a
// known one.
struct FailurePlace {
  std::string file;  // "" if nothing is known
  int line = 0;
  std::string function;
};
[[nodiscard]] FailurePlace place_of(const FailureReport& failure);

}  // namespace mcheck
