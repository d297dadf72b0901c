// SPDX-License-Identifier: MIT
// Applies --suppressions to one exploration: which races and other failures are none, and how often
// each was. Symbols are resolved once for each new pair of stacks.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/runtime/machine.hpp"
#include "engine/trace/result.hpp"
#include "engine/trace/suppressions.hpp"

namespace mcheck {

class Suppressing {
 public:
  // Throws UsageError if the text is malformed. While this object lives, it judges the races of the
  // machine's program.
  Suppressing(const std::string& text, Machine& machine, const Execution& execution);

  // Whether a replayed failure is suppressed. If so, it is known from now on.
  bool take(const Failure& failure, const FailureReport& told);
  // Whether suppress() would return true.
  [[nodiscard]] bool would_take(const Failure& failure, const FailureReport& told) const {
    return reason_for(failure, told).has_value();
  }
  [[nodiscard]] bool is_empty() const { return suppressions_.all().empty(); }
  // Whether the failure is known to be suppressed; counts it.
  bool is_known(const Failure& failure);
  // Adds what was suppressed to the result, with the assumptions of "verified".
  void add_to(Result& result) const;
  [[nodiscard]] std::vector<Suppressed> met() const;
  // What was suppressed since the last call.
  [[nodiscard]] std::vector<Suppressed> news();

 private:
  [[nodiscard]] std::optional<std::size_t> judge(const Race& race);
  [[nodiscard]] std::optional<std::size_t> reason_for(const Failure& failure,
                                                      const FailureReport& told) const;

  Suppressions suppressions_;
  Machine& machine_;
  const Execution& execution_;
  std::map<std::pair<Backtrace, Backtrace>, std::optional<std::size_t>> judged_;
  std::vector<std::pair<Failure, std::size_t>> known_;
  std::vector<Suppressed> told_;       // by added()
  std::vector<std::uint64_t> counts_;  // of suppressed failures other than races, by suppression
};

}  // namespace mcheck
