// SPDX-License-Identifier: MIT
#include "visualize/text/search_size.hpp"

#include <algorithm>
#include <cstdint>

#include "engine/base/utf8.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck {
namespace {

// Fewer executions say nothing about the others.
constexpr std::uint64_t kMinExecutions = 10;

std::string quoted(const std::string& name) { return "`" + one_line(name) + "`"; }

std::string branching_line(const Result& result) {
  std::string text;
  for (const NamedValue& object : result.branching) {
    const double share = static_cast<double>(object.value) / static_cast<double>(result.executions);
    text += (text.empty() ? "" : ", ") + quoted(object.name) + " " + approximate_percent(share);
  }
  return text.empty() ? text : "executions branch at " + text;
}

}  // namespace

std::vector<std::string> size_lines(const Result& result) {
  // A search by states has paths, of which few end as executions.
  if (result.executions < kMinExecutions || result.states > 0) return {};
  std::vector<std::string> lines;
  const std::uint64_t steps = result.events + result.restored_steps;
  lines.push_back("about " + counted(steps / result.executions, "step") + " in an execution, " +
                  approximate_percent(static_cast<double>(result.restored_steps) /
                                      static_cast<double>(std::max<std::uint64_t>(steps, 1))) +
                  " of them restored");
  if (result.cached_ends > 0) {
    const double share =
        static_cast<double>(result.cached_ends) / static_cast<double>(result.executions);
    lines.push_back(approximate_percent(share) +
                    " end where main continues alone from a known state");
  }
  const std::string branching_text = branching_line(result);
  if (!branching_text.empty()) lines.push_back(branching_text);
  return lines;
}

std::vector<std::string> size_hints(const Result& result) {
  if (result.verdict != Verdict::kIncomplete || result.executions < kMinExecutions) return {};
  if (result.states > 0) return {};  // what is left of a bound makes more states
  std::vector<std::string> lines;
  const bool is_weak = result.weak_memory;  // then neither is possible
  if (result.strategy == "optimal" && !is_weak) {
    lines.emplace_back("--strategy states: few of them where orders or loops converge");
  }
  if (result.bound < 0 && !is_weak) {
    lines.emplace_back("--bound 0..3: all schedules of few preemptions first; most bugs take two");
  } else if (result.bound > 0) {
    lines.push_back("--bound " + std::to_string(result.bound - 1) +
                    ": a smaller one is complete sooner");
  }
  if (!result.branching.empty()) {
    lines.push_back("fewer threads or iterations at " + quoted(result.branching.front().name) +
                    ": most executions branch there");
  }
  return lines;
}

}  // namespace mcheck
