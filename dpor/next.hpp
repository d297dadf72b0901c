// SPDX-License-Identifier: MIT
// How an execution goes on where a reduction has no wish: with the thread that has yielded least,
// so that a loop that polls and yields lets the others work; among these with the first by path;
// with the first of its outcomes. What sleeps is out of the question. That is a function of the
// trace so far and not of the order in which its independent events came, as every reduction needs.
//
// Releases of permits are taken for independent, and so is counting down a latch, as if there were
// no limit. Who of several is the one too many, and fails, therefore differs among executions that
// are taken for equivalent. No such failure is missed: it is in the first execution that goes
// beyond the limit. But from there on nothing can be said about what has been explored, so such an
// execution just goes on to its end, to be reported.
#pragma once

#include <optional>

#include "dpor/action.hpp"
#include "engine/search/strategy.hpp"

namespace mcheck {

// Whether there was one release, or one count, too many.
[[nodiscard]] bool beyond_limit(const Execution& execution);

// An index into the alternatives; no value if all of them sleep, unless that says nothing.
[[nodiscard]] std::optional<std::uint32_t> next(const View& view, const SleepSet& asleep);

}  // namespace mcheck
