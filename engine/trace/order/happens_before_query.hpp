// SPDX-License-Identifier: MIT
// Answers single happens-before queries: the same relation as HappensBefore::all with commuting
// groups, found by following the events after the first one until the other is reached. Needs one
// bit for each thread and version instead of a clock.
//
// Costs    Few steps if the answer is yes, which is frequent: threads that do much soon depend on
//          each other. Otherwise all events between the two, each for a tenth of the cost of its
//          clocks.
// Oracle   engine/trace/order/happens_before.hpp: tests/trace/happens_before_query_test.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/trace/semantics/event.hpp"

namespace mcheck {

class HappensBeforeQuery {
 public:
  // Visits at most `max_events` events, for all queries together.
  HappensBeforeQuery(std::span<const Event> events, std::span<const Version> versions,
                     std::size_t max_events)
      : events_(events), versions_(versions), remaining_(max_events) {}

  // Whether the event at position `first` happens before the thread's nth event, counted from 0. No
  // value: the limit of events is reached.
  [[nodiscard]] std::optional<bool> is_before(std::size_t first, ThreadId thread, std::size_t nth);

 private:
  // Which accesses to a version are after the first event.
  struct Reached {
    bool base : 1 = false;     // what a commuting event of the version's group joins
    bool writes : 1 = false;   // what a read joins
    bool readers : 1 = false;  // any reader of the version
  };

  bool visit_object(const Event& event, bool is_after);
  [[nodiscard]] unsigned group_of(std::uint32_t version) const;
  [[nodiscard]] bool is_caused(const Event& event) const;

  std::span<const Event> events_;
  std::span<const Version> versions_;
  std::size_t remaining_;
  std::vector<Reached> reached_;  // by version
  std::array<std::uint32_t, kMaxThreads> first_after_ =
      {};  // by thread: its first event after the first one
};

}  // namespace mcheck
