// SPDX-License-Identifier: MIT
#include "engine/trace/failures/failure_id.hpp"

namespace mcheck {

const char* id_of(FailureKind kind) {
  switch (kind) {
    case FailureKind::kRace: return "MC001";
    case FailureKind::kCheck:
    case FailureKind::kAssertion: return "MC002";
    case FailureKind::kException: return "MC003";
    case FailureKind::kDeadlock: return "MC004";
    case FailureKind::kLivelock: return "MC005";
    case FailureKind::kStepLimit: return "MC006";
    case FailureKind::kThreadLeak: return "MC007";
    case FailureKind::kMisuse: return "MC008";
    case FailureKind::kExit: return "MC009";
    case FailureKind::kCrash: return "MC011";
    case FailureKind::kStackOverflow: return "MC012";
    case FailureKind::kUseAfterFree: return "MC013";
    case FailureKind::kKilled: return "MC029";
    case FailureKind::kLostWakeUp: return "MC021";
    case FailureKind::kPartialDeadlock: return "MC022";
    case FailureKind::kSelfDeadlock: return "MC023";
    case FailureKind::kLockOrder: return "MC024";
    case FailureKind::kStarvation: return "MC025";
    case FailureKind::kNotLockFree: return "MC026";
    case FailureKind::kConflict: return "MC027";
    case FailureKind::kDoubleFree: return "MC014";
    case FailureKind::kMismatchedFree: return "MC015";
    case FailureKind::kHeapOverflow: return "MC016";
    case FailureKind::kLeak: return "MC017";
    case FailureKind::kUninitialised: return "MC018";
    case FailureKind::kDestroyedObject: return "MC019";
    case FailureKind::kDeadStack: return "MC020";
    case FailureKind::kUnmetSchedule: return "MC031";
    case FailureKind::kOpenSchedule: return "MC034";
    case FailureKind::kNotLinearizable: return "MC032";
    case FailureKind::kUnexplainedException: return "MC033";
    case FailureKind::kLimitSteps:
    case FailureKind::kLimitPatience:
    case FailureKind::kLimitThreads:
    case FailureKind::kLimitHeap:
    case FailureKind::kLimitChoices: return "MC030";
    case FailureKind::kRequest: return "";
  }
  return "";
}

const char* id_of(const Result& result) {
  if (!result.failures.empty()) return id_of(result.failures.front().kind);
  return result.verdict == Verdict::kNotRepeatable ? kNotRepeatableId : "";
}

}  // namespace mcheck
