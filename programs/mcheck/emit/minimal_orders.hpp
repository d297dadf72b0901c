// SPDX-License-Identifier: MIT
// The fewest orders of steps that force a failure: under them each execution fails in the same way,
// and without any one of them, others do not.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "programs/mcheck/emit/step_orders.hpp"

namespace mcheck::command {

// Whether each execution that follows these orders fails.
using ForcesFailure = std::function<bool(const std::vector<StepOrder>& orders)>;

// All orders that a schedule file can hold: those of the last steps, since the failure is at the
// end.
[[nodiscard]] std::vector<StepOrder> last_that_fit(const std::vector<StepOrder>& orders);

// No value: not even all orders that a schedule file can hold force it.
[[nodiscard]] std::optional<std::vector<StepOrder>> minimal_orders(const StepOrders& found,
                                                                   const ForcesFailure& forces);

}  // namespace mcheck::command
