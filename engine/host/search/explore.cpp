// SPDX-License-Identifier: MIT
#include "engine/include/mcheck/explore.hpp"

#include "engine/host/search/exploration.hpp"

namespace mcheck {

summary detail::explore(void (*call)(void* body), void* body, const options& how) {
  const Subject subject{
      .program = "explore", .test = "explore", .arguments = {}, .body = [call, body] {
        call(body);
      }};
  const Watcher watcher{.recorder = nullptr,
                        .on_progress = {},
                        .fingerprint_traces = true,
                        .source_locations = false};
  const Explored explored = explore_subject(subject, how, watcher);
  const Result& result = explored.result;
  summary short_form;
  short_form.verdict = static_cast<verdict>(result.verdict);
  short_form.executions = result.executions;
  short_form.probes = result.probes;
  short_form.events = result.events;
  short_form.bound_hit = result.bound_hit;
  short_form.message = result.reason;
  if (!result.failures.empty()) {
    short_form.failure = name_of(result.failures[0].kind);
    short_form.message = result.failures[0].message;
    short_form.schedule = result.failures[0].schedule;
  }
  for (const Warning& warning : result.warnings) short_form.warnings.push_back(warning.message);
  short_form.traces_low = explored.traces.low;
  short_form.traces_high = explored.traces.high;
  return short_form;
}

}  // namespace mcheck
