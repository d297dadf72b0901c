// SPDX-License-Identifier: MIT
// What can be said of atomic sections in an execution: which objects they have taken, and who waits
// for that. What they do is said in trace/semantics_sections.cpp.
#pragma once

#include "engine/search/execution.hpp"

namespace mcheck {

// Whether the thread's operation is one of its section: its end is none.
[[nodiscard]] bool is_in_section(const Execution& execution, ThreadId thread,
                                 const Operation& operation);

// The first object that the thread's section has taken and not given back; kNoObject: there is
// none.
[[nodiscard]] ObjectId taken_by_section(const Execution& execution, ThreadId thread);

// Whether the section of another thread has taken what the thread is about to use.
[[nodiscard]] bool is_blocked_by_section(const Execution& execution, const ThreadRecord& record);
// What the thread is about to use, as it was before the section of another took it, if one has.
[[nodiscard]] State state_before_sections(const Execution& execution, const ThreadRecord& record);
// Whether the thread could go on if no section of another had taken its object.
[[nodiscard]] bool waits_for_section(const Execution& execution, const ThreadRecord& record);

// Whether the event is one of a section, or its begin or end, and leaves everything as it was but
// for what keeps others away meanwhile. A section of such events is a look, as a load is.
[[nodiscard]] bool is_read_in_section(const Execution& execution, const Event& event);

// Whether a section that goes on has started the thread: it begins after the end of that.
[[nodiscard]] bool starts_after_section(const Execution& execution, const ThreadRecord& record);

}  // namespace mcheck
