// SPDX-License-Identifier: MIT
// The stable id of each kind of failure, used in reports, JSON and the pages of docs/failures/,
// even if its name changes. An id is never reused.
#pragma once

#include "engine/trace/results/result.hpp"

namespace mcheck {

// "MC001"; "" if it is not a failure of the program. A failed check and a failed assertion share
// one id, and so do all limits. MC010, a hang, is now a limit, and is not used again.
[[nodiscard]] const char* id_of(FailureKind kind);
// Of the first failure; "MC028" for a program that is not repeatable; "" if nothing is wrong.
[[nodiscard]] const char* id_of(const Result& result);

inline constexpr const char* kNotRepeatableId = "MC028";

}  // namespace mcheck
