// SPDX-License-Identifier: MIT
// Happens-before among the events of one log, as vector clocks, updated while the log is truncated
// and extended.
//
// A clock has one count for each thread: how many of its events are before this one, or are it.
// `all` is the order of the trace class: program order, causes, and dependent events in the order
// in which they happened. `causes` is the smaller order po ∪ rf of [KMGV22]: program order, causes,
// and for each event the writer of the version that it read, but not the reads before a write.
//
// Costs    One join for each edge, O(threads). The rows of all events are in one vector.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/trace/order/dependency.hpp"
#include "engine/trace/semantics/event.hpp"

namespace mcheck {

using VectorClock = std::span<const std::uint32_t>;

class HappensBefore {
 public:
  explicit HappensBefore(Relation relation)
      : rule_(relation == Relation::kStrict ? strict_footprint : commuting_footprint) {}
  explicit HappensBefore(FootprintRule rule) : rule_(rule) {}

  // The first `keep` events are the same as in the last call.
  void update(std::span<const Event> events, std::span<const Version> versions, std::size_t keep);

  [[nodiscard]] VectorClock all(std::size_t event) const { return row(all_, event); }
  [[nodiscard]] VectorClock causes(std::size_t event) const { return row(causes_, event); }
  // What is before an event by program order and causes alone, in the order `all`.
  [[nodiscard]] VectorClock past(std::size_t event) const { return row(past_, event); }
  // The same in the order `causes`.
  [[nodiscard]] VectorClock past_causes(std::size_t event) const {
    return row(past_causes_, event);
  }
  [[nodiscard]] std::size_t width() const { return width_; }

  // Whether the clock includes the event.
  [[nodiscard]] static bool seen(VectorClock clock, const Event& event) {
    return clock[index(event.thread)] > event.index;
  }

 private:
  using Rows = std::vector<std::uint32_t>;

  // Clocks before events, and the clocks from which they are computed.
  struct ClockPair {
    Rows& past;
    Rows& now;
  };

  [[nodiscard]] VectorClock row(const Rows& rows, std::size_t i) const {
    return {rows.data() + i * width_, width_};
  }
  std::span<std::uint32_t> row(Rows& rows, std::size_t i) {
    return {rows.data() + i * width_, width_};
  }
  void resize(std::size_t events, std::size_t versions);
  void forget_readers(std::size_t keep);
  void add(std::span<const Event> events, std::span<const Version> versions, std::size_t i);
  void note_last(const Event& event, std::size_t i);
  void join_causes(const Event& event, std::size_t i);
  void join_object(std::span<const Version> versions, const Event& event, std::size_t i);

  FootprintRule rule_;
  std::size_t width_ = 0;
  Rows all_, causes_, past_, past_causes_;  // by event
  // By version: what a commuting event of its group joins, what a read joins, and the joined clocks
  // of its readers.
  Rows base_, writes_, readers_;
  std::vector<std::uint32_t> reads_;  // by event: the version that it read without a change
  std::vector<bool> stale_;
  std::vector<unsigned> group_;         // by version: the group of its writer
  std::vector<std::uint32_t> last_of_;  // by thread: its last event so far
};

}  // namespace mcheck
