// SPDX-License-Identifier: MIT
#include "engine/host/search/exploration.hpp"

#include <algorithm>
#include <utility>

#include "dpor/registry.hpp"
#include "dpor/replay.hpp"
#include "engine/host/names/variable_names.hpp"
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
#include "engine/host/search/divergence_text.hpp"
#include "engine/host/search/isolation.hpp"
#include "engine/host/search/progress_check.hpp"
#include "engine/host/search/restarts.hpp"
#include "engine/host/search/self_check.hpp"
#include "engine/host/search/suppression_filter.hpp"
#include "engine/model/program.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/search/driver/difference.hpp"
#include "engine/search/driver/search.hpp"
#include "engine/trace/failures/bug.hpp"

namespace mcheck {
namespace {

constexpr std::uint64_t kMinToSample = 100;   // a smaller budget is not split
constexpr std::uint64_t kSampleSize = 1'000;  // after a search that reached limits

class Exploration {
 public:
  Exploration(const Subject& subject, const options& how, const Watcher& watcher)
      : subject_(subject),
        how_(how),
        watcher_(watcher),
        machine_(subject.body, behaviour_of(how)),
        execution_(identities_),
        filter_(how.suppressions, machine_, execution_) {
    install_variable_names(identities_);
    connect_to_watcher(machine_, watcher.recorder);
    isolate_if_requested(machine_);
  }

  Explored explore() {
    const StrategyEntry* entry = &strategy_named(how_.strategy);
    if (entry->endless && how_.executions == 0 && how_.seconds == 0) {
      throw UsageError("strategy '" + how_.strategy +
                       "' never ends by itself\n  try      --executions 10000 or --time 10s");
    }
    if (how_.progress != guarantee::none) {
      return {.result = check_progress({.subject = subject_, .how = how_}, machine_, execution_,
                                       watcher_.source_locations)};
    }
    if (how_.bound_from >= 0) return iterate_bounds();
    const bool by_default = how_.strategy == options{}.strategy && how_.bound < 0;
    const bool enough = how_.executions == 0 || how_.executions >= kMinToSample;
    const bool limited = how_.executions > 0 || how_.seconds > 0;
    if (by_default && limited && enough) return all_or_sample();
    search();
    return by_default && ends_at_limits(result_, report_) ? with_sample(how_) : explored();
  }

 private:
  Explored iterate_bounds() {
    const int last = how_.bound;
    const std::string range = std::to_string(how_.bound_from) + " to ";
    for (how_.bound = how_.bound_from;; ++how_.bound) {
      search();
      const bool more = result_.verdict == Verdict::kVerified && result_.bound_hit;
      if (!more || how_.bound == last) {
        add_earlier("bounds " + range + std::to_string(how_.bound) + " in turn");
        return explored();
      }
      earlier_.push_back(result_);
      if (!deduct()) return budget_exhausted(range);
    }
  }

  // The budget ended exactly with a bound: the next bound is not started.
  Explored budget_exhausted(const std::string& range) {
    earlier_.pop_back();
    result_.verdict = Verdict::kIncomplete;
    result_.assumptions.clear();
    add_earlier("bounds " + range + std::to_string(how_.bound) + " in turn, done");
    result_.reason = stopped_after();
    return explored();
  }

  // Searches everything if the budget lasts. Otherwise a part of the budget goes to a sample of the
  // rest, because the part that was searched is one corner of the whole.
  Explored all_or_sample() {
    constexpr double kMainShare = 0.7;
    const options all = how_;
    how_.seconds *= kMainShare;
    how_.executions = static_cast<std::uint64_t>(static_cast<double>(how_.executions) * kMainShare);
    search();
    if (ends_at_limits(result_, report_)) return with_sample(all);
    if (!is_out_of_budget() || result_.verdict != Verdict::kIncomplete) return explored();
    return with_sample(all);
  }

  Explored with_sample(const options& all) {
    earlier_.push_back(result_);
    const std::uint64_t limited = report_.limited;
    const std::uint64_t size_classes = how_.reuse_size_classes;
    how_ = all;
    how_.reuse_size_classes = size_classes;
    (void)deduct();
    if (limited > 0 && how_.executions == 0) how_.executions = kSampleSize;
    how_.strategy = "portfolio";
    search();
    result_.strategy = all.strategy;
    result_.classes = 0;  // they are of the sample only
    result_.tree = earlier_.back().tree;
    result_.remarks.insert(result_.remarks.begin(), sampled_remark(earlier_.back()));
    add_earlier({});
    add_earlier_limit(result_, earlier_.back(), limited, report_);
    return explored();
  }

  [[nodiscard]] bool is_out_of_budget() const {
    return report_.stop == SearchReport::Stop::kExecutions ||
           report_.stop == SearchReport::Stop::kSeconds;
  }

  [[nodiscard]] std::string stopped_after() const {
    return stopped_text(report_.stop, seconds_asked_, result_.executions);
  }

  // Deducts the last search from the budget; false: no execution is left.
  bool deduct() {
    if (how_.seconds > 0) how_.seconds = std::max(how_.seconds - result_.seconds, 0.001);
    if (how_.executions == 0) return true;
    how_.executions -= std::min(how_.executions, result_.executions);
    return how_.executions > 0;
  }

  void search() {
    Result discarded;
    const FinalStates states_before = final_states_;
    while (!search_once(discarded)) final_states_ = states_before;
  }

  // Moves the results out: long traces take memory.
  Explored explored() {
    return {.result = std::move(result_), .traces = std::move(report_.traces)};
  }

  // False if the search must restart: it needs isolation, or a block size to reuse, or a spin site
  // that a bound depends on, became known. Once for each size and site at most.
  bool search_once(Result& discarded) {
    const std::unique_ptr<Strategy> strategy = make_strategy(how_);
    SearchOptions limits = search_options(how_, watcher_.recorder);
    limits.executions = how_.executions;
    limits.seconds = how_.seconds;
    if (how_.bound >= 0) limits.sections = StuckSections::Coverage::kSome;
    limits.count_classes = strategy_named(how_.strategy).endless;
    if (limits.seconds > 0) limits.seconds = std::max(limits.seconds - discarded.seconds, 0.001);
    ByteObjects& bytes = identities_.byte_objects();
    limits.pause = restart_condition(machine_, bytes, *strategy, limits.count_classes);
    FlightRecord* recorder = watcher_.recorder;
    if (watcher_.on_progress && recorder != nullptr) {
      limits.on_progress = [this, recorder] {
        watcher_.on_progress({.executions = recorder->executions, .events = recorder->events});
      };
    }
    observe_ends(limits);
    report_ = Search(execution_, machine_.executor(), *strategy, limits).explore();
    if (bytes.has_overlaps()) bytes.merge_overlaps();
    if (must_restart(machine_)) return false;
    if (machine_.needs_reuse() && report_.failures.empty()) {
      report_.stop = SearchReport::Stop::kPaused;
      how_.reuse_size_classes = machine_.enable_reuse();
      if (recorder != nullptr) recorder->reuse_size_classes = how_.reuse_size_classes;
    }
    if (report_.stop == SearchReport::Stop::kPaused) {
      result_ = {};
      set_counts(result_, report_, execution_);
      result_.redundant += std::exchange(result_.executions, 0);
      add_counts(result_, discarded);
      discarded = result_;
      return false;
    }
    result_ = empty_result(subject_, how_);
    if (watcher_.final_states) {
      name_objects(final_states_, {.subject = subject_, .how = how_}, machine_, execution_);
      result_.final_states = final_states_.list();
    }
    const bool exhausted = report_.stop == SearchReport::Stop::kExhausted;
    result_.bound_hit = bound_hit(*strategy);
    const bool whole = exhausted && strategy->exhaustive() && !result_.bound_hit;
    if (watcher_.tree) result_.tree = tree_.take(whole);
    result_.remarks = strategy_remarks(*strategy, how_, report_.limited > 0);
    if (how_.reuse_size_classes != 0)
      result_.remarks.push_back(reuse_remark(how_.reuse_size_classes));
    for (const std::string& remark : isolation_remarks(machine_)) add_remark(remark);
    set_counts(result_, report_, execution_);
    add_counts(result_, discarded);
    result_.expected_executions = expected_executions(report_, *strategy);
    new_suppression_ = false;
    set_verdict(*strategy);
    if (!new_suppression_) {
      filter_.add_to(result_);
      return true;
    }
    result_.redundant += std::exchange(result_.executions, 0);
    discarded = result_;
    return false;
  }

  void add_earlier(const std::string& remark) {
    for (const Result& each : earlier_) add_counts(result_, each);
    if (result_.verdict == Verdict::kIncomplete && is_out_of_budget() && report_.limited == 0) {
      result_.reason = stopped_after();
    }
    add_remark(remark);
    result_.expected_executions = 0;
  }

  void add_remark(const std::string& remark) {
    if (!remark.empty()) result_.remarks.push_back(remark);
  }

  void observe_ends(SearchOptions& limits) {
    if (watcher_.tree) {
      tree_ = {};
      limits.on_every_end = [this](Ending ending, const std::optional<Failure>& failure) {
        tree_.add(execution_, ending, failure);
      };
    }
    if (!how_.suppressions.empty()) {
      limits.suppressed = [this](const Failure& failure) { return filter_.is_known(failure); };
    }
    if (watcher_.final_states) machine_.keep_notes(true);
    limits.fingerprint_traces = watcher_.fingerprint_traces;
    // Cached steps would hide what only a step that is run can show.
    limits.cached_steps = !watcher_.final_states && how_.suppressions.empty() && is_silenced();
    limits.cached_ends = limits.cached_steps && !watcher_.tree && !limits.count_classes;
    limits.on_end = [this](Ending ending, const std::optional<Failure>& failure) {
      order_.analyse(execution_);
      sharing_check_.look_at(execution_);
      if (watcher_.final_states) final_states_.add(execution_, ending, failure);
    };
  }

  void set_verdict(const Strategy& strategy) {
    for (const FoundFailure& found : report_.failures) {
      if (!report_found(found)) return;
    }
    for (FailureReport& failure : result_.failures) {  // merged, as only their places differ
      failure.occurrences = std::max<std::uint64_t>(failure.occurrences, 1);
    }
    const bool all = report_.stop == SearchReport::Stop::kExhausted && strategy.exhaustive() &&
                     report_.limited == 0;
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
      result_.assumptions = machine_.assumptions(all_executions, identities_);
      if (report_.executions == report_.cut_off + report_.beyond_bound) {
        result_.verdict = Verdict::kIncomplete;
        result_.reason = reason_if_nothing_checked(report_.cut_off);
      }
      if (result_.verdict == Verdict::kVerified) add_remark(sharing_check_.remark());
    } else {
      result_.verdict = Verdict::kIncomplete;
      result_.reason = stopped_after();
      const bool exhausted = report_.stop == SearchReport::Stop::kExhausted;
      const std::string why = strategy.why_not_exhaustive();
      if (exhausted && !why.empty()) result_.reason = why;
      if (!exhausted && !why.empty()) result_.remarks.push_back(why);
    }
    if (result_.verdict == Verdict::kNotRepeatable) return;
    add_inversions(result_, {.subject = subject_, .how = how_}, machine_, execution_,
                   order_.found(), watcher_.source_locations);
    add_misuses(result_.warnings, machine_.defined_misuses().all);
  }

  // Reports after the failures; false if the program does not repeat itself.
  bool report_limits() {
    if (report_.limits.empty()) return true;
    if (!result_.failures.empty() && how_.stop_after == 1) {
      add_remark(limits_reason(report_));
      return true;
    }
    auto report = report_limit({.subject = subject_, .how = how_, .recorder = watcher_.recorder},
                               machine_, execution_, report_, report_options());
    if (auto* limit = std::get_if<FailureReport>(&report)) {
      add_failure(result_.failures, std::move(*limit));
      return true;
    }
    const std::string& why = std::get<std::string>(report);
    if (why.empty()) add_remark(report_.limits.front().failure.message);
    return why.empty() || set_not_repeatable(why);
  }

  // Replays the failing schedule; false if it does not fail in the same way.
  bool report_found(const FoundFailure& found) {
    auto report =
        replay_for_report({.subject = subject_, .how = how_, .recorder = watcher_.recorder},
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

  // Returns false.
  bool set_not_repeatable(const std::string& why) {
    result_.verdict = Verdict::kNotRepeatable;
    result_.failures.clear();
    result_.reason = why + explain_difference(machine_, execution_, how_);
    return false;
  }

  // All failures share the time for one.
  [[nodiscard]] ReportOptions report_options() {
    const auto failures = static_cast<double>(std::max<std::size_t>(report_.failures.size(), 1));
    ReportOptions report_options{.source_locations = watcher_.source_locations,
                                 .seconds = how_.minimise / failures};
    if (result_.failures.empty() && filter_.is_empty()) return report_options;
    report_options.is_wanted = [this](const FoundFailure& found, const FailureReport& report) {
      return !is_among(result_.failures, report) && !filter_.would_suppress(found.failure, report);
    };
    return report_options;
  }

  const Subject& subject_;
  options how_;  // of the current search, with the rest of the budget
  const double seconds_asked_ = how_.seconds;
  const Watcher& watcher_;
  std::vector<Result> earlier_;  // with smaller bounds
  Identities identities_;
  Machine machine_;
  Execution execution_;
  SuppressionFilter filter_;
  bool new_suppression_ = false;  // a failure is newly suppressed: restart
  FinalStates final_states_;
  TreeRecorder tree_;
  LockOrder order_;
  SharingCheck sharing_check_;
  SearchReport report_;
  Result result_;
};

}  // namespace

Explored explore_subject(const Subject& subject, const options& how, const Watcher& watcher) {
  require_instrumentation();
  set_reducing(strategy_named(how.strategy).is_reduction);
  Explored explored = Exploration(subject, how, watcher).explore();
  if (explored.result.verdict == Verdict::kVerified) {
    add_assumptions_of_uninstrumented_code(explored.result.assumptions);
  }
  return explored;
}

}  // namespace mcheck
