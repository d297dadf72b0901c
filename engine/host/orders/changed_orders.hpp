// SPDX-License-Identifier: MIT
// Puts other memory orders into force than the program was compiled with. Without any, operations
// take the same way as ever.
#pragma once

#include <string>
#include <vector>

#include "engine/include/mcheck/explore.hpp"
#include "engine/trace/results/order_site.hpp"

namespace mcheck {

// By options::orders, and lists places for options::list_orders. Throws UsageError.
void change_orders(const options& how);

// The places of atomic operations and fences that this process has reached since, by location.
[[nodiscard]] std::vector<OrderSite> reached_order_sites();
// A remark for each change whose place was not reached.
[[nodiscard]] std::vector<std::string> unreached_changes();

}  // namespace mcheck
