// SPDX-License-Identifier: MIT
// Standstills at which a thread is blocked in an atomic section, and others are about to begin one.
//
// The section has begun, so the others cannot; had one of them begun instead, it might have gone
// through and let the first go on. So one such end says nothing. But other executions come to the
// same place, before any of these sections, and let another of them begin: if each is blocked in
// its own section, it is a deadlock.
//
// Place    The events before the section that has begun, as a class (trace/class_sum.hpp).
// Limits   Searches that share their work do not know of each other's ends, and with a bound the
//          other begins may lie beyond it: they verify nothing then.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "engine/search/execution.hpp"
#include "engine/trace/class_sum.hpp"

namespace mcheck {

class SectionStandstills {
 public:
  // All such ends are seen; some are, and the others by others; or the execution is run again
  // because it is known to fail.
  enum class Known : std::uint8_t { kAll, kSome, kDeadlock };
  void know(Known known) { known_ = known; }
  // Nobody can go on, and a thread is in its section. Whether that is a deadlock, as known by now.
  // REQUIRES: nobody would only have to wait for the end of the section at an object.
  [[nodiscard]] bool is_deadlock(const Execution& execution);
  // Whether others may know what makes one of those a deadlock that were none.
  [[nodiscard]] bool may_be_deadlock() const { return may_be_deadlock_; }

 private:
  struct Place {
    ThreadSet about_to;  // these, with a section to begin
    ThreadSet blocked;   // of these, known to be blocked in it
  };

  std::unordered_map<std::uint64_t, Place> places_;
  std::vector<Event> events_;  // in use while a place is looked for
  std::vector<ThreadKey> threads_;
  ClassSum sum_;
  Known known_ = Known::kAll;
  bool may_be_deadlock_ = false;
};

// Whether somebody waits for no more than the end of another thread's section, at an object that it
// has used: that one could have come first, so this execution is none.
[[nodiscard]] bool anybody_waits_for_section(const Execution& execution);
// Whether a thread may be in a loop that only looks.
[[nodiscard]] bool anybody_polls(const Execution& execution);
// Whether several threads may be, by sections too: one that is in a section or about to begin one
// counts.
[[nodiscard]] bool several_threads_may_poll(const Execution& execution);
// The thread that is in a section, of which there is at most one; kNoThread: none is.
[[nodiscard]] ThreadId thread_in_section(const Execution& execution);

}  // namespace mcheck
