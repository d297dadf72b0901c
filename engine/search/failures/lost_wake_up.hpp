// SPDX-License-Identifier: MIT
// Finds out of a deadlock whether a thread waits for a notify that came before the wait.
#pragma once

#include <string>

#include "engine/search/execution/execution.hpp"

namespace mcheck {

// "; T1 notified `changed` before main waited, and no thread received it", or nothing. Not nothing
// only if no thread waited at the time of the notify, and the waiting thread has had no chance to
// notice it since: it has not unlocked the mutex that it waits with, nor changed the atomic; and if
// the atomic had another value at the time than the one waited with.
[[nodiscard]] std::string lost_wake_up(const Execution& execution);

}  // namespace mcheck
