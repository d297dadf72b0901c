// SPDX-License-Identifier: MIT
// Links between the steps of a trace, and the place of its failure. They are computed here once,
// and every kind of picture shows them. Program order is not a link: it is the lane.
//
// Happens-before between two threads consists of kEnables (a start, a finished thread, a
// notification, a released lock) and of kReads, which under the rules of C++ orders only if the
// operations acquire and release.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/trace/results/result.hpp"
#include "visualize/model/folded_trace.hpp"

namespace mcheck {

enum class LinkKind {
  kDecides,   // in the reverse order, the execution passes
  kStale,     // the second step acts on an older value than the first one's
  kPreempts,  // the first thread was still enabled
  kEnables,   // the second step was impossible without the first
  kLastRead,  // the last value that the failing thread read
  kReads,     // the second step read the first one's value
  kSwitches,  // the next step belongs to another thread
};

struct StepLink {
  LinkKind link = LinkKind::kSwitches;
  int from = 0;
  int to = 0;

  friend bool operator==(const StepLink&, const StepLink&) = default;
};

// Links between steps of different threads; for each pair of steps only the first kind in the order
// above.
[[nodiscard]] std::vector<StepLink> links_of(const FailureReport& failure);

// One of the two accesses of a data race or a similar failure.
struct FailureSide {
  std::string thread;
  std::string text;  // "writes", "read before"
  std::string file;
  int line = 0;
  int step = -1;  // of the trace; -1 if it was not a step
};

// Two sides of different threads, or none.
[[nodiscard]] std::vector<FailureSide> sides_of(const FailureReport& failure);

// The passing execution as if it were the trace of a failure; only its trace and schedule are
// known.
[[nodiscard]] FailureReport passing_twin(const FailureReport& failure);

// The length of the common prefix.
[[nodiscard]] std::size_t common_steps(const std::vector<TraceStep>& a,
                                       const std::vector<TraceStep>& b);

// The decisive pair as step numbers, in the failing trace or in the passing one; -1 if there is
// none.
struct DecisiveSteps {
  int first = -1;
  int second = -1;
};
[[nodiscard]] DecisiveSteps decisive_pair(const FailureReport& failure);
[[nodiscard]] DecisiveSteps decisive_pair_passing(const FailureReport& failure);

// The trace in about `max_lines` lines at most. The decisive pair and the sides of a race are never
// folded. All steps if `max_lines` is 0.
[[nodiscard]] std::vector<FoldedLine> folded_for_picture(const FailureReport& failure,
                                                         std::size_t max_lines);

// The threads of a cycle of waits; other blocked threads only wait for these.
[[nodiscard]] std::vector<std::string> threads_in_cycle(const FailureReport& failure);

// The message's first line without what the failure's kind already says.
[[nodiscard]] std::string plain_message(const FailureReport& failure);

// "check failed: both additions count", "data race on `ready` …"
[[nodiscard]] std::string failure_line(const FailureReport& failure);

}  // namespace mcheck
