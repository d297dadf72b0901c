// SPDX-License-Identifier: MIT
// A function between a thread and each of its operations: a schedule from outside may hold an
// operation back, and announce that it has happened (engine/model/forced_schedule.hpp).
#pragma once

#include <cstdint>

#include "engine/base/host_state.hpp"
#include "engine/runtime/machine/backtrace.hpp"
#include "engine/trace/semantics/operation.hpp"
#include "engine/trace/semantics/semantics.hpp"

namespace mcheck {

// Calls perform_hooked() once, and performs no other operation between it and its return: what the
// caller then does, such as writing the value to memory, is a part of the same step. Before it, it
// may perform others, for which it is called, too.
using OperationHook = Reply (*)(const Operation& operation);

// Null: there is none. While there is one, no thread runs ahead. Change it between explorations.
MCHECK_HOST_STATE extern OperationHook operation_hook;

// perform() without the hook.
Reply perform_hooked(const Operation& operation);

// Why a thread runs no more.
enum class LastStep : std::uint8_t { kThreadEnd, kProcessEnd, kFalseAssumption };

// Called by each thread in its last step, when nothing is left to run, unless it fails. Null: there
// is none. Change it between explorations.
MCHECK_HOST_STATE extern void (*last_step_hook)(LastStep step);

// On the engine's stack, where it may allocate and call libraries: nothing of that counts as done
// by the program.
void call_on_engine_stack(void (*call)(void* argument), void* argument);

// What is to happen at this operation of the running thread: a bit for each action.
using OperationMatcher = std::uint32_t (*)(const Operation& operation, const CallFrames& frames);

// Asks the matcher on the engine's stack, with the calls of the running thread. It may allocate and
// call libraries: nothing of that counts as done by the program.
std::uint32_t match_operation(const Operation& operation, OperationMatcher matcher);

// What follows from the operation and from the calls alone, so that steps can be cached.
using CallMatcher = std::uint32_t (*)(const Operation& operation, const Backtrace& calls);

// Asks the matcher in the same way, with the calls up to the first for which `is_last` holds, which
// allocates nothing.
std::uint32_t match_calls(const Operation& operation, bool (*is_last)(std::uintptr_t call),
                          CallMatcher matcher);

}  // namespace mcheck
