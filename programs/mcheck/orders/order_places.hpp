// SPDX-License-Identifier: MIT
// The places of a program's atomic operations, each with the memory order that it is to have.
#pragma once

#include <string>
#include <vector>

#include "engine/trace/results/order_site.hpp"
#include "engine/trace/results/result.hpp"
#include "engine/trace/semantics/order_change.hpp"

namespace mcheck::command {

struct OrderPlace {
  OrderSite site;
  MemoryOrder now = MemoryOrder::kSeqCst;  // in the code
  bool varies = false;                     // from time to time: then it is not changed
};

// By place; equal to the code where nothing is changed.
using OrderSettings = std::vector<OrderSetting>;

class OrderPlaces {
 public:
  // Adds the sites that are new, and returns whether there were any.
  bool add(const std::vector<OrderSite>& sites);

  [[nodiscard]] const std::vector<OrderPlace>& all() const { return places_; }
  [[nodiscard]] std::size_t size() const { return places_.size(); }
  // As in the code.
  [[nodiscard]] OrderSettings unchanged() const;
  [[nodiscard]] bool is_changed(const OrderSettings& settings, std::size_t place) const;
  [[nodiscard]] std::size_t changed_count(const OrderSettings& settings) const;
  // For --orders.
  [[nodiscard]] std::string orders_text(const OrderSettings& settings) const;

  // Local variables have names in a report, and numbers where they are changed.
  void name_objects_as_in(const std::vector<TraceStep>& trace);

  // "ring.cpp:12"; with the column if the line has another such operation.
  [[nodiscard]] std::string location(std::size_t place) const;
  // "store flag", "fence".
  [[nodiscard]] std::string operation(std::size_t place) const;

 private:
  [[nodiscard]] std::string short_file(const std::string& file) const;

  std::vector<OrderPlace> places_;
};

}  // namespace mcheck::command
