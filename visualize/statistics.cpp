// SPDX-License-Identifier: MIT
#include "visualize/statistics.hpp"

#include <algorithm>
#include <cstdint>

#include "engine/base/utf8.hpp"
#include "visualize/words.hpp"

namespace mcheck {
namespace {

// Fewer executions say nothing about the others.
constexpr std::uint64_t kEnoughExecutions = 10;

std::string quoted(const std::string& name) { return "`" + one_line(name) + "`"; }

std::string parting_line(const Result& result) {
  std::string text;
  for (const NamedValue& object : result.branching) {
    const double share = static_cast<double>(object.value) / static_cast<double>(result.executions);
    text += (text.empty() ? "" : ", ") + quoted(object.name) + " " + about_percent(share);
  }
  return text.empty() ? text : "executions part at " + text;
}

}  // namespace

std::vector<std::string> size_lines(const Result& result) {
  if (result.executions < kEnoughExecutions) return {};
  std::vector<std::string> lines;
  const std::uint64_t steps = result.events + result.restored_steps;
  lines.push_back("about " + counted(steps / result.executions, "step") + " in an execution, " +
                  about_percent(static_cast<double>(result.restored_steps) /
                                static_cast<double>(std::max<std::uint64_t>(steps, 1))) +
                  " of them restored");
  if (result.known_ends > 0) {
    const double share =
        static_cast<double>(result.known_ends) / static_cast<double>(result.executions);
    lines.push_back(about_percent(share) + " end where main goes on alone as one did before");
  }
  const std::string parting = parting_line(result);
  if (!parting.empty()) lines.push_back(parting);
  return lines;
}

std::vector<std::string> smaller_lines(const Result& result) {
  if (result.verdict != Verdict::kIncomplete || result.executions < kEnoughExecutions) return {};
  std::vector<std::string> lines;
  if (result.bound < 0) {
    lines.emplace_back("--bound 0..3: all schedules of few preemptions first; most bugs take two");
  } else if (result.bound > 0) {
    lines.push_back("--bound " + std::to_string(result.bound - 1) +
                    ": a smaller one is complete sooner");
  }
  if (!result.branching.empty()) {
    lines.push_back("fewer threads or turns at " + quoted(result.branching.front().name) +
                    ": it is where most executions part");
  }
  return lines;
}

}  // namespace mcheck
