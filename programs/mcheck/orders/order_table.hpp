// SPDX-License-Identifier: MIT
// What `mcheck orders` found for one test: a row for each place.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/json.hpp"
#include "engine/trace/results/result.hpp"

namespace mcheck::command {

// How the order in the code compares with the weakest one that was found.
enum class OrderVerdict : std::uint8_t {
  kWeakest,
  kNeeded,
  kStronger,
  kTooWeak,
  kUndecided,
  kVaries
};

struct OrderRow {
  OrderSite site;
  std::string place;      // "ring.cpp:12"
  std::string operation;  // "store flag"
  std::string weakest;    // "release", "none", "fenced"
  OrderVerdict verdict = OrderVerdict::kNeeded;
  std::string weaker;    // the next weaker order that was tried; "" if there is none
  std::string schedule;  // of a bug with it
  std::string reason;    // why that exploration was not decided
};

struct OrderTable {
  std::string program;  // as typed
  std::string test;
  std::vector<std::string> arguments;
  Verdict verdict = Verdict::kIncomplete;  // of the code as it is
  std::string reason;                      // why not verified: the bug, or what was not decided
  std::string schedule;                    // of the bug
  std::vector<std::string> assumptions{};  // beyond RC11
  std::string missing;                     // the missing order; "" if there is none
  bool complete = false;                   // the rows are the end of the search
  std::vector<OrderRow> rows;
  std::uint64_t executions = 0;  // with the weakest orders
  std::size_t explorations = 0;
  std::size_t from_cache = 0;
  double seconds = 0;
};

[[nodiscard]] const char* name_of(OrderVerdict verdict);
[[nodiscard]] std::string order_text(const OrderTable& table, bool brief);
[[nodiscard]] Json order_json(const std::vector<OrderTable>& tables);

}  // namespace mcheck::command
