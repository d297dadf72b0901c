// SPDX-License-Identifier: MIT
// What a SubjectSearch reports of an execution that it has found: its schedule is run again.
#include <algorithm>
#include <utility>

#include "engine/host/classes/class_oracle.hpp"
#include "engine/host/report/failure_report.hpp"
#include "engine/host/report/report_replay.hpp"
#include "engine/host/results/limit_report.hpp"
#include "engine/host/search/divergence_text.hpp"
#include "engine/host/search/subject_search.hpp"
#include "engine/trace/failures/bug.hpp"

namespace mcheck {

bool SubjectSearch::report_limits() {
  if (report_.limits.empty()) return true;
  if (!result_.failures.empty() && how_.stop_after == 1) {
    add_remark(limits_reason(report_));
    return true;
  }
  auto report = report_limit({.subject = subject_, .how = how_, .recorder = watcher_.recorder},
                             machine_, execution_, report_,
                             std::exchange(step_limit_, StepLimitState::kJudged), report_options());
  if (auto* limit = std::get_if<FailureReport>(&report)) {
    add_failure(result_.failures, std::move(*limit));
    return true;
  }
  const std::string& why = std::get<std::string>(report);
  if (why.empty()) add_remark(report_.limits.front().failure.message);
  return why.empty() || set_not_repeatable(why);
}

void SubjectSearch::report_unmet_schedule() {
  result_.assumptions.clear();
  auto report =
      replay_for_report({.subject = subject_, .how = how_, .recorder = watcher_.recorder}, machine_,
                        execution_, *report_.first_unmet,
                        {.source_locations = watcher_.source_locations, .seconds = how_.minimise});
  if (auto* failure = std::get_if<FailureReport>(&report)) {
    result_.failures.push_back(std::move(*failure));
    result_.verdict = Verdict::kBug;
  } else {
    (void)set_not_repeatable(std::get<std::string>(report));
  }
}

bool SubjectSearch::report_found(const FoundFailure& as_found) {
  const FoundFailure found = found_in_class_test(as_found);
  const SingleExecutionJudgement judgement;
  auto report = replay_for_report({.subject = subject_, .how = how_, .recorder = watcher_.recorder},
                                  machine_, execution_, found, report_options());
  if (auto* failure = std::get_if<FailureReport>(&report)) {
    if (filter_.suppress(found.failure, *failure)) {
      new_suppression_ = true;
      return true;
    }
    add_failure(result_.failures, std::move(*failure));
    return true;
  }
  if (!found.certain) {
    result_.reason = not_reproduced_alone_text(found);
    return true;
  }
  return set_not_repeatable(std::get<std::string>(report));
}

bool SubjectSearch::set_not_repeatable(const std::string& why) {
  result_.verdict = Verdict::kNotRepeatable;
  result_.failures.clear();
  result_.reason = why + explain_difference(machine_, execution_, how_);
  return false;
}

ReportOptions SubjectSearch::report_options() {
  const auto failures = static_cast<double>(std::max<std::size_t>(report_.failures.size(), 1));
  ReportOptions report_options{.source_locations = watcher_.source_locations,
                               .seconds = how_.minimise / failures};
  if (result_.failures.empty() && filter_.is_empty()) return report_options;
  report_options.is_wanted = [this](const FoundFailure& found, const FailureReport& report) {
    return !is_among(result_.failures, report) && !filter_.would_suppress(found.failure, report);
  };
  return report_options;
}

}  // namespace mcheck
