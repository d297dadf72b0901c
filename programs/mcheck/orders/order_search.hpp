// SPDX-License-Identifier: MIT
// The weakest memory orders with which a test is still verified, and, where a bug is found with the
// orders of the code, the fewest stronger ones that forbid it.
//
// Stronger orders allow fewer executions. So one pass over the places, each made as weak as
// possible with the others as they are by then, ends in a local minimum: no single order can be
// weaker. Another combination, which is no stronger and no weaker, may exist.
//
// An exploration that is incomplete never counts as verified.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "programs/mcheck/orders/order_explorer.hpp"
#include "programs/mcheck/orders/order_places.hpp"

namespace mcheck::command {

// Of a place: the strongest setting tried that is weaker than the one it has in the end.
struct TriedOrder {
  OrderSetting setting;
  OrderOutcome outcome;
};

// Stronger orders of some places with which the test is verified.
struct StrongerOrders {
  OrderSettings settings;
  std::uint64_t executions = 0;
  bool is_smallest = false;  // no single change is enough, or there is one only
};

class OrderSearch {
 public:
  explicit OrderSearch(OrderExplorer& explorer) : explorer_(explorer) {}

  // Explores with the orders of the code.
  const OrderOutcome& explore_unchanged();
  // If that found a bug: the fewest stronger orders; no value if even the strongest have it, or if
  // the time was over.
  std::optional<StrongerOrders> find_missing();
  // From verified settings on, one place after another as weak as possible. Returns the settings,
  // which are verified as a whole.
  OrderSettings weaken(OrderSettings settings);

  [[nodiscard]] const OrderPlaces& places() const { return places_; }
  // By place; no value: it cannot be weaker.
  [[nodiscard]] const std::optional<TriedOrder>& next_weaker(std::size_t place) const {
    return next_weaker_[place];
  }
  // With the orders that find_missing() began with: why it found none.
  [[nodiscard]] const OrderOutcome& strongest() const { return strongest_; }

 private:
  [[nodiscard]] OrderOutcome explore(const OrderSettings& settings) {
    return explorer_.explore(places_.orders_text(settings));
  }
  [[nodiscard]] OrderSettings strengthened(MemoryOrder order) const;
  [[nodiscard]] std::optional<OrderSettings> verified_with(MemoryOrder order);
  void reduce(OrderSettings& settings);
  [[nodiscard]] std::optional<StrongerOrders> single_change(MemoryOrder order);
  [[nodiscard]] std::optional<StrongerOrders> with_fences();
  [[nodiscard]] StrongerOrders stronger(OrderSettings settings);
  void weaken_place(OrderSettings& settings, std::size_t place);

  OrderExplorer& explorer_;
  OrderPlaces places_;
  OrderOutcome unchanged_;
  OrderOutcome strongest_;
  std::vector<std::optional<TriedOrder>> next_weaker_;
};

}  // namespace mcheck::command
