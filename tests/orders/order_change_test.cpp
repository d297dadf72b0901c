// SPDX-License-Identifier: MIT
#include "engine/trace/semantics/order_change.hpp"

#include <array>
#include <catch2/catch.hpp>

#include "engine/trace/protocol/schedule.hpp"

namespace mcheck::order_change_test {
namespace {

constexpr std::array<MemoryOrder, 5> kEachOrder = {MemoryOrder::kRelaxed, MemoryOrder::kAcquire,
                                                   MemoryOrder::kRelease, MemoryOrder::kAcqRel,
                                                   MemoryOrder::kSeqCst};
constexpr std::array kEachOperation = {
    "load", "store", "fetch_add", "fence", "compare_exchange", "compare_exchange_failure"};

std::string error_of(const std::string& text) {
  const auto parsed = parse_order_changes(text);
  const auto* const error = std::get_if<std::string>(&parsed);
  return error == nullptr ? "" : *error;
}

}  // namespace

TEST_CASE("changes of orders are read as they are written") {
  for (const std::string text :
       {"ring.cpp:12:store=release", "a/ring.cpp:12:7:store=release,ring.cpp:20:load=acquire",
        "ring.cpp:3:compare_exchange_failure=relaxed", "ring.cpp:3:fence=none",
        "ring.cpp:3:load=fenced", "*=acq_rel"}) {
    const auto parsed = parse_order_changes(text);
    REQUIRE(std::holds_alternative<std::vector<OrderChange>>(parsed));
    CHECK(text_of(std::get<std::vector<OrderChange>>(parsed)) == text);
  }
}

TEST_CASE("an order that the operation cannot have is refused") {
  CHECK(error_of("ring.cpp:12:store=acquire") == "a store cannot be acquire");
  CHECK(error_of("ring.cpp:12:load=acq_rel") == "a load cannot be acq_rel");
  CHECK(error_of("ring.cpp:12:load=none") == "a load cannot be none");
  CHECK(error_of("ring.cpp:12:fence=relaxed") == "a fence cannot be relaxed");
  CHECK(error_of("ring.cpp:12:store") == "'ring.cpp:12:store' has no =ORDER");
  CHECK(error_of("ring.cpp:store=release") ==
        "'ring.cpp:store=release' has no FILE:LINE:OPERATION");
  CHECK(error_of("ring.cpp:12:store=strong") == "'strong' is no memory order");
}

TEST_CASE("weaker orders are weaker, allowed, and the weakest is first") {
  for (const char* const operation : kEachOperation) {
    for (const MemoryOrder order : kEachOrder) {
      if (!allows(operation, {.order = order})) continue;
      MemoryOrder before = MemoryOrder::kRelaxed;
      for (const OrderSetting& weaker : weaker_settings(operation, order)) {
        if (weaker.kind == OrderSetting::Kind::kRemoved) continue;
        CHECK(allows(operation, weaker));
        CHECK(is_as_strong(order, weaker.order));
        CHECK_FALSE(is_as_strong(weaker.order, order));
        // acquire and release are not comparable
        CHECK((!is_as_strong(before, weaker.order) || before == weaker.order));
        before = weaker.order;
      }
    }
  }
  CHECK(weaker_settings("fence", MemoryOrder::kSeqCst).size() ==
        4);  // none, release, acquire, both
  CHECK(weaker_settings("store", MemoryOrder::kSeqCst).size() == 2);
  CHECK(weaker_settings("load", MemoryOrder::kRelaxed).empty());
}

TEST_CASE("the stronger of two orders is as strong as both") {
  for (const char* const operation : kEachOperation) {
    for (const MemoryOrder a : kEachOrder) {
      for (const MemoryOrder b : kEachOrder) {
        if (!allows(operation, {.order = a}) || !allows(operation, {.order = b})) continue;
        const MemoryOrder both = stronger_of(operation, a, b);
        CHECK(allows(operation, {.order = both}));
        CHECK(is_as_strong(both, a));
        CHECK(is_as_strong(both, b));
      }
    }
  }
  CHECK(stronger_of("load", MemoryOrder::kRelaxed, MemoryOrder::kAcqRel) == MemoryOrder::kAcquire);
  CHECK(stronger_of("store", MemoryOrder::kRelaxed, MemoryOrder::kAcqRel) == MemoryOrder::kRelease);
}

TEST_CASE("a schedule carries changed orders") {
  const Schedule schedule{.program = "ring",
                          .test = "main",
                          .weak_memory = true,
                          .orders = "ring.cpp:12:7:store=release,*=acq_rel",
                          .chosen = {0, 0, 1}};
  const std::string text = to_token(schedule);
  CHECK(text.find_first_of(" ,=*:'\"") == std::string::npos);  // needs no quoting
  const auto token = parse_token(text);
  REQUIRE(std::holds_alternative<Token>(token));
  const auto resolved = resolve(std::get<Token>(token), "ring", "main");
  REQUIRE(std::holds_alternative<Schedule>(resolved));
  CHECK(std::get<Schedule>(resolved) == schedule);
}

}  // namespace mcheck::order_change_test
