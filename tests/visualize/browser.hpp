// SPDX-License-Identifier: MIT
// Drives a page in a real browser, Chromium without a window. A script of tests/visualize/html/ is
// put behind the page's own; it presses keys, looks at what came of it, and writes down what it
// found, by means of driver.js.
#pragma once

#include <string>
#include <vector>

namespace mcheck {

struct Drive {
  std::string script;  // a file of tests/visualize/html/
  int width = 1280;
  int height = 800;
  std::string address{};  // behind the #
};

struct Findings {
  int checks = 0;                    // that were made
  std::vector<std::string> trouble;  // what was wrong: failed checks, errors of any script
};

// Trouble, too, where there is no browser, or the script did not come to its end.
[[nodiscard]] Findings drive(const std::string& page, const Drive& how);

}  // namespace mcheck
