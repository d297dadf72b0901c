// SPDX-License-Identifier: MIT
// The missing order of a report: of a bug that the memory model allows, the fewest stronger orders
// with which the test is verified. They are found by exploring with other orders, not by pattern.
#pragma once

#include <string>

#include "programs/mcheck/orders/order_search.hpp"

namespace mcheck::command {

// "store flag at mp.cpp:11 release (is relaxed)"
[[nodiscard]] std::string change_text(const OrderPlaces& places, const OrderSettings& settings,
                                      std::size_t place);
// "store …, load …: with both, 3 executions are verified"
[[nodiscard]] std::string missing_text(const OrderPlaces& places, const StrongerOrders& missing);

// Adds it to the first failure of a result under rc11, within the time to minimise.
void add_missing_order(const Invocation& invocation, ProgramInfo& program, Result& result);

}  // namespace mcheck::command
