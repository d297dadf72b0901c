// SPDX-License-Identifier: MIT
#include "engine/host/accounts.hpp"

#include <algorithm>
#include <cstdio>

#include "engine/host/branching.hpp"

namespace mcheck {

void count(Result& result, const SearchReport& report, const Execution& execution) {
  result.executions = report.executions;
  result.classes = report.classes;
  result.redundant = report.redundant;
  result.probes = report.probes;
  result.events = report.events;
  result.restored_steps = report.restored_steps;
  result.rerun_steps = report.rerun_steps;
  result.known_steps = report.known_steps;
  result.known_ends = report.known_ends;
  result.seconds = report.seconds;
  result.branching = branching_of(execution, report.partings);
}

void add_counts(Result& result, const Result& more) {
  result.executions += more.executions;
  result.redundant += more.redundant;
  result.probes += more.probes;
  result.events += more.events;
  result.restored_steps += more.restored_steps;
  result.rerun_steps += more.rerun_steps;
  result.known_steps += more.known_steps;
  result.known_ends += more.known_ends;
  result.seconds += more.seconds;
  for (const NamedValue& object : more.branching) {
    const auto known = std::ranges::find(result.branching, object.name, &NamedValue::name);
    if (known != result.branching.end()) known->value += object.value;
  }
}

std::string seconds_told(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%g s", seconds);
  return text;
}

std::string reuse_remark(std::uint64_t rooms) {
  std::string sizes;
  for (unsigned bit = 0; bit < 64; ++bit) {
    if ((rooms >> bit & 1) != 0)
      sizes += (sizes.empty() ? "" : ", ") + std::to_string(16 * (bit + 1));
  }
  return "atomics hold addresses of freed blocks of " + sizes +
         " bytes: an allocation may have them again (--reuse)";
}

std::string sampled_remark(const Result& all) {
  std::string text = std::to_string(all.executions) + " executions, each of another class";
  if (all.expected_executions > 0) {
    char share[32];
    std::snprintf(share, sizeof share, "%.2g%%",
                  100 * static_cast<double>(all.executions) / all.expected_executions);
    text += ", of about " + std::string(share) + " of all";
  }
  return text + "; then a sample of the rest by portfolio";
}

}  // namespace mcheck
