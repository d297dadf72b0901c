// SPDX-License-Identifier: MIT
// The blocked threads of a stuck execution: the table of what each waits for, and a cycle of waits
// if there is one.
#pragma once

#include <string>
#include <vector>

#include "engine/trace/results/result.hpp"

namespace mcheck {

// The names of a cycle of waiting threads, each waiting for the next, the last for the first; empty
// if there is none, as after a lost wake-up.
[[nodiscard]] std::vector<std::string> wait_cycle(const std::vector<ThreadEnd>& threads);

// Lines, each with its line end, for the blocked threads; "" if there are none.
[[nodiscard]] std::string wait_table(const std::vector<ThreadEnd>& threads);

}  // namespace mcheck
