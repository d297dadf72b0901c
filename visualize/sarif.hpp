// SPDX-License-Identifier: MIT
// A suite as SARIF 2.1.0, which code hosts show beside the lines: each failure a result, whose code
// flow steps through the schedule, thread by thread.
#pragma once

#include <string>

#include "engine/base/json.hpp"
#include "visualize/suite.hpp"

namespace mcheck {

struct SarifStyle {
  std::string version;  // of mcheck
  std::string root;     // the folder that the project lies in: files are told from there
};

// The document, indented, with its line end.
[[nodiscard]] std::string sarif_text(const Suite& suite, const SarifStyle& style);

// Where a file lies, as SARIF says it: a path from the root on, or an absolute one.
[[nodiscard]] Json sarif_artifact(const std::string& path);

}  // namespace mcheck
