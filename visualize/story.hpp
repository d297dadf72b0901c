// SPDX-License-Identifier: MIT
// A failing trace, line by line: what each thread does, when and why it stops and another goes on,
// and how it ends. Knows nothing of columns and pages.
#pragma once

#include <string>
#include <vector>

#include "engine/trace/result.hpp"

namespace mcheck {

enum class LineKind {
  kStep,
  kSwitch,      // the thread stops here, because it must
  kPreemption,  // it could have gone on
  kFolded,      // steps told together
  kFailure,
};

struct StoryLine {
  LineKind kind = LineKind::kStep;
  std::string thread;
  std::string number{};  // of the step
  std::string text;
  std::string note{};  // what else there is to say of it
  std::string file{};
  int line = 0;
  std::size_t steps = 0;  // of the trace, told in it
  bool decisive = false;  // one of the pair that decides
};

// In about as many lines as a screen has; all steps, each as it is, if `full`.
[[nodiscard]] std::vector<StoryLine> story(const FailureReport& failure, bool full);

// What the marks of these lines mean, as far as they occur, each in a line.
[[nodiscard]] std::string legend(const FailureReport& failure, const std::vector<StoryLine>& lines);

}  // namespace mcheck
