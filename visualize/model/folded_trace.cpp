// SPDX-License-Identifier: MIT
#include "visualize/model/folded_trace.hpp"

#include <algorithm>

namespace mcheck {
namespace {

constexpr std::size_t kShownRunSteps = 7;  // a run of at most this many steps is shown completely
constexpr std::size_t kFirstRunSteps = 2;
constexpr std::size_t kLastRunSteps = 2;

void fold_run(std::vector<FoldedLine>& lines, std::size_t begin, std::size_t end) {
  const std::size_t length = end - begin;
  for (std::size_t step = begin; step < end; ++step) {
    if (length > kShownRunSteps && step == begin + kFirstRunSteps) {
      const std::size_t hidden = length - kFirstRunSteps - kLastRunSteps;
      lines.push_back({step, hidden, true});
      step += hidden;
    }
    lines.push_back({step, 0, true});
  }
}

// How many steps a line represents.
std::size_t steps_in(const FoldedLine& line) { return std::max<std::size_t>(line.hidden, 1); }

}  // namespace

std::vector<FoldedLine> folded(const std::vector<TraceStep>& trace, std::size_t max_lines) {
  std::vector<FoldedLine> lines;
  for (std::size_t begin = 0; begin < trace.size();) {
    std::size_t end = begin + 1;
    while (end < trace.size() && trace[end].thread == trace[begin].thread) ++end;
    if (max_lines == 0) {
      for (std::size_t step = begin; step < end; ++step) lines.push_back({step, 0, true});
    } else {
      fold_run(lines, begin, end);
    }
    begin = end;
  }
  if (max_lines == 0 || lines.size() <= max_lines) return lines;
  // The end shows the failure, so it gets two thirds.
  const auto first = lines.begin() + static_cast<std::ptrdiff_t>(max_lines / 3);
  const auto last = lines.end() - static_cast<std::ptrdiff_t>(max_lines - max_lines / 3 - 1);
  FoldedLine gap{first->step, 0, false};
  for (auto line = first; line != last; ++line) gap.hidden += steps_in(*line);
  *first = gap;
  lines.erase(first + 1, last);
  return lines;
}

std::vector<std::string> threads_of(const FailureReport& failure) {
  std::vector<std::string> names;
  const auto add = [&names](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  const auto has_steps = [&failure](const std::string& name) {
    return std::any_of(failure.trace.begin(), failure.trace.end(),
                       [&](const TraceStep& step) { return step.thread == name; });
  };
  for (const ThreadEnd& end : failure.threads) {
    const bool stopped = end.state == "blocked" || end.state == "failed";
    if (stopped || has_steps(end.thread)) add(end.thread);
  }
  for (const TraceStep& step : failure.trace) add(step.thread);
  return names;
}

}  // namespace mcheck
