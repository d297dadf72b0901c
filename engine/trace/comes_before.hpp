// SPDX-License-Identifier: MIT
// Whether one event comes before another, for who asks about few: as the clocks of
// HappensBefore::all say where operations of a group commute, and found by going from the one
// event on until the other is reached. Of each thread and each version there is a bit instead of a
// clock.
//
// Costs    A few steps where the answer is yes, most often: threads that do much hear of each other
//          soon. Otherwise what lies between the two, each event a tenth of what its clocks take.
// Oracle   happens_before.hpp: tests/trace/comes_before_test.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/trace/event.hpp"

namespace mcheck {

class ComesBefore {
 public:
  // It looks at so many events at most, in all.
  ComesBefore(std::span<const Event> events, std::span<const Version> versions, std::size_t most)
      : events_(events), versions_(versions), left_(most) {}

  // Whether the event at that place comes before the thread's nth, counted from 0. No value: it has
  // looked at too many.
  [[nodiscard]] std::optional<bool> ask(std::size_t first, ThreadId thread, std::size_t nth);

 private:
  // Who has seen the first event.
  struct Seen {
    bool base : 1 = false;     // what a commuting event of the version's group has to join
    bool writes : 1 = false;   // what a read has to
    bool readers : 1 = false;  // who read the version
  };

  bool look_at_object(const Event& event, bool seen);
  [[nodiscard]] unsigned group_of(std::uint32_t version) const;
  [[nodiscard]] bool is_caused(const Event& event) const;

  std::span<const Event> events_;
  std::span<const Version> versions_;
  std::size_t left_;
  std::vector<Seen> seen_;  // by version
  std::array<std::uint32_t, kMaxThreads> from_ =
      {};  // by thread: from that event on it has seen it
};

}  // namespace mcheck
