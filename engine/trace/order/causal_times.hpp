// SPDX-License-Identifier: MIT
// What threads know of the time. Each thread of an unmodified program has a clock of its own, which
// its sleeps and its looks at it advance (engine/intercept/determinism/clocks.hpp). In reality
// there is one: a thread that reads what another has written reads a later time than the other did
// before it wrote. So a time is passed on by whatever passes on a value, in the order `causes` of
// HappensBefore, up to operations that commute: program order, start and join, causes, and from the
// writer of a version to those that read or replace it. It is a function of the trace class.
//
// Costs    One pass over the log, for a thread that looks at its clock.
// Oracle   tests/trace/causal_times_test.cpp: no less than happens-before of C++, no more than the
//          order of the trace class.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/trace/semantics/event.hpp"

namespace mcheck {

// The thread's clock advanced to `now` after the first `events` events of the log.
struct ClockAdvance {
  std::size_t events = 0;
  ThreadId thread{};
  std::int64_t now = 0;
};

class CausalTimes {
 public:
  // The advances are in order.
  CausalTimes(std::span<const Event> events, std::span<const Version> versions,
              std::span<const ClockAdvance> advances);

  // Of what the thread does next; of what reads that version.
  [[nodiscard]] std::int64_t of_thread(ThreadId thread) const {
    return index(thread) < threads_.size() ? threads_[index(thread)] : 0;
  }
  [[nodiscard]] std::int64_t of_version(std::uint32_t version) const {
    return version < versions_.size() ? versions_[version].time : 0;
  }

 private:
  struct VersionTime {
    std::int64_t time = 0;
    std::int64_t base = 0;  // of what commutes with its writer
    unsigned group = 0;
  };

  void add(const Event& event);
  std::int64_t& time_of(ThreadId thread);
  void advance_to(ThreadId thread, std::int64_t time);

  std::vector<std::int64_t> threads_;
  std::vector<std::int64_t> events_;
  std::vector<VersionTime> versions_;
};

}  // namespace mcheck
