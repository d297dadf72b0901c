// SPDX-License-Identifier: MIT
// A suite as JUnit XML, which every CI system reads.
#pragma once

#include <string>

#include "visualize/exchange/suite.hpp"

namespace mcheck {

// The document, with its line end. The text of a failure is its report without colours.
[[nodiscard]] std::string junit_xml(const Suite& suite);

}  // namespace mcheck
