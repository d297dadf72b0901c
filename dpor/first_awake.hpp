// SPDX-License-Identifier: MIT
// How the reductions go on where nothing tells them how: with the thread that has yielded least, so
// that a loop that polls and yields lets the others work; among these with the first by path; with
// the first of its outcomes. What sleeps is out of the question.
#pragma once

#include <optional>

#include "dpor/action.hpp"
#include "engine/search/strategy.hpp"

namespace mcheck {

// An index into the alternatives; no value if all of them sleep.
[[nodiscard]] std::optional<std::uint32_t> first_awake(const View& view, const SleepSet& asleep);

}  // namespace mcheck
