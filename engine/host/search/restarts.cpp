// SPDX-License-Identifier: MIT
#include "engine/host/search/restarts.hpp"

#include <utility>

#include "engine/host/results/limit_report.hpp"
#include "engine/host/search/isolation.hpp"
#include "engine/host/search/memory_choice.hpp"
#include "engine/host/search/progress_check.hpp"
#include "engine/host/search/subject_search.hpp"

namespace mcheck {

std::function<bool(const SearchReport&)> restart_condition(Machine& machine,
                                                           const Execution& execution,
                                                           Strategy& strategy, bool is_random) {
  return [&, is_random, bounded = strategy.capabilities().bounded,
          known_spin_sites = machine.spin_sites(),
          loops = machine.counted_loop_sites()](const SearchReport&) {
    if (execution.identities().byte_objects().has_overlaps() && !is_random) return true;
    if (machine.needs_isolation() || machine.needs_write_checks() || machine.needs_reuse() ||
        machine.needs_more_records() || found_waited_atomics(execution))
      return true;
    const bool bounds_by_known_sites =
        bounded != nullptr && bounded->bounds_by_places() && bounded->bound_hit();
    return bounds_by_known_sites ? machine.spin_sites() != known_spin_sites
                                 : machine.counted_loop_sites() != loops;
  };
}

bool knows_waited_atomics(const Execution& execution) {
  const WeakMemory* const memory = execution.weak_memory();
  return memory != nullptr && memory->waited().has_any();
}

std::string reason_for_private_sites(const Machine& machine, const Execution& execution,
                                     Strategy& strategy) {
  if (knows_waited_atomics(execution)) {
    return "threads wait for an atomic, and each process finds that out by itself: --jobs 1 "
           "without a checkpoint";
  }
  if (machine.counted_loop_sites() > 0) {
    return "a loop counts its iterations, and each process finds that out by itself: --jobs 1 "
           "without a checkpoint";
  }
  const Bounded* const bound = strategy.capabilities().bounded;
  if (bound == nullptr || !bound->bounds_by_places() || machine.spin_sites() == 0) return "";
  return "a thread spins, and each process finds out where by itself: with a bound, use --jobs 1 "
         "without a checkpoint";
}

bool SubjectSearch::raises_step_limit(Strategy& strategy) {
  constexpr std::uint64_t kStepsOfStates = 100'000;
  if (strategy.capabilities().matching == nullptr || how_.fail_at_steps) return false;
  if (how_.steps != options{}.steps || step_limit_of(report_) == nullptr) return false;
  how_.steps = kStepsOfStates;
  return true;
}

// A cycle of states may lead to another thread's place: whether it is fair, the search cannot tell.
bool SubjectSearch::finds_threads_unequal(Strategy& strategy) {
  const StateMatching* const matching = strategy.capabilities().matching;
  if (matching != nullptr && matching->has_cycle())
    machine_.symmetry().note_observed("states repeat");
  return machine_.symmetry().equal().has_news();
}

void SubjectSearch::judge_cycle_of(Strategy& strategy) {
  const StateMatching* const matching = strategy.capabilities().matching;
  const auto* const lasso = matching == nullptr ? nullptr : matching->fair_cycle();
  if (lasso == nullptr || report_.stop != SearchReport::Stop::kExhausted) return;
  report_.stop = SearchReport::Stop::kFailures;
  auto fair_cycle = judge_fair_cycle({.subject = subject_, .how = how_}, machine_, execution_,
                                     *lasso, report_.executions);
  if (fair_cycle) {
    report_.failures.push_back(std::move(*fair_cycle));
  } else {
    unconfirmed_ =
        "a state is reached again and again, and its schedule did not show it when it was run "
        "again";
  }
}

bool SubjectSearch::must_restart_for_robustness(Strategy& strategy, bool in_all_states) {
  const StateMatching* const matching = strategy.capabilities().matching;
  if (matching == nullptr) return false;
  if (robustness_ == RobustnessPhase::kChecked)
    return !matching->robustness(in_all_states).violation.empty();
  return robustness_ == RobustnessPhase::kUnchecked && how_.memory == memory_model::automatic &&
         how_.bound < 0 && assumes_sequential_consistency(how_, machine_);
}

void SubjectSearch::begin_next_robustness_phase(Strategy& strategy, bool in_all_states) {
  if (robustness_ == RobustnessPhase::kUnchecked) {
    robustness_ = RobustnessPhase::kChecked;
    return;
  }
  robustness_ = RobustnessPhase::kViolated;
  violation_ = strategy.capabilities().matching->robustness(in_all_states).violation;
}

// What follows a failure is not searched, a data race has more executions than the graphs that are
// compared, and so may a loop have that is cut short.
void SubjectSearch::record_robustness(Strategy& strategy) {
  const StateMatching* const matching = strategy.capabilities().matching;
  if (matching == nullptr || robustness_ != RobustnessPhase::kChecked) return;
  const StateMatching::Robustness found = matching->robustness(true);
  const bool all_pass = report_.stop == SearchReport::Stop::kExhausted &&
                        report_.failures.empty() && report_.limited == 0;
  if (!found.violation.empty() || !all_pass || !how_.suppressions.empty()) return;
  if (!machine_.judges_all_races() || machine_.counted_loop_sites() > 0) return;
  machine_.basis().atomic_uses.note_robust();
  if (found.assumes_newest) machine_.basis().added_assumptions.insert(kNewestIfWaited);
}

}  // namespace mcheck
