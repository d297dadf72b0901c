// SPDX-License-Identifier: MIT
// Runs schedules of one failure and decides which of them show it: the same bug
// (engine/trace/failures/bug.hpp), not the same message, so a simpler schedule may be one of other
// threads.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dpor/minimise/trial_runs.hpp"
#include "engine/host/report/report_replay.hpp"

namespace mcheck {

class FailureTrialRuns {
 public:
  // `stacks`: capture call stacks, because they are compared.
  FailureTrialRuns(const SearchRequest& request, Machine& machine, Execution& execution,
                   const FoundFailure& found, bool stacks);

  // Whether the schedule shows the failure. The execution is afterwards the one that was run.
  bool reproduces(const std::vector<Transition>& transitions);
  // The first of the found schedules that shows the failure. Afterwards any schedule of the same
  // bug counts.
  [[nodiscard]] const std::vector<Transition>* first_reproducing();

  // The failure of the last schedule, or what it did instead.
  [[nodiscard]] const Failure& failure() const { return failure_; }
  [[nodiscard]] const std::string& mismatch() const { return mismatch_; }
  [[nodiscard]] const TrialRuns& trials() const { return trial_runs_; }

  // Whether other schedules may be searched for: others can exist, and running them is safe.
  [[nodiscard]] bool may_run_others() const;

 private:
  [[nodiscard]] std::string text_of(const Failure& failure) const;
  [[nodiscard]] std::vector<Backtrace> stacks() const;
  [[nodiscard]] bool at_same_locations();
  SearchReport run(Strategy& strategy, SearchOptions options);

  const SearchRequest& request_;
  Machine& machine_;
  Execution& execution_;
  const FoundFailure& found_;
  bool captures_stacks_;
  std::string text_;  // empty until a schedule has shown it
  std::vector<Backtrace> stacks_;
  Failure failure_;
  std::string mismatch_;
  TrialRuns trial_runs_;
};

}  // namespace mcheck
