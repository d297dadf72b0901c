// SPDX-License-Identifier: MIT
// The warnings of a search since they were last taken.
#pragma once

#include <utility>
#include <vector>

#include "engine/host/report/report_replay.hpp"
#include "engine/search/failures/lock_order.hpp"

namespace mcheck {

class NewWarnings {
 public:
  // At the end of an execution.
  void look_at(const Execution& execution) { order_.analyse(execution); }
  // Runs the schedules of new warnings again.
  void report(const SearchRequest& request, Machine& machine, Execution& execution);
  [[nodiscard]] std::vector<Warning> take() { return std::exchange(warnings_, {}); }

 private:
  LockOrder order_;
  std::size_t inversions_reported_ = 0;
  std::size_t misuses_reported_ = 0;
  std::vector<Warning> warnings_;
};

}  // namespace mcheck
