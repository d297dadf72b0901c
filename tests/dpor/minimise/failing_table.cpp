// SPDX-License-Identifier: MIT
#include "tests/dpor/minimise/failing_table.hpp"

#include <algorithm>

#include "dpor/replay.hpp"
#include "dpor/sampling/random_walk.hpp"
#include "tests/support/generators/random_programs.hpp"
#include "tests/support/oracle/enumerate.hpp"
#include "tests/support/table/table_schedule.hpp"

namespace failing {

table::StatePredicate FailingProgram::fails() const {
  return [failing_text = failing_state](const table::FinalState& state) {
    return failing_text.empty() ? state.deadlock() : table::text(state) == failing_text;
  };
}

table::StatePredicate FailingProgram::passes() const {
  return [failing_text = failing_state](const table::FinalState& state) {
    return !state.deadlock() && (failing_text.empty() || table::text(state) != failing_text);
  };
}

std::optional<FailingProgram> random_failing_program(std::uint64_t seed, std::uint64_t limit) {
  const table::Shape shape{.theme = table::kThemes.at(seed % table::kThemes.size()),
                           .max_threads = 2 + static_cast<int>(seed % 3),
                           .max_statements = 4,
                           .max_total_statements = 8,
                           .stops = false};
  FailingProgram failing_program{.program = table::random_program(seed, shape),
                                 .failing_state = {}};
  const table::Enumeration all = table::enumerate(failing_program.program, -1, limit);
  // Half of the failures take at least one preemption, a quarter two.
  const int excluded_bound = static_cast<int>(seed % 4) - 2;
  table::Enumeration excluded;
  if (excluded_bound >= 0)
    excluded = table::enumerate(failing_program.program, excluded_bound, limit);
  if (!all.complete || all.final_states.size() < 2) return std::nullopt;
  const bool may_deadlock = all.deadlocks > 0 && all.deadlocks < all.schedules;
  if (may_deadlock && excluded.deadlocks == 0 && seed % 3 == 0) return failing_program;
  // The final state that is reached least.
  std::uint64_t least = all.schedules;
  int passing = 0;
  for (const auto& [state, count] : all.final_states) {
    if (state.find("stuck") != std::string::npos) continue;
    ++passing;
    if (count >= least || excluded.final_states.contains(state)) continue;
    least = count;
    failing_program.failing_state = state;
  }
  if (passing < 2 || failing_program.failing_state.empty()) return std::nullopt;
  return failing_program;
}

// A table executor; an execution that ends in the failing state fails.
class FailureRunner::Executor final : public mcheck::Executor {
 public:
  Executor(const FailingProgram& failing_program, const mcheck::Execution& execution)
      : failing_program_(failing_program), execution_(execution), inner_(failing_program.program) {}

  void begin(mcheck::Execution& execution) override { inner_.begin(execution); }
  std::optional<mcheck::Failure> failure_at_end() override {
    const std::string state = inner_.final_state(execution_);
    if (failing_program_.failing_state.empty() || state != failing_program_.failing_state)
      return std::nullopt;
    return mcheck::Failure{.kind = mcheck::FailureKind::kCheck, .message = "ends in " + state};
  }
  void create(mcheck::ThreadId child, const mcheck::Operation& spawn) override {
    inner_.create(child, spawn);
  }
  const mcheck::Step& resume(mcheck::ThreadId thread, const mcheck::Outcome& result) override {
    return inner_.resume(thread, result);
  }
  std::optional<Snapshot> snapshot() override { return inner_.snapshot(); }
  void restore(Snapshot snapshot) override { inner_.restore(snapshot); }
  void forget(Snapshot snapshot) override { inner_.forget(snapshot); }

  [[nodiscard]] const table::TableExecutor& inner() const { return inner_; }

 private:
  const FailingProgram& failing_program_;
  const mcheck::Execution& execution_;
  table::TableExecutor inner_;
};

FailureRunner::FailureRunner(const FailingProgram& failing_program)
    : failing_program_(failing_program),
      executor_(std::make_unique<Executor>(failing_program, execution_)),
      trial_runs_{.execution = execution_, .run = {}, .may_be_same = {}, .reproduces = {}} {
  trial_runs_.run = [this](mcheck::Strategy& strategy, mcheck::SearchOptions options) {
    return mcheck::Search(execution_, *executor_, strategy, std::move(options)).explore();
  };
  trial_runs_.may_be_same = [this](const mcheck::Failure& failure) {
    return failing_program_.failing_state.empty()
               ? mcheck::is_deadlock(failure.kind) ||
                     failure.kind == mcheck::FailureKind::kPartialDeadlock
               : failure.kind == mcheck::FailureKind::kCheck;
  };
  trial_runs_.reproduces = [this](const std::vector<mcheck::Transition>& transitions) {
    mcheck::TransitionReplay follow(transitions);
    const mcheck::SearchReport report = trial_runs_.run(follow, {.executions = 1, .stop_after = 1});
    return !report.failures.empty() && trial_runs_.may_be_same(report.failures[0].failure);
  };
}

FailureRunner::~FailureRunner() = default;

std::optional<std::vector<mcheck::Transition>> FailureRunner::find_random_failure(
    std::uint64_t seed) {
  mcheck::RandomWalk walk(mcheck::SamplerOptions{.seed = seed});
  std::optional<std::vector<mcheck::Transition>> found;
  mcheck::TrialBudget budget(10, 200'000);
  (void)trial_runs_.run_until_match(
      walk, budget, [&](mcheck::Ending ending, const std::optional<mcheck::Failure>& failure) {
        if (ending != mcheck::Ending::kFailed) return false;
        if (!trial_runs_.may_be_same(*failure)) return false;
        found = mcheck::transitions_of(execution_);
        return true;
      });
  return found;
}

std::vector<table::ScheduleStep> FailureRunner::oracle_schedule(
    const std::vector<mcheck::Transition>& transitions) {
  (void)trial_runs_.reproduces(transitions);
  return table::schedule_of(execution_, executor_->inner());
}

}  // namespace failing
