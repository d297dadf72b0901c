// SPDX-License-Identifier: MIT
// From the way in which a program ended to a Result: what killed it, and the schedule that its
// flight recorder held at that moment.
#pragma once

#include <optional>
#include <string>

#include "engine/trace/result.hpp"
#include "engine/trace/schedule.hpp"
#include "programs/mcheck/conversation.hpp"

namespace mcheck::command {

// "the program was killed by SIGKILL"; for an ending without an answer.
[[nodiscard]] std::string cause_of(const Ending& ending);

[[nodiscard]] bool is_answer(const Ending& ending, const char* type);

// Throws UsageError or InternalError if the program said that the request, or mcheck, is wrong.
void throw_if_refused(const Ending& ending, const std::string& path);

// By a signal that a program does not bring on itself, as a rule.
[[nodiscard]] bool was_killed_from_outside(const Ending& ending);

// The Result that the program could not tell any more: a bug for what it did, with the trace that
// it tells when it is started again; incomplete for what was done to it on request. `schedule`
// names program, test, arguments and options; its choices are taken from the recorder. Throws
// UsageError if it died before anything was explored, InternalError if mcheck is to blame.
[[nodiscard]] Result result_of(const Ending& ending, const Call& call, Schedule schedule);

}  // namespace mcheck::command
