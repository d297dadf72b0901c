// SPDX-License-Identifier: MIT
// Queries about atomic sections in an execution: which objects they have locked, and which threads
// wait for them. What the operations of a section do is in
// engine/trace/semantics/semantics_sections.cpp.
#pragma once

#include "engine/search/execution/execution.hpp"

namespace mcheck {

// Whether the operation belongs to a section of its thread. The end of a section does not.
[[nodiscard]] bool is_in_section(const Execution& execution, ThreadId thread,
                                 const Operation& operation);

// The first object that the thread's section has locked and not released; kNoObject: none.
[[nodiscard]] ObjectId taken_by_section(const Execution& execution, ThreadId thread);

// Whether another thread's section has locked the object of the thread's pending operation.
[[nodiscard]] bool is_blocked_by_section(const Execution& execution, const ThreadRecord& record);
// The state of that object before another thread's section locked it, if one has.
[[nodiscard]] State state_before_sections(const Execution& execution, const ThreadRecord& record);
// Whether the thread would be enabled if no other section had locked its object.
[[nodiscard]] bool waits_for_section(const Execution& execution, const ThreadRecord& record);

// Whether the event belongs to a section, or is its begin or end, and changes nothing except the
// lock of the section. A section of such events alone is a read.
[[nodiscard]] bool is_read_in_section(const Execution& execution, const Event& event);

// Whether the thread was spawned by a section that has not ended: it starts after that.
[[nodiscard]] bool starts_after_section(const Execution& execution, const ThreadRecord& record);

}  // namespace mcheck
