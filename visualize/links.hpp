// SPDX-License-Identifier: MIT
// What leads from one step of a trace to another, and where its failure is: found here once, and
// shown by every kind of picture. Program order is left out: it is the lane.
//
// What happens before what, of two threads, is told by kLetsGoOn (a start, a finished thread, a
// notify, a lock that was given up) and by kReads, which orders by the rules of C++ only where the
// operations acquire and release.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/trace/result.hpp"
#include "visualize/fold.hpp"

namespace mcheck {

enum class Link {
  kDecides,   // the other way round, and it passes
  kPreempts,  // the first thread could have gone on
  kLetsGoOn,  // the second could not have been done without the first
  kSeen,      // the last value that the failing thread read
  kReads,     // the second saw the value of the first
  kSwitches,  // the next step is another thread's
};

struct StepLink {
  Link link = Link::kSwitches;
  int from = 0;
  int to = 0;

  friend bool operator==(const StepLink&, const StepLink&) = default;
};

// Between steps of different threads; of several between two steps the first, in the order above.
[[nodiscard]] std::vector<StepLink> links_of(const FailureReport& failure);

// One of the two that a data race, or what is like one, is between.
struct FailureSide {
  std::string thread;
  std::string text;  // "writes", "read before"
  std::string file;
  int line = 0;
  int step = -1;  // of the trace; -1 where it was no step
};

// Two of different threads, or none.
[[nodiscard]] std::vector<FailureSide> sides_of(const FailureReport& failure);

// The execution that passes, as if it were a failure's trace; nothing else of it is known.
[[nodiscard]] FailureReport passing_twin(const FailureReport& failure);

// How many steps both begin with.
[[nodiscard]] std::size_t common_steps(const std::vector<TraceStep>& a,
                                       const std::vector<TraceStep>& b);

// The pair that decides, in the trace that fails or in the one that passes; -1 where there is none.
struct DecisivePair {
  int first = -1;
  int second = -1;
};
[[nodiscard]] DecisivePair decisive_pair(const FailureReport& failure);
[[nodiscard]] DecisivePair decisive_pair_passing(const FailureReport& failure);

// The trace in at most about that many lines, in which what the picture is about is never folded
// away: the pair that decides, and the sides of a race. All steps if `most` is 0.
[[nodiscard]] std::vector<FoldedLine> folded_for_picture(const FailureReport& failure,
                                                         std::size_t most);

// Whoever is in no circle of waits is only waiting for it.
[[nodiscard]] std::vector<std::string> threads_in_circle(const FailureReport& failure);

// The message's first line without what the kind has said already.
[[nodiscard]] std::string plain_message(const FailureReport& failure);

// "check failed: both additions count", "data race on `ready` …"
[[nodiscard]] std::string failure_line(const FailureReport& failure);

}  // namespace mcheck
