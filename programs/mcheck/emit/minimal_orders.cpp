// SPDX-License-Identifier: MIT
#include "programs/mcheck/emit/minimal_orders.hpp"

#include <algorithm>

#include "programs/mcheck/emit/gates_text.hpp"

namespace mcheck::command {
namespace {

using Orders = std::vector<StepOrder>;

Orders without(const Orders& orders, std::size_t begin, std::size_t count) {
  Orders rest = orders;
  const auto from = rest.begin() + static_cast<std::ptrdiff_t>(begin);
  rest.erase(from, from + static_cast<std::ptrdiff_t>(std::min(count, orders.size() - begin)));
  return rest;
}

// Removes halves, then quarters, at last single orders, until none can be removed.
Orders reduced(Orders orders, const ForcesFailure& forces) {
  for (std::size_t size = std::max<std::size_t>(orders.size() / 2, 1);;) {
    bool removed = false;
    for (std::size_t begin = 0; begin < orders.size();) {
      Orders rest = without(orders, begin, size);
      if (forces(rest)) {
        orders = std::move(rest);
        removed = true;
      } else {
        begin += size;
      }
    }
    if (size == 1 && !removed) return orders;
    size = std::max<std::size_t>(size / 2, 1);
  }
}

}  // namespace

Orders last_that_fit(const Orders& orders) {
  Orders last = orders;
  while (steps_of(last).size() > kMaxEvents || last.size() > kMaxEvents) last.erase(last.begin());
  return last;
}

std::optional<Orders> minimal_orders(const StepOrders& found, const ForcesFailure& forces) {
  if (forces({})) return Orders{};
  if (!found.decisive.empty() && forces(found.decisive)) return found.decisive;
  const Orders fitting = last_that_fit(found.orders);
  if (forces(fitting)) return reduced(fitting, forces);
  return std::nullopt;
}

}  // namespace mcheck::command
