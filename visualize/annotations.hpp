// SPDX-License-Identifier: MIT
// Failures as remarks beside lines of code: GitHub's workflow commands, GitLab's code quality.
#pragma once

#include <string>

#include "visualize/suite.hpp"

namespace mcheck {

// "::error file=…,line=…,title=…::…", a line for each failure; files as seen from the root.
[[nodiscard]] std::string github_annotations(const Suite& suite, const std::string& root);

// The JSON list of a code quality report.
[[nodiscard]] std::string gitlab_code_quality(const Suite& suite, const std::string& root);

}  // namespace mcheck
