// SPDX-License-Identifier: MIT
#include "engine/host/results/result_counts.hpp"

#include <algorithm>
#include <cstdio>

#include "engine/host/results/branching.hpp"

namespace mcheck {
namespace {

double finished_mass(Strategy& strategy) {
  const Estimating* const estimating = strategy.capabilities().estimating;
  return estimating == nullptr ? 0 : estimating->finished_mass();
}

}  // namespace

void set_counts(Result& result, const SearchReport& report, const Execution& execution) {
  result.executions = report.executions;
  result.classes = report.classes;
  result.redundant = report.redundant;
  result.probes = report.probes;
  result.events = report.events;
  result.restored_steps = report.restored_steps;
  result.rerun_steps = report.rerun_steps;
  result.cached_steps = report.cached_steps;
  result.cached_ends = report.cached_ends;
  result.seconds = report.seconds;
  result.branching = branching_of(execution, report.branches);
}

void set_state_counts(Result& result, Strategy& strategy) {
  const StateMatching* const matching = strategy.capabilities().matching;
  if (matching == nullptr) return;
  const StateMatching::Counts counts = matching->counts();
  result.states = counts.states;
  result.transitions = counts.transitions;
  result.schedules = counts.schedules;
  result.redundant = 0;  // to end at a known state is what the search is for
}

void add_counts(Result& result, const Result& more) {
  result.executions += more.executions;
  result.redundant += more.redundant;
  result.probes += more.probes;
  result.events += more.events;
  result.restored_steps += more.restored_steps;
  result.rerun_steps += more.rerun_steps;
  result.cached_steps += more.cached_steps;
  result.cached_ends += more.cached_ends;
  result.seconds += more.seconds;
  for (const NamedValue& object : more.branching) {
    const auto known = std::ranges::find(result.branching, object.name, &NamedValue::name);
    if (known != result.branching.end()) known->value += object.value;
  }
}

SearchOptions search_options(const options& how, FlightRecord* recorder) {
  return {.steps = how.steps,
          .fail_at_steps = how.fail_at_steps,
          .stop_after = how.stop_after,
          .max_limit_cost = kMaxLimitCost,
          .backtrack = static_cast<Backtrack>(how.backtrack),
          .recorder = recorder};
}

bool bound_hit(Strategy& strategy) {
  const Bounded* const bounded = strategy.capabilities().bounded;
  return bounded != nullptr && bounded->bound_hit();
}

Counts counts_of(const SearchReport& report, Strategy& strategy) {
  return {.executions = report.executions,
          .redundant = report.redundant,
          .cut_off = report.cut_off,
          .beyond_bound = report.beyond_bound,
          .failing = report.failing,
          .limited = report.limited,
          .limit_cost = report.limit_cost,
          .events = report.events,
          .restored_steps = report.restored_steps,
          .rerun_steps = report.rerun_steps,
          .cached_steps = report.cached_steps,
          .cached_ends = report.cached_ends,
          .mass = finished_mass(strategy),
          .unmet = report.unmet};
}

double expected_executions(const SearchReport& report, Strategy& strategy) {
  const auto done = static_cast<double>(report.executions);
  if (report.stop == SearchReport::Stop::kExhausted) return done;
  const double mass = finished_mass(strategy);
  return mass > 0 ? std::max(done, done / mass) : 0;
}

std::string stopped_text(SearchReport::Stop stop, double seconds, std::uint64_t executions) {
  if (stop == SearchReport::Stop::kSeconds) return "stopped after " + stop_seconds_text(seconds);
  return "stopped after " + std::to_string(executions) +
         (executions == 1 ? " execution" : " executions");
}

std::string stop_seconds_text(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%g s", seconds);
  return text;
}

std::string reuse_remark(std::uint64_t size_classes) {
  std::string sizes;
  for (unsigned bit = 0; bit < 64; ++bit) {
    if ((size_classes >> bit & 1) != 0)
      sizes += (sizes.empty() ? "" : ", ") + std::to_string(16 * (bit + 1));
  }
  return "atomics hold addresses of freed blocks of " + sizes +
         " bytes: an allocation may reuse them at once (--reuse)";
}

std::string sampled_remark(const Result& all) {
  std::string text = std::to_string(all.executions) +
                     (all.executions == 1 ? " execution" : " executions, each of another class");
  const auto done = static_cast<double>(all.executions);
  const double percent = all.expected_executions > 0 ? 100 * done / all.expected_executions : 100;
  if (percent < 99) {  // the size is unknown if all of it ended at limits
    char share[32];
    std::snprintf(share, sizeof share, "%.2g%%", percent);
    text += ", of about " + std::string(share) + " of all";
  }
  return text + "; then a sample of the rest by portfolio";
}

}  // namespace mcheck
