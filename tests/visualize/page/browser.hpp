// SPDX-License-Identifier: MIT
// Runs a page in Chromium without a window. A script of tests/visualize/html/ is inserted after the
// page's own; it presses keys, checks the page, and records its findings through driver.js.
#pragma once

#include <string>
#include <vector>

namespace mcheck {

struct BrowserRun {
  std::string script;  // a file of tests/visualize/html/
  int width = 1280;
  int height = 800;
  std::string address{};  // after the #
};

struct Findings {
  int checks = 0;                     // how many were made
  std::vector<std::string> problems;  // failed checks, errors of any script
};

// Also has problems if there is no browser, or if the script did not finish.
[[nodiscard]] Findings run_in_browser(const std::string& page, const BrowserRun& how);

}  // namespace mcheck
