// SPDX-License-Identifier: MIT
// A function between a thread and each of its operations: a schedule from outside may hold an
// operation back, and announce that it has happened (engine/model/forced_schedule.hpp).
#pragma once

#include "engine/base/host_state.hpp"
#include "engine/trace/semantics/operation.hpp"
#include "engine/trace/semantics/semantics.hpp"

namespace mcheck {

// Calls perform_hooked() once. May perform other operations before and after it, for which it is
// called, too.
using OperationHook = Reply (*)(const Operation& operation);

// Null: there is none. While there is one, no thread runs ahead. Change it between explorations.
MCHECK_HOST_STATE extern OperationHook operation_hook;

// perform() without the hook.
Reply perform_hooked(const Operation& operation);

}  // namespace mcheck
