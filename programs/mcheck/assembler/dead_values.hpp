// SPDX-License-Identifier: MIT
// Clears registers before calls if their values are never read again, and the stack below.
//
// A register that a called function must preserve keeps its last value until the compiler needs it
// for another one: in a loop that counts, that is each number it counted to. A state of the program
// contains it, since nobody can tell from the machine's state that it is dead. From the compiler's
// output one can: liveness analysis (docs/decisions/0024-dead-values.md). Without it, two threads
// of twenty critical sections each have twelve times as many states.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mcheck::command {

// Nothing if there is nothing to clear. Functions that are not understood stay as they are.
[[nodiscard]] std::optional<std::string> clear_dead_values(std::string_view text);

}  // namespace mcheck::command
