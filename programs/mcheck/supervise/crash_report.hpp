// SPDX-License-Identifier: MIT
// Builds a Result for a program that ended without an answer: the cause of death, and the schedule
// that the flight recorder held at that moment.
#pragma once

#include <optional>
#include <string>

#include "engine/trace/protocol/schedule.hpp"
#include "engine/trace/results/result.hpp"
#include "programs/mcheck/supervise/protocol_session.hpp"

namespace mcheck::command {

// "the program was killed by SIGKILL". REQUIRES: the ending has no answer.
[[nodiscard]] std::string cause_of(const SessionEnding& ending);

[[nodiscard]] bool is_answer(const SessionEnding& ending, const char* type);

// Throws UsageError or InternalError if the program reported a wrong request or an internal error.
void throw_if_error_answer(const SessionEnding& ending, const std::string& path);

// Whether the program was ended by a signal that programs normally do not raise themselves.
[[nodiscard]] bool was_killed_externally(const SessionEnding& ending);

// The Result that the program could no longer report: a bug, with the trace of a replay, if the
// program ended itself; incomplete if mcheck stopped it on request. `schedule` holds program, test,
// arguments and options; the recorder supplies the choices. Throws UsageError if the program ended
// before it explored anything, InternalError if mcheck caused the crash.
[[nodiscard]] Result result_from_ending(const SessionEnding& ending, const Call& call,
                                        Schedule schedule);

}  // namespace mcheck::command
