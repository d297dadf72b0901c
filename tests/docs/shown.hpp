// SPDX-License-Identifier: MIT
// Whether what a page shows is what a command prints.
//
// Not compared: how long something took and how often a second, numbers of nine digits and more
// (times of the day), addresses, how much memory is saved, blanks at the ends of lines, and of a
// report what follows `searched:`, where the page leaves that out. A line `…` in the page stands
// for any lines.
#pragma once

#include <string>

namespace mcheck::docs {

// What of `printed` a page that shows `shown` would show.
[[nodiscard]] std::string as_shown(const std::string& printed, const std::string& shown);

[[nodiscard]] bool same(const std::string& shown, const std::string& printed);

[[nodiscard]] std::string replaced(std::string text, const std::string& what,
                                   const std::string& with);

}  // namespace mcheck::docs
