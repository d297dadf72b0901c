// SPDX-License-Identifier: MIT
// Compares the output that a page shows with what a command prints.
//
// Not compared: durations and rates, numbers of at least nine digits (times of the day), addresses,
// amounts of saved memory, blanks at line ends, and the part of a report after `searched:` if the
// page omits it. A line `…` in the page matches any lines.
#pragma once

#include <string>

namespace mcheck::docs {

// The part of `printed` that a page with `shown` would show.
[[nodiscard]] std::string part_shown(const std::string& printed, const std::string& shown);

[[nodiscard]] bool same_output(const std::string& shown, const std::string& printed);

[[nodiscard]] std::string replaced(std::string text, const std::string& what,
                                   const std::string& with);

}  // namespace mcheck::docs
