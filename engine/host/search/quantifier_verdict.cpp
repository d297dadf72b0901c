// SPDX-License-Identifier: MIT
// The verdict of a search whose schedule says for_some or exactly_one.
#include "dpor/replay.hpp"
#include "engine/host/process/captured_output.hpp"
#include "engine/host/report/failure_report.hpp"
#include "engine/host/report/report_replay.hpp"
#include "engine/host/search/subject_search.hpp"
#include "engine/runtime/verdict/quantifier_request.hpp"

namespace mcheck {

// An execution that passes proves for_some, whatever the strategy. None proves that there is none
// unless the search was exhaustive and had no bound.
bool SubjectSearch::set_verdict_by_quantifier(const Strategy& strategy) {
  const quantifier asked = remaining_.asked();
  if (asked == quantifier::for_all) return false;
  result_.quantifier = name_of(asked);
  if (report_.divergence) return false;
  if (remaining_.is_decided()) {
    if (asked == quantifier::exactly_one) {
      if (!report_.failures.empty()) return false;  // a failure says more
      report_open_schedule();
      return true;
    }
    result_.verdict = Verdict::kVerified;
    result_.bound_hit = false;
    result_.assumptions = machine_.assumptions(false, execution_);
    result_.assumptions.emplace_back("for_some: other executions were not judged");
    return true;
  }
  const bool all = report_.stop == SearchReport::Stop::kExhausted && strategy.exhaustive() &&
                   report_.limited == 0 && !result_.bound_hit && report_.beyond_bound == 0 &&
                   machine_.unexplored_orders().empty();
  const bool is_undecided =
      !all && (asked == quantifier::for_some || report_.failures.empty()) && report_.limited == 0;
  if (is_undecided) {
    result_.verdict = Verdict::kIncomplete;
    const bool exhausted = report_.stop == SearchReport::Stop::kExhausted;
    const std::string why = exhausted ? machine_.unexplored_orders() : stopped_after();
    result_.reason = std::string(name_of(asked)) + " is not decided: " +
                     (!why.empty() ? why : "other executions were not searched");
    return true;
  }
  const bool none_passes = asked == quantifier::for_some && !report_.failures.empty();
  if (none_passes) add_remark("for_some: no execution that follows the schedule passes");
  return false;
}

void SubjectSearch::report_open_schedule() {
  const SearchRequest request{.subject = subject_, .how = how_, .recorder = watcher_.recorder};
  const auto token_of = [&](const std::vector<std::uint16_t>& choices) {
    return to_token(schedule_of(request, choices, {}));
  };
  CapturedOutput output(machine_);
  Replay strategy(remaining_.deciding());
  machine_.capture_locations(watcher_.source_locations);
  accept_quantifier_requests(QuantifierRequests::kIgnored, remaining_.asked());
  const SearchReport again = run_again(request, machine_, execution_, strategy, {});
  machine_.capture_locations(false);
  if (!again.failures.empty() || !execution_.all_finished()) {
    (void)set_not_repeatable("an execution that passed does not pass when it is run again");
    return;
  }
  FailureReport report = report_failure(
      execution_, machine_,
      {.kind = FailureKind::kOpenSchedule,
       .message = "exactly_one: more than one execution follows the schedule, this one and " +
                  token_of(remaining_.first())});
  report.output = output.text();
  report.schedule = token_of(remaining_.deciding());
  report.execution = report_.executions;
  report.occurrences = 1;
  report.preemptions = execution_.preemptions();
  result_.failures.push_back(std::move(report));
  result_.verdict = Verdict::kBug;
}

}  // namespace mcheck
