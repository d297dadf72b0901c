// SPDX-License-Identifier: MIT
#include "engine/trace/failures/bug.hpp"

#include <catch2/catch.hpp>

namespace mcheck::bug_test {
namespace {

using mcheck::bug_key;
using mcheck::FailureKind;
using mcheck::FailureReport;

FailureReport failure(FailureKind kind, const std::string& message,
                      const std::vector<std::string>& threads = {"main", "T1", "T2", "T12"}) {
  FailureReport report{.kind = kind, .message = message};
  for (const std::string& thread : threads) report.threads.push_back({.thread = thread});
  return report;
}

FailureReport race(const std::string& message, const char* now, const char* before) {
  FailureReport report = failure(FailureKind::kRace, message);
  report.stacks = {{.title = "", .frames = {{.function = "f", .file = now, .line = 1}}},
                   {.title = "", .frames = {{.function = "g", .file = before, .line = 1}}}};
  return report;
}

}  // namespace

TEST_CASE("a check that fails in another thread is the same bug, and at another place is not") {
  FailureReport one = failure(FailureKind::kCheck, "it holds");
  one.threads[1].state = "failed";
  one.threads[1].file = "a.cpp";
  FailureReport other = failure(FailureKind::kCheck, "it holds");
  other.threads[2].state = "failed";
  other.threads[2].file = "a.cpp";
  CHECK(bug_key(one) == bug_key(other));
  other.threads[2].line = 7;
  CHECK(bug_key(one) != bug_key(other));
  CHECK(bug_key(failure(FailureKind::kCheck, "it holds")) !=
        bug_key(failure(FailureKind::kCheck, "it does not")));
  CHECK(bug_key(failure(FailureKind::kCheck, "it holds")) !=
        bug_key(failure(FailureKind::kAssertion, "it holds")));
}

TEST_CASE("a deadlock over the same locks is the same bug, whichever thread holds which") {
  const auto deadlock = [](const std::string& text) {
    return bug_key(failure(FailureKind::kDeadlock, text));
  };
  CHECK(deadlock("T1 waits for `a`, held by T2; T2 waits for `b`, held by T1") ==
        deadlock("T1 waits for `b`, held by T12; T12 waits for `a`, held by T1"));
  CHECK(deadlock("T1 waits for `a`, held by T2; T2 waits for `b`, held by T1") !=
        deadlock("T1 waits for `a`, held by T2; T2 waits for `c`, held by T1"));
  CHECK(deadlock("T1 waits for `T1_lock`, held by T2") !=
        deadlock("T1 waits for `T2_lock`, held by T2"));
}

TEST_CASE("a race is the same whichever side came first, and another between other places") {
  const auto first = race(
      "data race on `x` (1 byte): T1 writes; main read before, and nothing "
      "orders them",
      "a.cpp", "b.cpp");
  const auto second = race(
      "data race on `x` (1 byte): main reads; T2 wrote before, and nothing "
      "orders them",
      "b.cpp", "a.cpp");
  CHECK(bug_key(first) == bug_key(second));
  const auto elsewhere = race(second.message, "b.cpp", "c.cpp");
  CHECK(bug_key(first) != bug_key(elsewhere));
  const auto writes = race(
      "data race on `x` (1 byte): main writes; T2 wrote before, and nothing "
      "orders them",
      "b.cpp", "a.cpp");
  CHECK(bug_key(first) != bug_key(writes));
}

}  // namespace mcheck::bug_test
