// SPDX-License-Identifier: MIT
#include "engine/host/search/exploration.hpp"

#include <algorithm>
#include <utility>

#include "dpor/registry.hpp"
#include "engine/host/classes/class_oracle.hpp"
#include "engine/host/orders/changed_orders.hpp"
#include "engine/host/report/report_replay.hpp"
#include "engine/host/results/limit_report.hpp"
#include "engine/host/results/result_counts.hpp"
#include "engine/host/schedule/forced.hpp"
#include "engine/host/search/subject_search.hpp"
#include "engine/host/self_check/self_check.hpp"
#include "engine/model/program.hpp"

namespace mcheck {
namespace {

constexpr std::uint64_t kMinToSample = 100;   // a smaller budget is not split
constexpr std::uint64_t kSampleSize = 1'000;  // after a search that reached limits

class Exploration {
 public:
  Exploration(const Subject& subject, const options& how, const Watcher& watcher)
      : search_(subject, how, watcher) {}

  Explored explore() {
    const StrategyEntry* entry = &strategy_named(how_.strategy);
    if (entry->endless && how_.executions == 0 && how_.seconds == 0) {
      throw UsageError("strategy '" + how_.strategy +
                       "' never ends by itself\n  try      --executions 10000 or --time 10s");
    }
    if (how_.strategy == kStateful) refuse_pasts();
    if (how_.memory == memory_model::rc11) require_versions();
    if (how_.strategy == kTurns) {
      if (judged_by_past() == nullptr && how_.memory != memory_model::rc11) return take_turns();
      how_.strategy = options{}.strategy;
    }
    if (how_.progress != guarantee::none) {
      if (quantifier_of(how_) != quantifier::for_all)
        throw UsageError("--progress is about all executions: not with for_some or exactly_one");
      return {.result = search_.check_progress()};
    }
    if (how_.bound_from >= 0) return iterate_bounds();
    const bool by_default = how_.strategy == options{}.strategy && how_.bound < 0;
    const bool enough = how_.executions == 0 || how_.executions >= kMinToSample;
    const bool limited = how_.executions > 0 || how_.seconds > 0;
    if (by_default && limited && enough) return all_or_sample();
    search_.run();
    return by_default && ends_at_limits(result_, report_) ? with_sample(how_) : explored();
  }

 private:
  static constexpr const char* kStateful = "states";
  static constexpr const char* kTurns = "auto";

  // What is judged by more than the state that an execution is in; null: nothing.
  [[nodiscard]] const char* judged_by_past() const {
    return !how_.schedule.empty()                           ? "a schedule file"
           : class_oracle() != nullptr                      ? "a test of a class"
           : how_.fail_at_steps                             ? "--fail-at-steps"
           : quantifier_of(how_) == quantifier::exactly_one ? "`exactly_one`"
                                                            : nullptr;
  }
  void refuse_pasts() const {
    const char* const what = judged_by_past();
    if (what == nullptr) return;
    throw UsageError("strategy 'states' does not go with " + std::string(what) +
                     ", which looks at how a state was reached\n  try      --strategy optimal");
  }

  // What takes the newest version of each object for all that there is.
  void require_versions() const {
    if (how_.progress != guarantee::none)
      throw UsageError("--progress compares states of memory: with --memory sc only");
    if (class_oracle() != nullptr)
      throw UsageError("a test of a class looks for one order of all calls: with --memory sc only");
  }

  // One process alone: a search of traces and one of states, each from its start again, for longer
  // each time, until one of them decides. Together they take at most a few times what the better
  // one takes. (The command runs them side by side.)
  Explored take_turns() {
    constexpr double kFirstTurn = 0.1;
    constexpr double kGrowth = 4;
    const options all = how_;
    double spent = 0;
    for (double turn = kFirstTurn;; turn *= kGrowth) {
      bool all_stopped_early = true;
      for (const char* const strategy : {"optimal", kStateful}) {
        begin_with(all);
        how_.strategy = strategy;
        how_.seconds = all.seconds > 0 ? std::min(turn, all.seconds - spent) : turn;
        set_reducing(strategy_named(strategy).is_reduction);
        search_.run();
        spent += result_.seconds;
        const bool is_over = report_.stop == SearchReport::Stop::kInterrupted ||
                             (all.seconds > 0 && spent >= all.seconds);
        const bool verifies_too_little = result_.verdict == Verdict::kVerified &&
                                         result_.assumes_sc &&
                                         all.memory == memory_model::automatic;
        if (verifies_too_little) return search_traces(all, spent);
        if (is_over || result_.verdict != Verdict::kIncomplete) return explored();
        // A search of states cannot have the model that the program needs.
        if (how_.memory == memory_model::rc11) return search_traces(all, spent);
        all_stopped_early = all_stopped_early && report_.stop != SearchReport::Stop::kSeconds;
      }
      if (all_stopped_early) return explored();
    }
  }

  Explored search_traces(const options& all, double spent) {
    begin_with(all);
    how_.strategy = options{}.strategy;
    set_reducing(true);
    if (all.seconds > 0) how_.seconds = std::max(all.seconds - spent, 0.001);
    search_.run();
    return explored();
  }

  // What a search has found out about the program stays.
  void begin_with(const options& all) {
    const std::uint64_t size_classes = how_.reuse_size_classes;
    const memory_model memory = how_.memory;
    how_ = all;
    how_.reuse_size_classes = size_classes;
    how_.memory = memory;
  }

  Explored iterate_bounds() {
    const int last = how_.bound;
    const std::string range = std::to_string(how_.bound_from) + " to ";
    for (how_.bound = how_.bound_from;; ++how_.bound) {
      search_.run();
      const bool decides_nothing = result_.verdict == Verdict::kVerified || completes_nothing();
      const bool more = decides_nothing && result_.bound_hit;
      if (!more || how_.bound == last) {
        add_earlier("bounds " + range + std::to_string(how_.bound) + " in turn");
        return explored();
      }
      earlier_.push_back(std::move(result_));
      if (!deduct(earlier_.back())) return budget_exhausted(range);
    }
  }

  // Within the bound every execution was cut off.
  [[nodiscard]] bool completes_nothing() const {
    return result_.verdict == Verdict::kIncomplete && report_.limited == 0 &&
           report_.stop == SearchReport::Stop::kExhausted &&
           report_.executions == report_.cut_off + report_.beyond_bound;
  }

  // The budget ended exactly with a bound: the next bound is not started.
  Explored budget_exhausted(const std::string& range) {
    result_ = std::move(earlier_.back());
    earlier_.pop_back();
    result_.verdict = Verdict::kIncomplete;
    result_.assumptions.clear();
    add_earlier("bounds " + range + std::to_string(how_.bound) + " in turn, done");
    result_.reason = search_.stopped_after();
    return explored();
  }

  // Searches everything if the budget lasts. Otherwise a part of the budget goes to a sample of the
  // rest, because the part that was searched is one corner of the whole.
  Explored all_or_sample() {
    constexpr double kMainShare = 0.7;
    const options all = how_;
    how_.seconds *= kMainShare;
    how_.executions = static_cast<std::uint64_t>(static_cast<double>(how_.executions) * kMainShare);
    search_.run();
    if (ends_at_limits(result_, report_)) return with_sample(all);
    if (!is_out_of_budget() || result_.verdict != Verdict::kIncomplete) return explored();
    return with_sample(all);
  }

  Explored with_sample(const options& all) {
    earlier_.push_back(std::move(result_));  // the trace of a limit is long
    const std::uint64_t limited = report_.limited;
    begin_with(all);
    (void)deduct(earlier_.back());
    if (limited > 0 && how_.executions == 0) how_.executions = kSampleSize;
    how_.strategy = "portfolio";
    search_.run();
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

  // Deducts a search from the budget; false: no execution is left.
  bool deduct(const Result& spent) {
    if (how_.seconds > 0) how_.seconds = std::max(how_.seconds - spent.seconds, 0.001);
    if (how_.executions == 0) return true;
    how_.executions -= std::min(how_.executions, spent.executions);
    return how_.executions > 0;
  }

  // Moves the result out: it is large.
  Explored explored() { return {.result = std::move(result_), .traces = report_.traces}; }

  void add_earlier(const std::string& remark) {
    for (const Result& each : earlier_) add_counts(result_, each);
    if (result_.verdict == Verdict::kIncomplete && is_out_of_budget() && report_.limited == 0) {
      result_.reason = search_.stopped_after();
    }
    search_.add_remark(remark);
    result_.expected_executions = 0;
  }

  SubjectSearch search_;
  options& how_ = search_.how();
  Result& result_ = search_.result();  // of the last search
  const SearchReport& report_ = search_.report();
  std::vector<Result> earlier_;  // with smaller bounds
};

}  // namespace

Explored explore_subject(const Subject& subject, const options& how, const Watcher& watcher) {
  require_instrumentation();
  force_schedule_file(how);
  change_orders(how);
  set_reducing(strategy_named(how.strategy).is_reduction);
  const ClassOracle oracle(subject, how);
  if (!oracle.obstacle().empty()) {
    Explored nothing{.result = empty_result(subject, how)};
    nothing.result.verdict = Verdict::kIncomplete;
    nothing.result.reason = "the calls one at a time: " + oracle.obstacle();
    return nothing;
  }
  Explored explored = Exploration(subject, how, watcher).explore();
  if (explored.result.verdict == Verdict::kVerified) {
    add_assumptions_of_uninstrumented_code(explored.result.assumptions);
  }
  return explored;
}

}  // namespace mcheck
