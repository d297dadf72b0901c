// SPDX-License-Identifier: MIT
// Memory orders of a program, changed where it runs: what `--orders` says.
//
//   ring.cpp:12:store=release        the store in that line
//   ring.cpp:12:7:store=release      the one that begins in column 7, if there are several
//   ring.cpp:20:compare_exchange_failure=relaxed
//   ring.cpp:31:fence=none           the fence is not there
//   ring.cpp:31:load=fenced          a seq_cst fence before it
//   *=acq_rel                        every operation, unless its order is stronger
//
// Several are separated by commas. Operations have the names of reports. For one place, a later
// change replaces an earlier one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/trace/semantics/operation.hpp"

namespace mcheck {

// What an order is changed to.
struct OrderSetting {
  enum class Kind : std::uint8_t { kOrder, kRemoved, kFenced };
  Kind kind = Kind::kOrder;
  MemoryOrder order = MemoryOrder::kRelaxed;

  friend bool operator==(const OrderSetting&, const OrderSetting&) = default;
};

struct OrderChange {
  std::string file;  // or its last parts; empty: every operation
  int line = 0;
  int column = 0;  // 0: any
  std::string operation{};
  OrderSetting setting{};

  friend bool operator==(const OrderChange&, const OrderChange&) = default;
};

// The operation of the order that a compare-exchange has if it fails.
inline constexpr std::string_view kFailureOrder = "compare_exchange_failure";

[[nodiscard]] std::string text_of(OrderSetting setting);
[[nodiscard]] std::string text_of(const std::vector<OrderChange>& changes);
// The changes, or what is wrong with the text.
[[nodiscard]] std::variant<std::vector<OrderChange>, std::string> parse_order_changes(
    std::string_view text);

// "ring.cpp" is a name of "/src/ring.cpp".
[[nodiscard]] bool is_name_of_file(std::string_view name, std::string_view file);

// Whether the model decides on the order of such an operation.
[[nodiscard]] bool has_order(Kind kind);
// Whether an operation of that name may have the order.
[[nodiscard]] bool allows(std::string_view operation, OrderSetting setting);
// Whether every execution with the first order is one with the second.
[[nodiscard]] bool is_as_strong(MemoryOrder first, MemoryOrder second);
// The weakest order that is as strong as both. REQUIRES: the operation may have it.
[[nodiscard]] MemoryOrder stronger_of(std::string_view operation, MemoryOrder a, MemoryOrder b);
// The orders that the operation may have and that are weaker than this one, the weakest first. A
// fence is not there, or has an order.
[[nodiscard]] std::vector<OrderSetting> weaker_settings(std::string_view operation,
                                                        MemoryOrder order);

}  // namespace mcheck
