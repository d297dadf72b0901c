// SPDX-License-Identifier: MIT
// What a thread does in a step, as far as a fair cycle is judged by it.
//
// A fair cycle is an execution that does not end although every thread is scheduled. Which of them
// are wrong depends on what is known of the program (FairCycleRule): by default each in which some
// thread does not pass a progress mark (Kind::kProgress). Where the program is to run for ever,
// only those in which a thread starves: it does nothing but spin, or waits for a lock, all the
// time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/search/execution/execution.hpp"
#include "engine/trace/semantics/thread_set.hpp"

namespace mcheck {

enum class FairCycleRule : std::uint8_t { kProgress, kStarvation };

// The threads that have passed a mark since that event.
[[nodiscard]] ThreadSet progress_since(const Execution& execution, std::size_t event);

// Whether the step that began with this event, and is the last, was a read that a loop can spin
// with, and nothing else. REQUIRES: there is such an event.
[[nodiscard]] bool only_reads_since(const Execution& execution, std::size_t event);

// Whether it waits for a lock that another thread holds.
[[nodiscard]] bool is_locked_out(const Execution& execution, const ThreadRecord& record);

}  // namespace mcheck
