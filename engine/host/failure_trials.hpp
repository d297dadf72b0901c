// SPDX-License-Identifier: MIT
// Runs schedules of one failure, and knows which of them show it: the same bug (trace/bug.hpp), not
// the same words, so that a plainer schedule may be one of other threads.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dpor/trials.hpp"
#include "engine/host/retelling.hpp"

namespace mcheck {

class FailureTrials {
 public:
  // With places noted, if those count.
  FailureTrials(const Searched& searched, Machine& machine, Execution& execution,
                const FoundFailure& found, bool places);

  // Whether the schedule fails as it should; the execution is the one that did, or did not.
  bool shows(const std::vector<Move>& moves);
  // Of the schedules that were found, the first that shows it. From then on the same bug will do.
  [[nodiscard]] const std::vector<Move>* first_good();

  // What the schedule that was run last failed by, or did instead.
  [[nodiscard]] const Failure& failure() const { return failure_; }
  [[nodiscard]] const std::string& instead() const { return instead_; }
  [[nodiscard]] const Trials& trials() const { return trials_; }

  // Whether other schedules of it may be looked for: there may be others, and to look for them does
  // no harm.
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
