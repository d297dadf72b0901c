// SPDX-License-Identifier: MIT
// Stuck executions in which a thread is blocked inside an atomic section, and others are about to
// begin one.
//
// The others cannot begin because the section has begun. Had one of them begun instead, it might
// have completed and enabled the first. So a single such execution proves nothing. But other
// executions reach the same point, before any of these sections, and begin another of them there.
// If each thread is blocked in its own section, it is a deadlock.
//
// Point    The events before the section that has begun, as a class
// (engine/trace/order/class_sum.hpp). Limits   Processes that share a search do not know of each
// other's executions, and with a bound
//          the other sections may begin beyond it: then nothing is verified.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "engine/search/execution/execution.hpp"
#include "engine/trace/order/class_sum.hpp"

namespace mcheck {

class StuckSections {
 public:
  // kAll: this search sees all such executions. kSome: other processes see some of them. kDeadlock:
  // the execution is run again because it is known to fail.
  enum class Coverage : std::uint8_t { kAll, kSome, kDeadlock };
  void set_coverage(Coverage coverage) { coverage_ = coverage; }
  // No thread is enabled, and a thread is in its section. Whether that is a deadlock, as far as
  // known by now. REQUIRES: no thread waits only for the end of the section at an object.
  [[nodiscard]] bool is_deadlock(const Execution& execution);
  // Whether executions of other processes may turn one of those that were no deadlock into one.
  [[nodiscard]] bool may_be_deadlock() const { return may_be_deadlock_; }

 private:
  struct Point {
    ThreadSet beginning;  // these, and the one that is in its section
    ThreadSet blocked;    // of these, known to be blocked in their sections
  };

  std::unordered_map<std::uint64_t, Point> points_;
  std::vector<Event> events_;  // scratch memory of is_deadlock()
  std::vector<ThreadKey> threads_;
  ClassSum sum_;
  Coverage coverage_ = Coverage::kAll;
  bool may_be_deadlock_ = false;
};

// Whether a thread waits only for the end of another one's section, at an object that the section
// has used. That thread could have come first, so this is no execution.
[[nodiscard]] bool any_thread_waits_for_section(const Execution& execution);
// Whether a thread may be in a loop that only reads.
[[nodiscard]] bool any_thread_may_loop(const Execution& execution);
// Whether several threads may be, with sections or without: a thread that is in a section or about
// to begin one counts.
[[nodiscard]] bool several_threads_may_loop(const Execution& execution);
// The thread that is in a section, at most one; kNoThread: none.
[[nodiscard]] ThreadId thread_in_section(const Execution& execution);

}  // namespace mcheck
