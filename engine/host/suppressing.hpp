// SPDX-License-Identifier: MIT
// What --suppressions means for one exploration: which races and other failures are none, and how
// often that was so. Lines and functions are asked for once for each new pair of stacks.
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
  // Throws UsageError where the text is none. Races of the machine's program are judged from now
  // on, as long as this lives.
  Suppressing(const std::string& text, Machine& machine, const Execution& execution);

  // A failure that was told: whether it is none. Then it is known from now on.
  bool take(const Failure& failure, const FailureReport& told);
  // Whether it would be.
  [[nodiscard]] bool would_take(const Failure& failure, const FailureReport& told) const {
    return reason_for(failure, told).has_value();
  }
  [[nodiscard]] bool is_empty() const { return suppressions_.all().empty(); }
  // Whether the failure is known to be none; counted.
  bool is_known(const Failure& failure);
  // What was met, for the result, and what "verified" takes for granted because of it.
  void add_to(Result& result) const;
  [[nodiscard]] std::vector<Suppressed> met() const;
  // What was met since this was asked last.
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
  std::vector<Suppressed> told_;       // as news
  std::vector<std::uint64_t> counts_;  // of failures that are no races, by suppression
};

}  // namespace mcheck
