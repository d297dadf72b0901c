// SPDX-License-Identifier: MIT
// A place in the program's code where an atomic operation or a fence was reached, and its memory
// order there. A compare-exchange has two: that of failing is separate.
#pragma once

#include <string>
#include <vector>

#include "engine/base/json.hpp"

namespace mcheck {

struct OrderSite {
  std::string file;  // as the compiler wrote it
  int line = 0;
  int column = 0;         // 0: unknown
  std::string operation;  // "store", "fetch_add", "compare_exchange_failure"
  std::string object;     // the first one reached; "" for a fence
  std::string order;      // as in the code; "" if it differs from time to time

  friend bool operator==(const OrderSite&, const OrderSite&) = default;
};

[[nodiscard]] Json to_json(const OrderSite& site);
[[nodiscard]] OrderSite order_site_from_json(const Json& json);

}  // namespace mcheck
