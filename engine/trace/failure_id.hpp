// SPDX-License-Identifier: MIT
// The stable id of each way to go wrong: what reports, JSON and the pages of docs/failures/ call
// it, whatever its words become. An id is given once, and never to anything else.
#pragma once

#include "engine/trace/result.hpp"

namespace mcheck {

// "MC001"; "" for what is no failure of the program. A failed check and a failed assertion share
// one, and so do all limits. MC010, a hang, is now a limit, and never given again.
[[nodiscard]] const char* id_of(FailureKind kind);
// Of the first failure; "MC028" for a program that does not repeat itself; "" where nothing is
// wrong.
[[nodiscard]] const char* id_of(const Result& result);

inline constexpr const char* kNotRepeatableId = "MC028";

}  // namespace mcheck
