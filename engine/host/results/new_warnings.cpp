// SPDX-License-Identifier: MIT
#include "engine/host/results/new_warnings.hpp"

#include <span>

#include "engine/host/results/lock_order_report.hpp"
#include "engine/host/results/misuse_report.hpp"

namespace mcheck {

void NewWarnings::report(const SearchRequest& request, Machine& machine, Execution& execution) {
  const auto inversions = order_.found().subspan(inversions_reported_);
  inversions_reported_ = order_.found().size();
  for (Warning& each : report_inversions(request, machine, execution, inversions, true))
    warnings_.push_back(std::move(each));
  const std::span misuses(machine.defined_misuses().all);
  add_misuses(warnings_, misuses.subspan(misuses_reported_));
  misuses_reported_ = misuses.size();
}

}  // namespace mcheck
