// SPDX-License-Identifier: MIT
// One search of a test body, to its verdict.
//
// SubjectSearch owns the machine, the execution and what is known of the program; it restarts a
// search that must (restarts.hpp), replays each failure for its report and concludes the verdict.
// An exploration (exploration.cpp) consists of one or several such searches.
#pragma once

#include <optional>
#include <string>

#include "engine/host/results/final_states.hpp"
#include "engine/host/results/limit_report.hpp"
#include "engine/host/results/lock_order_report.hpp"
#include "engine/host/results/sharing_check.hpp"
#include "engine/host/results/tree_recorder.hpp"
#include "engine/host/search/exploration.hpp"
#include "engine/host/search/remaining_executions.hpp"
#include "engine/host/search/suppression_filter.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/search/driver/search.hpp"

namespace mcheck {

class SubjectSearch {
 public:
  // REQUIRES: `subject` and `watcher` outlive the search.
  SubjectSearch(const Subject& subject, const options& how, const Watcher& watcher);

  // Searches with how().
  void run();

  // Searches the graph of states for the guarantee in how().
  [[nodiscard]] Result check_progress();

  // Of the next search, with the rest of the budget.
  [[nodiscard]] options& how() { return how_; }
  [[nodiscard]] Result& result() { return result_; }
  [[nodiscard]] const SearchReport& report() const { return report_; }

  // Why an incomplete search has ended.
  [[nodiscard]] std::string stopped_after() const;
  void add_remark(const std::string& remark);

 private:
  // False if the search must restart: it needs isolation, or a block size to reuse, a spin site
  // that a bound depends on, or an atomic that needs a weak memory model, became known. Once for
  // each size and site at most.
  bool search_once(Result& discarded);
  [[nodiscard]] bool turns_to_weak_memory(const SearchReport& report);
  void use_weak_memory();
  // Whether a search by states has to start again in order to check that RC11 permits no more than
  // interleavings, or because it permits more, and to check that costs states.
  [[nodiscard]] bool must_restart_for_robustness(Strategy& strategy, bool in_all_states);
  void begin_next_robustness_phase(Strategy& strategy, bool in_all_states);
  void record_robustness(Strategy& strategy);
  void discard_if_too_little(Strategy& strategy);
  void begin_with_requested_quantifier();
  [[nodiscard]] SearchOptions search_limits(Strategy& strategy, const Result& discarded);
  // The first execution that reached --steps is judged at once, as thousands may follow: if a fair
  // cycle shows that it is infinite, it has failed, and the search ends.
  [[nodiscard]] bool is_to_be_judged(const SearchReport& report) const;
  bool ends_in_fair_cycle();
  // A stateful search needs no limit on steps where states are finite: it starts again with more.
  bool raises_step_limit(Strategy& strategy);
  // Threads that started equal differ, so the search has to start again without symmetry.
  bool finds_threads_unequal(Strategy& strategy);
  // The same as ends_in_fair_cycle() for a cycle that a stateful search has found.
  void judge_cycle_of(Strategy& strategy);
  void observe_ends(SearchOptions& limits);
  void add_search_remarks(Strategy& strategy);
  void set_verdict(const Strategy& strategy);
  // Reports after the failures; false if the program does not repeat itself.
  bool report_limits();
  // No execution can follow the schedule that gates force.
  [[nodiscard]] bool is_impossible_bug();
  void report_unmet_schedule();
  // Whether the quantifier decides the verdict, and not each execution for itself.
  bool set_verdict_by_quantifier(const Strategy& strategy);
  void report_open_schedule();
  // Replays the failing schedule; false if it does not fail in the same way.
  bool report_found(const FoundFailure& as_found);
  // Returns false.
  bool set_not_repeatable(const std::string& why);
  // All failures share the time for one.
  [[nodiscard]] ReportOptions report_options();

  const Subject& subject_;
  options how_;  // of the current search, with the rest of the budget
  const double seconds_asked_ = how_.seconds;
  const Watcher& watcher_;
  Identities identities_;
  Machine machine_;
  Execution execution_;
  SuppressionFilter filter_;
  bool new_suppression_ = false;  // a failure is newly suppressed: restart
  StepLimitState step_limit_ = StepLimitState::kUnjudged;
  FinalStates final_states_;
  std::vector<std::uint16_t> last_choices_;  // of the run in which sleeps order the threads
  TreeRecorder tree_;
  enum class RobustnessPhase : std::uint8_t { kUnchecked, kChecked, kViolated };
  RobustnessPhase robustness_ = RobustnessPhase::kUnchecked;
  std::string violation_;    // the access that may act on an older version than in an interleaving
  std::string unconfirmed_;  // why a fair cycle was not confirmed
  LockOrder order_;
  SharingCheck sharing_check_;
  RemainingExecutions remaining_;
  SearchReport report_;
  Result result_;
};

}  // namespace mcheck
