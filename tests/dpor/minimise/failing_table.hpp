// SPDX-License-Identifier: MIT
// Table programs that fail: in a deadlock, or in a final state that counts as a failure.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dpor/minimise/trial_runs.hpp"
#include "engine/search/execution/execution.hpp"
#include "tests/support/oracle/simplest.hpp"
#include "tests/support/table/table_executor.hpp"

namespace failing {

// A program, and the failure in question.
struct FailingProgram {
  table::Program program;
  std::string failing_state;  // the text of a final state; empty: a deadlock

  // The failure; and an execution without any.
  [[nodiscard]] table::StatePredicate fails() const;
  [[nodiscard]] table::StatePredicate passes() const;
};

// A program of that seed that fails in some of its schedules, of at most `limit`, and passes in
// others.
[[nodiscard]] std::optional<FailingProgram> random_failing_program(std::uint64_t seed,
                                                                   std::uint64_t limit);

// Runs schedules of a failing program.
class FailureRunner {
 public:
  explicit FailureRunner(const FailingProgram& failing_program);
  ~FailureRunner();

  [[nodiscard]] const mcheck::TrialRuns& trial_runs() const { return trial_runs_; }
  // A schedule that shows the failure, drawn by a random walk with that seed.
  [[nodiscard]] std::optional<std::vector<mcheck::Transition>> find_random_failure(
      std::uint64_t seed);
  // The schedule in the terms of the oracle.
  [[nodiscard]] std::vector<table::ScheduleStep> oracle_schedule(
      const std::vector<mcheck::Transition>& transitions);

 private:
  class Executor;

  const FailingProgram& failing_program_;
  mcheck::Identities identities_;
  mcheck::Execution execution_{identities_};
  std::unique_ptr<Executor> executor_;
  mcheck::TrialRuns trial_runs_;
};

}  // namespace failing
