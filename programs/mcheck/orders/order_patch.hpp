// SPDX-License-Identifier: MIT
// Memory orders written into source files: a unified diff where the order is spelled in the call,
// and a list of the others.
#pragma once

#include <string>
#include <vector>

#include "programs/mcheck/orders/order_table.hpp"

namespace mcheck::command {

struct OrderPatch {
  std::string diff;               // for `patch -p0`; "" if nothing can be written
  std::vector<std::string> rest;  // "ring.cpp:12: store flag release (is seq_cst)"
};

// From the orders in the code to the weakest ones.
[[nodiscard]] OrderPatch order_patch(const OrderTable& table);

struct SpelledOrder {
  int column = 0;  // where the call is, from 1; 0: anywhere in the line
  int which = 0;   // the first order of the call, or the second, which is that of failing
  std::string now;
  std::string wanted;
};
// The line with the order changed; empty if it is not spelled there.
[[nodiscard]] std::string with_order(const std::string& line, const SpelledOrder& order);

}  // namespace mcheck::command
