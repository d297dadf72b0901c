// SPDX-License-Identifier: MIT
// Several results that were wanted to be something, for the reports that other tools read: JUnit,
// SARIF, Markdown, annotations. Knows how a case came out, not how it was run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/trace/result.hpp"

namespace mcheck {

enum class Standing : std::uint8_t {
  kAsWanted,
  kKnown,   // it fails as the baseline says
  kWarned,  // not what was wanted, and no failure by the user's choice
  kFailed,  // not what was wanted
  kBroken,  // there is no result
};

// One kernel of a gate, or one test of a program.
struct SuiteCase {
  std::string name;
  std::string program;          // as the person typed it
  std::string executable{};     // its path, seen from here; "" where it is not known
  std::vector<Result> results;  // of each of its tests; none if it could not be run
  Standing standing = Standing::kAsWanted;
  std::string why;  // in one line, what is not as wanted; "" where nothing is
  double seconds = 0;
  bool cached = false;  // not run now: nothing has changed
};

struct Suite {
  std::string name;
  std::vector<SuiteCase> cases;
  double seconds = 0;
};

[[nodiscard]] bool is_failure(Standing standing);
[[nodiscard]] std::size_t count(const Suite& suite, Standing standing);
[[nodiscard]] const char* name_of(Standing standing);

// "bug MC002", "verified with at most 1 preemption", "no verdict"; "2 of 7 cases not as wanted,
// 0.055 s".
[[nodiscard]] std::string verdict_text(const SuiteCase& each);
[[nodiscard]] std::string standing_text(const Suite& suite);

// A program's tests as a suite: each is wanted to be verified.
[[nodiscard]] Suite suite_of(const std::string& program, std::vector<Result> results);

// The same for the same failure of a program whose lines have moved: 32 hexadecimal digits from
// the kind, the test, what was said, and the functions and objects that it was about.
[[nodiscard]] std::string identity_of(const Result& result, const FailureReport& failure);
[[nodiscard]] std::string identity_of(const Result& result, const Warning& warning);

// Where a person has to look: the failing thread's place, or the last step with a known one.
struct FailurePlace {
  std::string file;  // "" if nothing is known
  int line = 0;
  std::string function;
};
[[nodiscard]] FailurePlace place_of(const FailureReport& failure);

}  // namespace mcheck
