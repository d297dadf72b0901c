// SPDX-License-Identifier: MIT
// Runs schedules of one failure and decides which of them show it: the same bug
// (engine/trace/bug.hpp), not the same message, so a simpler schedule may be one of other threads.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dpor/trials.hpp"
#include "engine/host/retelling.hpp"

namespace mcheck {

class FailureTrials {
 public:
  // `stacks`: capture call stacks, because they are compared.
  FailureTrials(const Searched& searched, Machine& machine, Execution& execution,
                const FoundFailure& found, bool places);

  // Whether the schedule shows the failure. The execution is afterwards the one that was run.
  bool shows(const std::vector<Move>& moves);
  // The first of the found schedules that shows the failure. Afterwards any schedule of the same
  // bug counts.
  [[nodiscard]] const std::vector<Move>* first_good();

  // The failure of the last schedule, or what it did instead.
  [[nodiscard]] const Failure& failure() const { return failure_; }
  [[nodiscard]] const std::string& instead() const { return instead_; }
  [[nodiscard]] const Trials& trials() const { return trials_; }

  // Whether other schedules may be searched for: others can exist, and running them is safe.
  [[nodiscard]] bool may_look() const;

 private:
  [[nodiscard]] std::string text_of(const Failure& failure) const;
  [[nodiscard]] std::vector<Backtrace> places() const;
  [[nodiscard]] bool at_same_places();
  SearchReport run(Strategy& strategy, SearchOptions options);

  const Searched& searched_;
  Machine& machine_;
  Execution& execution_;
  const FoundFailure& found_;
  bool notes_places_;
  std::string text_;  // empty until a schedule has shown it
  std::vector<Backtrace> places_;
  Failure failure_;
  std::string instead_;
  Trials trials_;
};

}  // namespace mcheck
