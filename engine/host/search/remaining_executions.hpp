// SPDX-License-Identifier: MIT
// The executions that a schedule leaves open, as far as its quantifier needs them: whether one of
// them passes (for_some), and whether there are two classes of them (exactly_one).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <mcheck/detail/quantifier.hpp>

#include "engine/search/strategy/strategy.hpp"
#include "engine/trace/failures/failure.hpp"
#include "engine/trace/order/class_sum.hpp"

namespace mcheck {

class RemainingExecutions {
 public:
  explicit RemainingExecutions(quantifier asked = quantifier::for_all) : asked_(asked) {}

  [[nodiscard]] quantifier asked() const { return asked_; }

  // An execution of the search has ended.
  void add(const Execution& execution, Ending ending, const std::optional<Failure>& failure);

  // Whether further executions cannot change the answer: one passes, or there are two classes.
  [[nodiscard]] bool is_decided() const { return !deciding_.empty(); }
  [[nodiscard]] std::uint64_t followed() const { return followed_; }
  // Choices of the first execution that follows the schedule, and of the one that decides.
  [[nodiscard]] const std::vector<std::uint16_t>& first() const { return first_; }
  [[nodiscard]] const std::vector<std::uint16_t>& deciding() const { return deciding_; }

 private:
  [[nodiscard]] std::uint64_t class_of(const Execution& execution);

  quantifier asked_;
  std::uint64_t followed_ = 0;
  std::uint64_t first_class_ = 0;
  std::vector<std::uint16_t> first_;
  std::vector<std::uint16_t> deciding_;
  ClassSum class_sum_;
};

}  // namespace mcheck
