// SPDX-License-Identifier: MIT
// Random forced schedules, as orders of events and as gates, and brute force over the sequences of
// events that they allow. Includes nothing of mcheck.
//
// A program is a list of events for each thread. A thread first arrives at an event, which counts
// it, then waits, then the event happens.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "tests/support/generators/draw.hpp"

namespace orders {

// The events of each thread: 0 is `a`, 1 is `b` …
using EventProgram = std::vector<std::vector<int>>;

// `a`, `a#2`, `a@T1`.
struct Named {
  int event = 0;
  int number = 0;  // 0: any
  int thread = 0;  // 0: any; 1: T1

  [[nodiscard]] bool means(const Named& happened) const {
    return event == happened.event && (number == 0 || number == happened.number) &&
           (thread == 0 || thread == happened.thread);
  }
};

struct Formula {
  enum class Kind { kEvent, kAll, kAny };
  Kind kind = Kind::kEvent;
  Named event{};
  std::vector<Formula> parts{};
};

// before -> event
struct EventOrder {
  Formula before;
  Named event;
};

// Opened by each of these events, after which it stays open; each of the others waits for it.
struct GatePlan {
  std::vector<Named> openers;
  std::vector<Named> waiters;
};

[[nodiscard]] EventProgram random_event_program(table::Draw& draw);
[[nodiscard]] std::vector<EventOrder> random_orders(table::Draw& draw, const EventProgram& program);
[[nodiscard]] std::vector<GatePlan> random_gates(table::Draw& draw, const EventProgram& program);

[[nodiscard]] std::string text_of(const EventProgram& program);
[[nodiscard]] std::string text_of(const std::vector<EventOrder>& all);

// A gate for each clause of the conjunctive form of each condition.
[[nodiscard]] std::vector<GatePlan> as_gates(const std::vector<EventOrder>& all);
[[nodiscard]] std::vector<EventOrder> as_orders(const std::vector<GatePlan>& gates);

// The sequences in which all events happen: the threads, as digits to the base 4.
using Sequences = std::set<std::uint32_t>;
[[nodiscard]] Sequences sequences_under(const EventProgram& program,
                                        const std::vector<EventOrder>& all);
[[nodiscard]] Sequences sequences_under(const EventProgram& program,
                                        const std::vector<GatePlan>& gates);

}  // namespace orders
