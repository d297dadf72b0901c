// SPDX-License-Identifier: MIT
#include "engine/host/search/subject_search.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "dpor/registry.hpp"
#include "dpor/replay.hpp"
#include "engine/host/classes/class_oracle.hpp"
#include "engine/host/names/variable_names.hpp"
#include "engine/host/orders/changed_orders.hpp"
#include "engine/host/process/captured_output.hpp"
#include "engine/host/process/silenced_streams.hpp"
#include "engine/host/report/failure_report.hpp"
#include "engine/host/report/report_replay.hpp"
#include "engine/host/results/final_states.hpp"
#include "engine/host/results/limit_report.hpp"
#include "engine/host/results/lock_order_report.hpp"
#include "engine/host/results/misuse_report.hpp"
#include "engine/host/results/result_counts.hpp"
#include "engine/host/results/sharing_check.hpp"
#include "engine/host/results/tree_recorder.hpp"
#include "engine/host/schedule/forced.hpp"
#include "engine/host/search/divergence_text.hpp"
#include "engine/host/search/isolation.hpp"
#include "engine/host/search/memory_choice.hpp"
#include "engine/host/search/progress_check.hpp"
#include "engine/host/search/restarts.hpp"
#include "engine/host/search/suppression_filter.hpp"
#include "engine/host/self_check/self_check.hpp"
#include "engine/model/program.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/runtime/verdict/quantifier_request.hpp"
#include "engine/runtime/verdict/schedule_notes.hpp"
#include "engine/search/driver/difference.hpp"
#include "engine/search/driver/search.hpp"
#include "engine/trace/failures/bug.hpp"

namespace mcheck {

namespace {

// No execution ends, and those that a search by states has found are right.
bool never_ends(const SearchReport& report, const Result& result) {
  return report.executions == 0 && std::isinf(result.schedules);
}

}  // namespace

SubjectSearch::SubjectSearch(const Subject& subject, const options& how, const Watcher& watcher)
    : subject_(subject),
      how_(how),
      watcher_(watcher),
      machine_(subject.body, behaviour_of(how)),
      execution_(identities_),
      filter_(how.suppressions, machine_, execution_) {
  install_variable_names(identities_);
  connect_to_watcher(machine_, watcher.recorder);
  isolate_if_requested(machine_);
  begin_memory_model(how, machine_, execution_);
  accept_quantifier_requests(QuantifierRequests::kNoted, quantifier_of(how));
}

Result SubjectSearch::check_progress() {
  return mcheck::check_progress({.subject = subject_, .how = how_}, machine_, execution_,
                                watcher_.source_locations);
}

void SubjectSearch::run() {
  Result discarded;
  const FinalStates states_before = final_states_;
  std::uint64_t restarts = 0;
  for (; !search_once(discarded); ++restarts) {
    final_states_ = states_before;
    if (needs_weak_memory(how_, machine_)) use_weak_memory();
  }
  result_.restarts = restarts;
}

// A bug that sequential consistency has is simpler to read without older values: the search that
// found out that RC11 permits more goes on for a while.
bool SubjectSearch::turns_to_weak_memory(const SearchReport& report) {
  constexpr std::uint64_t kExecutions = 5'000;
  constexpr std::uint64_t kEvents = 300'000;
  if (!needs_weak_memory(how_, machine_)) return false;
  const bool wants_all = how_.stop_after != 1 || remaining_.asked() != quantifier::for_all ||
                         strategy_named(how_.strategy).endless;
  return wants_all || report.executions >= kExecutions || report.events >= kEvents;
}

void SubjectSearch::use_weak_memory() {
  how_.memory = memory_model::rc11;
  begin_memory_model(how_, machine_, execution_);
  if (watcher_.recorder != nullptr) watcher_.recorder->weak_memory = 1;
}

std::string SubjectSearch::stopped_after() const {
  return stopped_text(report_.stop, seconds_asked_, result_.executions);
}

SearchOptions SubjectSearch::search_limits(Strategy& strategy, const Result& discarded) {
  SearchOptions limits = search_options(how_, watcher_.recorder);
  limits.executions = how_.executions;
  limits.seconds = how_.seconds;
  if (how_.bound >= 0 || strategy.capabilities().matching != nullptr)
    limits.sections = StuckSections::Coverage::kSome;
  if (remaining_.asked() == quantifier::for_some) limits.stop_after = 0;
  // Classes by the order of accesses: not those of a weak memory model.
  limits.count_classes = strategy_named(how_.strategy).endless && how_.memory != memory_model::rc11;
  if (limits.seconds > 0) limits.seconds = std::max(limits.seconds - discarded.seconds, 0.001);
  const bool matches_states = strategy.capabilities().matching != nullptr;
  limits.pause =
      [this, &strategy, matches_states,
       restart = restart_condition(machine_, execution_, strategy,
                                   strategy_named(how_.strategy).endless)](const auto& report) {
        return restart(report) || turns_to_weak_memory(report) ||
               (matches_states && must_restart_for_robustness(strategy, false)) ||
               is_to_be_judged(report) || remaining_.is_decided() ||
               requested_quantifier() != remaining_.asked();
      };
  FlightRecord* recorder = watcher_.recorder;
  if (watcher_.on_progress && recorder != nullptr) {
    limits.on_progress = [this, recorder] {
      watcher_.on_progress({.executions = recorder->executions, .events = recorder->events});
    };
  }
  observe_ends(limits);
  return limits;
}

bool SubjectSearch::is_to_be_judged(const SearchReport& report) const {
  return step_limit_ == StepLimitState::kUnjudged && how_.stop_after == 1 &&
         report.failures.empty() && step_limit_of(report) != nullptr;
}

bool SubjectSearch::ends_in_fair_cycle() {
  if (!is_to_be_judged(report_)) return false;
  step_limit_ = StepLimitState::kJudged;
  auto fair_cycle = find_fair_cycle({.subject = subject_, .how = how_}, machine_, execution_,
                                    *step_limit_of(report_));
  if (!fair_cycle) return false;
  report_.failures.push_back(std::move(*fair_cycle));
  report_.limits.clear();
  report_.limited = 0;
  report_.stop = SearchReport::Stop::kFailures;
  return true;
}

void SubjectSearch::begin_with_requested_quantifier() {
  remaining_ = RemainingExecutions(requested_quantifier());
  accept_quantifier_requests(
      machine_.is_isolated() ? QuantifierRequests::kRefused : QuantifierRequests::kNoted,
      remaining_.asked());
}

// The program turned out to do what the search has left out.
void SubjectSearch::discard_if_too_little(Strategy& strategy) {
  const bool is_bug = !report_.failures.empty();
  const bool decides = is_bug && how_.stop_after == 1 && remaining_.asked() == quantifier::for_all;
  if (!decides && needs_weak_memory(how_, machine_) &&
      report_.stop == SearchReport::Stop::kExhausted)
    report_.stop = SearchReport::Stop::kPaused;
  const bool in_all_states = report_.stop == SearchReport::Stop::kExhausted;
  if (!decides && must_restart_for_robustness(strategy, in_all_states)) {
    begin_next_robustness_phase(strategy, in_all_states);
    report_.stop = SearchReport::Stop::kPaused;
  }
  if (is_bug || !machine_.needs_reuse()) return;
  report_.stop = SearchReport::Stop::kPaused;
  how_.reuse_size_classes = machine_.enable_reuse();
  FlightRecord* recorder = watcher_.recorder;
  if (recorder != nullptr) recorder->reuse_size_classes = how_.reuse_size_classes;
}

bool SubjectSearch::search_once(Result& discarded) {
  const std::unique_ptr<Strategy> strategy = make_strategy(how_);
  StateMatching* const matching = strategy->capabilities().matching;
  if (robustness_ == RobustnessPhase::kChecked && matching != nullptr) matching->check_robustness();
  begin_with_requested_quantifier();
  ByteObjects& bytes = identities_.byte_objects();
  report_ = {};  // its schedules may be long
  report_ = Search(execution_, machine_.executor(), *strategy, search_limits(*strategy, discarded))
                .explore();
  if (raises_step_limit(*strategy)) return false;
  if (finds_threads_unequal(*strategy)) {
    report_.stop = SearchReport::Stop::kPaused;  // even what failed may be no execution
  } else {
    judge_cycle_of(*strategy);
  }
  if (bytes.has_overlaps()) bytes.merge_overlaps();
  if (watcher_.beside_another && machine_.needs_isolation())
    throw UsageError(machine_.kernel_effect()->what + ": only one process can search the program");
  if (must_restart(machine_, execution_) || requested_quantifier() != remaining_.asked())
    return false;
  discard_if_too_little(*strategy);
  if (!remaining_.is_decided() && !ends_in_fair_cycle() &&
      report_.stop == SearchReport::Stop::kPaused) {
    result_ = {};
    set_counts(result_, report_, execution_);
    result_.redundant += std::exchange(result_.executions, 0);
    add_counts(result_, discarded);
    discarded = result_;
    return false;
  }
  record_robustness(*strategy);
  result_ = empty_result(subject_, how_);
  result_.assumes_sc = assumes_sequential_consistency(how_, machine_);
  if (watcher_.final_states) {
    name_objects(final_states_, {.subject = subject_, .how = how_}, machine_, execution_);
    result_.final_states = final_states_.list();
  }
  result_.bound_hit = bound_hit(*strategy);
  const bool whole = report_.stop == SearchReport::Stop::kExhausted && strategy->exhaustive() &&
                     !result_.bound_hit;
  if (watcher_.tree) result_.tree = tree_.take(whole);
  add_search_remarks(*strategy);
  set_counts(result_, report_, execution_);
  set_state_counts(result_, *strategy);
  add_counts(result_, discarded);
  result_.expected_executions = expected_executions(report_, *strategy);
  new_suppression_ = false;
  set_verdict(*strategy);
  if (how_.order_by_sleeps) {
    const SearchRequest request{.subject = subject_, .how = how_};
    add_remark(kScheduleOfSleeps + to_token(schedule_of(request, last_choices_, {})));
  }
  if (!new_suppression_) {
    filter_.add_to(result_);
    return true;
  }
  result_.redundant += std::exchange(result_.executions, 0);
  discarded = result_;
  return false;
}

void SubjectSearch::add_search_remarks(Strategy& strategy) {
  result_.remarks = strategy_remarks(strategy, how_, report_.limited > 0);
  if (how_.reuse_size_classes != 0)
    result_.remarks.push_back(reuse_remark(how_.reuse_size_classes));
  for (const std::string& remark : isolation_remarks(machine_)) add_remark(remark);
  if (const char* const how = machine_.symmetry().equal().observed())
    add_remark("searched without symmetry, since threads that started equal differ: " +
               std::string(how));
  if (machine_.basis().atomic_uses.is_robust())
    add_remark("robust: RC11 permits nothing but what interleavings do");
  if (!violation_.empty())
    add_remark(
        "not robust: under RC11, " + violation_ +
        " may act on an older value than in an interleaving (--strategy optimal searches that)");
  add_schedule_use(result_, schedule_use());
  result_.unfollowed = report_.unmet;
  if (!machine_.is_isolated()) {  // otherwise other processes reach them
    for (const std::string& remark : unreached_changes()) add_remark(remark);
    if (how_.list_orders) result_.order_sites = reached_order_sites();
  }
  if (class_oracle() != nullptr) add_remark(class_oracle()->remark());
}

void SubjectSearch::add_remark(const std::string& remark) {
  if (!remark.empty()) result_.remarks.push_back(remark);
}

void SubjectSearch::observe_ends(SearchOptions& limits) {
  if (watcher_.tree) tree_ = {};
  limits.on_every_end = [this](Ending ending, const std::optional<Failure>& failure) {
    note_threads(execution_);
    if (watcher_.tree) tree_.add(execution_, ending, failure);
  };
  if (!how_.suppressions.empty() || class_oracle() != nullptr) {
    limits.suppressed = [this](const Failure& failure) {
      return filter_.is_known(failure) || is_explained_by_orders(failure, execution_);
    };
  }
  if (watcher_.final_states) machine_.keep_notes(true);
  limits.fingerprint_traces = watcher_.fingerprint_traces;
  // Cached steps would hide what only a step that is run can show.
  limits.cached_steps =
      !watcher_.final_states && how_.suppressions.empty() && is_silenced() && !forces_operations();
  limits.cached_ends = limits.cached_steps && remaining_.asked() == quantifier::for_all &&
                       !watcher_.tree && !limits.count_classes &&
                       class_oracle() == nullptr;  // it judges more than the state at the end
  limits.on_end = [this](Ending ending, const std::optional<Failure>& failure) {
    order_.analyse(execution_);
    sharing_check_.look_at(execution_);
    if (watcher_.final_states) final_states_.add(execution_, ending, failure);
    remaining_.add(execution_, ending, failure);
    if (how_.order_by_sleeps) last_choices_ = choices_of(execution_);
  };
}

void SubjectSearch::set_verdict(const Strategy& strategy) {
  if (set_verdict_by_quantifier(strategy)) return;
  for (const FoundFailure& found : report_.failures) {
    if (!report_found(found)) return;
  }
  for (FailureReport& failure : result_.failures)  // merged, as only their places differ
    failure.occurrences = result_.states > 0 ? 1 : std::max<std::uint64_t>(failure.occurrences, 1);
  const std::string unjudged = class_oracle() == nullptr ? "" : class_oracle()->unjudged();
  const bool all = report_.stop == SearchReport::Stop::kExhausted && strategy.exhaustive() &&
                   report_.limited == 0 && unjudged.empty();
  result_.complete = all && machine_.unexplored_orders().empty() && !report_.divergence;
  if (!report_limits()) return;
  if (!has_failed(result_) && !result_.reason.empty()) {
    result_.verdict = Verdict::kIncomplete;  // a failure that no schedule shows
    result_.complete = false;
  } else if (has_failed(result_) || (!report_.failures.empty() && report_.limited == 0)) {
    result_.verdict = Verdict::kBug;
    result_.reason.clear();
    if (!result_.complete && report_.stop != SearchReport::Stop::kFailures) {
      result_.remarks.push_back(stopped_after() + ": there may be other failures");
    }
  } else if (report_.divergence) {
    result_.verdict = Verdict::kNotRepeatable;
    result_.reason = divergence_text(machine_, execution_, how_, *report_.divergence);
  } else if (report_.limited > 0) {
    result_.verdict = Verdict::kIncomplete;
    const std::string why = how_.bound >= 0 ? strategy.why_not_exhaustive() : "";
    result_.reason = why.empty() ? limits_reason(report_) : why;
  } else if (all && !machine_.unexplored_orders().empty()) {
    result_.verdict = Verdict::kIncomplete;
    result_.reason = machine_.unexplored_orders();
  } else if (all) {
    result_.verdict = Verdict::kVerified;
    const bool all_executions =
        !result_.bound_hit && report_.cut_off == 0 && report_.beyond_bound == 0;
    result_.assumptions = machine_.assumptions(all_executions, execution_);
    const bool none_ended = report_.executions == report_.cut_off + report_.beyond_bound;
    if (none_ended && !never_ends(report_, result_) && is_impossible_bug())
      return report_unmet_schedule();
    if (result_.verdict == Verdict::kVerified) add_remark(sharing_check_.remark());
  } else {
    result_.verdict = Verdict::kIncomplete;
    result_.reason = stopped_after();
    const bool exhausted = report_.stop == SearchReport::Stop::kExhausted;
    const std::string why = strategy.why_not_exhaustive();
    if (exhausted && !why.empty()) result_.reason = why;
    if (!unjudged.empty()) result_.reason = unjudged;
    if (!unconfirmed_.empty()) result_.reason = unconfirmed_;
    if (!exhausted && !why.empty()) result_.remarks.push_back(why);
  }
  if (result_.verdict == Verdict::kNotRepeatable) return;
  if (report_.first_unmet) {
    add_remark(
        unmet_remark(report_.unmet, report_.executions, report_.first_unmet->failure.message));
  }
  add_inversions(result_, {.subject = subject_, .how = how_}, machine_, execution_, order_.found(),
                 watcher_.source_locations);
  add_misuses(result_.warnings, machine_.defined_misuses().all);
}

// No execution was completed. If a schedule is the reason, that may be a bug; otherwise sets the
// verdict.
bool SubjectSearch::is_impossible_bug() {
  const bool is_impossible = report_.first_unmet && !result_.bound_hit && report_.beyond_bound == 0;
  const bool passes = is_impossible && impossible_schedule_passes();
  if (is_impossible && !passes) return true;
  result_.reason =
      passes ? unknown_objects_reason() : reason_if_nothing_checked(report_.cut_off, report_.unmet);
  if (!result_.reason.empty()) {
    result_.verdict = Verdict::kIncomplete;
  } else {
    add_remark("schedule: no execution can follow the file, which says that this passes");
  }
  return false;
}

}  // namespace mcheck
