// SPDX-License-Identifier: MIT
// mcheck replay --emit-gates: which orders of a trace matter, and how they are written.
#include <catch2/catch.hpp>

#include <algorithm>

#include "engine/base/random.hpp"
#include "programs/mcheck/emit/gates_text.hpp"
#include "programs/mcheck/emit/minimal_orders.hpp"

namespace mcheck::emitted_orders_test {
namespace {

using namespace mcheck;
using namespace mcheck::command;

TraceStep step(const std::string& thread, const std::string& operation, const std::string& object,
               const std::string& function = "") {
  TraceStep made;
  made.thread = thread;
  made.operation = operation;
  made.object = object;
  made.function = function;
  return made;
}

std::string text_of(const std::vector<TraceStep>& trace) {
  FailureReport failure;
  failure.trace = trace;
  const StepOrders found = step_orders(failure);
  return gates_text(found, found.orders);
}

bool contains(const std::vector<StepOrder>& orders, const StepOrder& order) {
  return std::ranges::find(orders, order) != orders.end();
}

}  // namespace

TEST_CASE(
    "only dependent steps of different threads are ordered, and no order follows from others") {
  CHECK(text_of({step("T1", "load", "x"), step("T2", "load", "x")}).empty());
  CHECK(text_of({step("T1", "store", "x"), step("T1", "store", "x")}).empty());
  CHECK(text_of({step("T1", "store", "x"), step("T2", "load", "y")}).empty());
  CHECK(text_of({step("T1", "load", "x"), step("T2", "store", "x")}) ==
        "at load x by T1 time 1: event T1.load.x\n"
        "at store x by T2 time 1: event T2.store.x\n"
        "order T1.load.x -> T2.store.x\n");
  // The first store precedes the last load by the second.
  const std::string text =
      text_of({step("T1", "store", "x"), step("T2", "store", "x"), step("T3", "load", "x")});
  CHECK(text.find("order T1.store.x -> T2.store.x\n") != std::string::npos);
  CHECK(text.find("order T2.store.x -> T3.load.x\n") != std::string::npos);
  CHECK(text.find("T1.store.x -> T3") == std::string::npos);
}

TEST_CASE("a location has the last part of no more than what stays the same") {
  const auto location = [](const std::string& object, const std::string& function) {
    const std::string text =
        text_of({step("T1", "store", object, function), step("T2", "store", object, function)});
    return text.substr(0, text.find(':', text.find(" time")));
  };
  CHECK(location("x", "bank::pay(int, int) const") == "at store x in bank::pay by T1 time 1");
  CHECK(location("x", "void set<void (*)()>(void (*)())") == "at store x in set by T1 time 1");
  CHECK(location("x", "Queue<int>::put(int)") == "at store x in Queue::put by T1 time 1");
  CHECK(location("x", "(anonymous namespace)::add(int)") == "at store x in add by T1 time 1");
  CHECK(location("x", "main::{lambda()#1}::operator()() const") == "at store x by T1 time 1");
  CHECK(location("x of T1", "f()") == "at store x in f by T1 time 1");
  CHECK(location("Node#2.next", "f()") == "at store in f by T1 time 1");
}

TEST_CASE("the nth step of a thread that looks the same has the number n") {
  const std::string text = text_of({step("T1", "store", "x"), step("T1", "store", "x"),
                                    step("T2", "load", "x"), step("T1", "store", "x")});
  CHECK(text.find("at store x by T1 time 2: event T1.store.x\n") != std::string::npos);
  CHECK(text.find("at store x by T1 time 3: event T1.store.x.2\n") != std::string::npos);
}

TEST_CASE("of 10,000 random sets of orders exactly those that a failure needs are kept") {
  Random random(7);
  for (int round = 0; round < 10'000; ++round) {
    StepOrders found;
    const std::size_t count = 1 + random.below(16);
    std::vector<StepOrder> needed;
    for (std::size_t i = 0; i < count; ++i) {
      found.orders.push_back({i, i + 1});
      if (random.below(4) == 0) needed.push_back(found.orders.back());
    }
    const auto forces = [&](const std::vector<StepOrder>& orders) {
      return std::ranges::all_of(needed,
                                 [&](const StepOrder& each) { return contains(orders, each); });
    };
    const auto minimal = minimal_orders(found, forces);
    REQUIRE(minimal.has_value());
    REQUIRE(*minimal == needed);
  }
}

TEST_CASE("there are no orders if not even all of them force the failure") {
  StepOrders found;
  found.orders = {{0, 1}};
  CHECK_FALSE(minimal_orders(found, [](const auto&) { return false; }).has_value());
}

}  // namespace mcheck::emitted_orders_test
