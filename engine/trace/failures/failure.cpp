// SPDX-License-Identifier: MIT
#include "engine/trace/failures/failure.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace mcheck {
namespace {

constexpr std::array<std::pair<FailureKind, const char*>, 38> kNames = {{
    {FailureKind::kCheck, "check"},
    {FailureKind::kAssertion, "assertion"},
    {FailureKind::kException, "exception"},
    {FailureKind::kDeadlock, "deadlock"},
    {FailureKind::kThreadLeak, "thread-leak"},
    {FailureKind::kLivelock, "livelock"},
    {FailureKind::kMisuse, "misuse"},
    {FailureKind::kRace, "race"},
    {FailureKind::kUseAfterFree, "use-after-free"},
    {FailureKind::kCrash, "crash"},
    {FailureKind::kStackOverflow, "stack-overflow"},
    {FailureKind::kStepLimit, "step-limit"},
    {FailureKind::kExit, "exit"},
    {FailureKind::kKilled, "killed"},
    {FailureKind::kRequest, "request"},
    {FailureKind::kLostWakeUp, "lost-wake-up"},
    {FailureKind::kPartialDeadlock, "partial-deadlock"},
    {FailureKind::kSelfDeadlock, "self-deadlock"},
    {FailureKind::kLockOrder, "lock-order"},
    {FailureKind::kStarvation, "starvation"},
    {FailureKind::kNotLockFree, "not-lock-free"},
    {FailureKind::kConflict, "conflict"},
    {FailureKind::kDoubleFree, "double-free"},
    {FailureKind::kMismatchedFree, "mismatched-free"},
    {FailureKind::kHeapOverflow, "heap-overflow"},
    {FailureKind::kLeak, "leak"},
    {FailureKind::kUninitialised, "uninitialised-read"},
    {FailureKind::kDestroyedObject, "destroyed-object"},
    {FailureKind::kDeadStack, "dead-stack"},
    {FailureKind::kUnmetSchedule, "unmet-schedule"},
    {FailureKind::kOpenSchedule, "open-schedule"},
    {FailureKind::kNotLinearizable, "not-linearizable"},
    {FailureKind::kUnexplainedException, "unexplained-exception"},
    {FailureKind::kLimitSteps, "limit-steps"},
    {FailureKind::kLimitPatience, "limit-patience"},
    {FailureKind::kLimitThreads, "limit-threads"},
    {FailureKind::kLimitHeap, "limit-heap"},
    {FailureKind::kLimitChoices, "limit-choices"},
}};

}  // namespace

const char* name_of(FailureKind kind) {
  for (const auto& [candidate, name] : kNames) {
    if (candidate == kind) return name;
  }
  return "failure";
}

bool parse_failure_kind(const std::string& name, FailureKind& kind) {
  if (name == "hang") {  // in results of versions that did not distinguish limits
    kind = FailureKind::kLimitPatience;
    return true;
  }
  for (const auto& [candidate, text] : kNames) {
    if (name == text) {
      kind = candidate;
      return true;
    }
  }
  return false;
}

std::vector<FailureKind> failure_kinds() {
  std::vector<FailureKind> kinds;
  kinds.reserve(kNames.size());
  for (const auto& [kind, name] : kNames) kinds.push_back(kind);
  return kinds;
}

}  // namespace mcheck
