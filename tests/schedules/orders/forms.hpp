// SPDX-License-Identifier: MIT
// Each test is written once, and has two forms. With ORDER_BY_SLEEPS it is what one finds in most
// test suites: at an event, the thread sleeps until it is probably its turn. Otherwise the schedule
// orders the events, without sleeps. The assertions are the same.
//
//   ORDER_TEST(take_waits_for_put) {
//     ORDERS("[taking] -> putting");
//     std::thread taker([&] {
//       EVENT("taking", 0);     // by sleeps: at once
//       …
//     });
//     EVENT("putting", 1);      // by sleeps: 20 ms after the test began
//
// The assertions depend on the order: without it, some execution fails. As mcheck takes no notice
// of how long a sleep is, it finds that execution in the form with sleeps.
#pragma once

#undef NDEBUG
#include <cassert>

#ifdef ORDER_BY_SLEEPS
#define ORDERS(schedule) static_assert(true, "the sleeps order the events")
#define EVENT(name, turn) orders::sleep_until_turn(turn)
#else
#include <mcheck/events.hpp>
#define ORDERS(schedule) MCHECK_SCHEDULE(schedule)
#define EVENT(name, turn) MCHECK_EVENT(name)
#endif

// Defines a test. Names are unique in the whole program.
#define ORDER_TEST(name)                                         \
  static void name();                                            \
  static const orders::Registration name##_is_test(#name, name); \
  static void name()

namespace orders {

class Registration {
 public:
  Registration(const char* name, void (*run)());
};

// Turn n begins n × 20 ms after the test.
void sleep_until_turn(int turn);

}  // namespace orders
