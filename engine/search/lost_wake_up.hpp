// SPDX-License-Identifier: MIT
// Of a deadlock: whether somebody waits for a notify that came before it waited.
#pragma once

#include <string>

#include "engine/search/execution.hpp"

namespace mcheck {

// "; T1 notified `changed` before main waited, and nobody heard it", or nothing. That is said only
// if nobody waited when the notify came, and the one who waits now has done nothing since that it
// could have looked in: it has not given back the mutex that it waits with, nor changed the atomic;
// and if the atomic had another value then than the one waited with.
[[nodiscard]] std::string lost_wake_up(const Execution& execution);

}  // namespace mcheck
