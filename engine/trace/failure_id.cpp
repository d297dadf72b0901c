// SPDX-License-Identifier: MIT
#include "engine/trace/failure_id.hpp"

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
    case FailureKind::kHang: return "MC010";
    case FailureKind::kCrash: return "MC011";
    case FailureKind::kStackOverflow: return "MC012";
    case FailureKind::kUseAfterFree: return "MC013";
    case FailureKind::kKilled: return "MC029";
    case FailureKind::kRequest: return "";
  }
  return "";
}

const char* id_of(const Result& result) {
  if (!result.failures.empty()) return id_of(result.failures.front().kind);
  return result.verdict == Verdict::kNotRepeatable ? kNotRepeatableId : "";
}

}  // namespace mcheck
