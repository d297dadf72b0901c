// SPDX-License-Identifier: MIT
// A suite as SARIF 2.1.0, which code hosts show beside the lines: a result for each failure, whose
// code flow lists the steps of each thread with their order.
#pragma once

#include <string>

#include "engine/base/json.hpp"
#include "visualize/exchange/suite.hpp"

namespace mcheck {

struct SarifStyle {
  std::string version;  // of mcheck
  std::string root;     // the project's root: file names are relative to it
};

// The document, indented, with its line end.
[[nodiscard]] std::string sarif_text(const Suite& suite, const SarifStyle& style);

// A file's location in SARIF: a path relative to the root, or an absolute one.
[[nodiscard]] Json sarif_artifact(const std::string& path);

}  // namespace mcheck
