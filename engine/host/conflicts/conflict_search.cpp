// SPDX-License-Identifier: MIT
#include "engine/host/conflicts/conflict_search.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "dpor/replay.hpp"
#include "dpor/sampling/conflict_traps.hpp"
#include "engine/host/conflicts/conflict_pairs.hpp"
#include "engine/host/names/variable_names.hpp"
#include "engine/host/report/report_replay.hpp"
#include "engine/host/search/isolation.hpp"
#include "engine/host/search/memory_choice.hpp"
#include "engine/host/self_check/self_check.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/search/driver/search.hpp"

namespace mcheck {
namespace {

// The default number of executions.
constexpr std::uint64_t kExecutions = 1000;

Behaviour conflict_behaviour(const options& how) {
  Behaviour behaviour = behaviour_of(how);
  behaviour.conflicts = true;
  behaviour.plain_points = false;
  behaviour.ignore_races = false;
  return behaviour;
}

std::string counted_noun(std::uint64_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

class ConflictSearch {
 public:
  ConflictSearch(const Subject& subject, const options& how, const std::vector<UserClass>& classes,
                 const Watcher& watcher)
      : subject_(subject),
        how_(how),
        watcher_(watcher),
        machine_(subject.body, conflict_behaviour(how)),
        execution_(identities_),
        pairs_(classes) {
    install_variable_names(identities_);
    connect_to_watcher(machine_, watcher.recorder);
    isolate_if_requested(machine_);
    begin_memory_model(how, machine_, execution_);
    if (machine_.conflicts() == nullptr) {
      throw UsageError("'" + subject.program +
                       "' was written for mcheck: its plain accesses are not observed\n  try      "
                       "mcheck explore, or mcheck c++ with a program as it is");
    }
  }

  ConflictList run() {
    run_with_traps();
    if (worth_running_all()) run_all_schedules();
    list_.program = subject_.program;
    list_.test = subject_.test;
    list_.arguments = subject_.arguments;
    pairs_.add_annotated_classes(*machine_.conflicts());
    list_.pairs =
        pairs_.list([this](const FoundConflict& found) { return replay_conflict(found); });
    // The executions that a race leads to are not ordered, so they were not all explored.
    list_.complete &= !pairs_.any() && !assumes_sequential_consistency(how_, machine_);
    add_remarks();
    return std::move(list_);
  }

 private:
  // Runs one execution without traps, to learn which containers are written before the first drawn
  // one.
  void observe_library_writes() {
    do {
      Replay strategy({});
      (void)run_once(machine_, execution_, strategy, how_, {}, watcher_.recorder);
    } while (must_restart(machine_, execution_));
    widen_container_writes(*machine_.conflicts());
  }

  // Only for what one execution shows: pairs that were found cannot be replayed under another
  // model.
  void use_weak_memory() {
    how_.memory = memory_model::rc11;
    if (watcher_.recorder != nullptr) watcher_.recorder->weak_memory = 1;
    begin_memory_model(how_, machine_, execution_);
  }

  // Draws executions until nothing new is expected or the budget is used up.
  void run_with_traps() {
    observe_library_writes();
    if (needs_weak_memory(how_, machine_)) use_weak_memory();
    const SamplerOptions options{.seed = how_.seed, .steps = how_.steps};
    do {
      ConflictTraps strategy(options, *machine_.conflicts());
      SearchOptions limits = search_limits(kExecutions);
      limits.pause = [&](const SearchReport&) {
        return machine_.needs_isolation() || stop_requested() ||
               (how_.executions == 0 && how_.seconds == 0 && strategy.seems_done());
      };
      report_ = Search(execution_, machine_.executor(), strategy, limits).explore();
      count(report_);
    } while (must_restart(machine_, execution_));
  }

  // For small programs: runs all schedules, if that costs no more than the executions so far.
  [[nodiscard]] bool worth_running_all() const {
    constexpr std::size_t kShort = 300;
    return !stop_requested() && report_.executions > 0 &&
           steps_ / std::max<std::uint64_t>(list_.executions, 1) < kShort;
  }

  void run_all_schedules() {
    options how = how_;
    how.strategy = "optimal";
    how.bound = -1;
    const std::unique_ptr<Strategy> strategy = make_strategy(how);
    SearchOptions limits = search_limits(kExecutions);
    limits.pause = [this](const SearchReport&) { return stop_requested(); };
    if (how_.executions > 0 && limits.executions == 0) return;
    report_ = Search(execution_, machine_.executor(), *strategy, limits).explore();
    count(report_);
    list_.complete = report_.stop == SearchReport::Stop::kExhausted && strategy->exhaustive() &&
                     report_.cut_off == 0 && !machine_.conflicts()->has_silent_writes();
  }

  // A stop request ends the search; what was found so far is reported.
  [[nodiscard]] bool stop_requested() const {
    return watcher_.recorder != nullptr && watcher_.recorder->stop != 0;
  }

  [[nodiscard]] SearchOptions search_limits(std::uint64_t default_executions) {
    SearchOptions limits{.executions = default_executions,
                         .steps = how_.steps,
                         .stop_after = 0,
                         .backtrack = Backtrack::kRerun,
                         .recorder = watcher_.recorder};
    if (how_.executions > 0) {
      limits.executions = how_.executions - std::min(how_.executions, list_.executions);
    } else if (how_.seconds > 0) {
      limits.executions = 0;
    }
    if (how_.seconds > 0) limits.seconds = std::max(how_.seconds - list_.seconds, 0.001);
    limits.on_end = [this](Ending, const std::optional<Failure>&) { collect(); };
    if (watcher_.on_progress && watcher_.recorder != nullptr) {
      limits.on_progress = [this] {
        watcher_.on_progress(
            {.executions = watcher_.recorder->executions, .events = watcher_.recorder->events});
      };
    }
    return limits;
  }

  void collect() {
    ++executions_ended_;
    steps_ += execution_.steps();
    pairs_.add(machine_, execution_, executions_ended_);
    widen_container_writes(*machine_.conflicts());
  }

  void count(const SearchReport& report) {
    list_.executions += report.executions;
    list_.seconds += report.seconds;
    for (const FoundFailure& found : report.failures) {
      failures_.insert(found.failure.message);
    }
    for (const FoundFailure& found : report.limits) failures_.insert(found.failure.message);
    if (!report.divergence) return;
    diverged_ = "it did this: " + report.divergence->before +
                "; under the same schedule it now did this: " + report.divergence->now;
  }

  // The schedule up to the conflict; "": it does not lead to the conflict again.
  std::string replay_conflict(const FoundConflict& found) {
    Conflicts& conflicts = *machine_.conflicts();
    conflicts.stop_at(found.conflict.id);
    Replay strategy(found.chosen);
    (void)run_once(machine_, execution_, strategy, how_, {}, watcher_.recorder);
    conflicts.stop_at(0);
    if (!conflicts.reached()) return "";
    return to_token({.program = subject_.program,
                     .test = subject_.test,
                     .arguments = subject_.arguments,
                     .spurious = how_.spurious,
                     .timeouts = how_.timeouts,
                     .steps = how_.steps == options{}.steps ? 0 : how_.steps,
                     .any_exit_status = how_.any_exit_status,
                     .weak_memory = how_.memory == memory_model::rc11,
                     .nondet_from = how_.nondet_from,
                     .nondet_to = how_.nondet_to,
                     .conflict = found.hash,
                     .chosen = choices_of(execution_)});
  }

  void add_remarks() {
    if (pairs_.not_replayed() > 0) {
      list_.complete = false;
      list_.remarks.push_back(counted_noun(pairs_.not_replayed(), "pair") +
                              " did not replay, and are not reported: mcheck doctor");
    }
    if (pairs_.without_user_code() > 0) {
      list_.remarks.push_back(counted_noun(pairs_.without_user_code(), "pair") +
                              " lie outside of all code with debug information");
    }
    if (!diverged_.empty()) list_.remarks.push_back("it did not repeat itself: " + diverged_);
    std::size_t remaining = 3;
    for (const std::string& failure : failures_) {
      if (remaining-- == 0) break;
      list_.remarks.push_back("executions failed besides (mcheck explore): " + failure);
    }
    for (std::string& remark : isolation_remarks(machine_)) {
      list_.remarks.push_back(std::move(remark));
    }
  }

  const Subject& subject_;
  options how_;
  const Watcher& watcher_;
  Identities identities_;
  Machine machine_;
  Execution execution_;
  ConflictPairs pairs_;
  SearchReport report_;
  ConflictList list_;
  std::uint64_t executions_ended_ = 0;
  std::uint64_t steps_ = 0;
  std::set<std::string> failures_;
  std::string diverged_;
};

}  // namespace

ConflictList search_conflicts(const Subject& subject, const options& how,
                              const std::vector<UserClass>& classes, const Watcher& watcher) {
  require_instrumentation();
  return ConflictSearch(subject, how, classes, watcher).run();
}

}  // namespace mcheck
