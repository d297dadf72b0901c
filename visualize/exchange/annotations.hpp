// SPDX-License-Identifier: MIT
// Failures as annotations beside lines of code: GitHub's workflow commands and GitLab's code
// quality report.
#pragma once

#include <string>

#include "visualize/exchange/suite.hpp"

namespace mcheck {

// "::error file=…,line=…,title=…::…", one line per failure; file names are relative to `root`.
[[nodiscard]] std::string github_annotations(const Suite& suite, const std::string& root);

// A code quality report: a JSON list.
[[nodiscard]] std::string gitlab_code_quality(const Suite& suite, const std::string& root);

}  // namespace mcheck
