// SPDX-License-Identifier: MIT
// Applies --suppressions to one exploration: which races and other failures are none, and how often
// each was. Symbols are resolved once for each new pair of stacks.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/runtime/machine/machine.hpp"
#include "engine/trace/failures/suppressions.hpp"
#include "engine/trace/results/result.hpp"

namespace mcheck {

class SuppressionFilter {
 public:
  // Throws UsageError if the text is malformed. While this object lives, it judges the races of the
  // machine's program.
  SuppressionFilter(const std::string& text, Machine& machine, const Execution& execution);

  // Whether a replayed failure is suppressed. If so, it is known from now on.
  bool suppress(const Failure& failure, const FailureReport& reported);
  // Whether suppress() would return true.
  [[nodiscard]] bool would_suppress(const Failure& failure, const FailureReport& reported) const {
    return matching_suppression(failure, reported).has_value();
  }
  [[nodiscard]] bool is_empty() const { return suppressions_.all().empty(); }
  // Whether the failure is known to be suppressed; counts it.
  bool is_known(const Failure& failure);
  // Adds what was suppressed to the result, with the assumptions of "verified".
  void add_to(Result& result) const;
  [[nodiscard]] std::vector<Suppressed> matched() const;
  // What was suppressed since the last call.
  [[nodiscard]] std::vector<Suppressed> added();

 private:
  [[nodiscard]] std::optional<std::size_t> suppression_for(const Race& race);
  [[nodiscard]] std::optional<std::size_t> matching_suppression(
      const Failure& failure, const FailureReport& reported) const;

  Suppressions suppressions_;
  Machine& machine_;
  const Execution& execution_;
  std::map<std::pair<Backtrace, Backtrace>, std::optional<std::size_t>> judged_;
  std::vector<std::pair<Failure, std::size_t>> known_;
  std::vector<Suppressed> reported_;   // by added()
  std::vector<std::uint64_t> counts_;  // of suppressed failures other than races, by suppression
};

}  // namespace mcheck
