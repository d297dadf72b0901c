// SPDX-License-Identifier: MIT
#include "programs/mcheck/orders/order_patch.hpp"

#include <catch2/catch.hpp>

namespace mcheck::command::order_patch_test {

TEST_CASE("an order is changed where the call spells it") {
  const SpelledOrder order{.column = 8, .now = "seq_cst", .wanted = "release"};
  CHECK(with_order("  flag.store(true, std::memory_order_seq_cst);", order) ==
        "  flag.store(true, std::memory_order_release);");
  CHECK(with_order("  flag.store(true, std::memory_order::seq_cst);", order) ==
        "  flag.store(true, std::memory_order::release);");
}

TEST_CASE("of two orders in a call, the second is that of failing") {
  const std::string line =
      "while (!top.compare_exchange_weak(a, f(b, c), memory_order_acq_rel, memory_order_acquire)) "
      "{";
  CHECK(with_order(line, {.column = 34, .which = 1, .now = "acquire", .wanted = "relaxed"}) ==
        "while (!top.compare_exchange_weak(a, f(b, c), memory_order_acq_rel, "
        "memory_order_relaxed)) {");
  CHECK(with_order(line, {.column = 34, .which = 0, .now = "acq_rel", .wanted = "release"}) ==
        "while (!top.compare_exchange_weak(a, f(b, c), memory_order_release, "
        "memory_order_acquire)) {");
}

TEST_CASE("an order in a macro is changed if it is the only one there") {
  CHECK(with_order("  assert(data.load(memory_order_seq_cst) == 1);",
                   {.column = 3, .now = "seq_cst", .wanted = "relaxed"}) ==
        "  assert(data.load(memory_order_relaxed) == 1);");
  CHECK(with_order("  assert(a.load(memory_order_seq_cst) == b.load(memory_order_seq_cst));",
                   {.column = 3, .now = "seq_cst", .wanted = "relaxed"})
            .empty());
}

TEST_CASE("an order that the line does not spell is left to the user") {
  CHECK(with_order("  flag.store(true);", {.column = 8, .now = "seq_cst", .wanted = "release"})
            .empty());
  CHECK(with_order("  flag = true;", {.column = 3, .now = "seq_cst", .wanted = "release"}).empty());
  CHECK(with_order("  store(memory_order_relaxed);",
                   {.column = 3, .now = "seq_cst", .wanted = "release"})
            .empty());
}

}  // namespace mcheck::command::order_patch_test
