// SPDX-License-Identifier: MIT
// A test of a class as C++ that can be pasted: plain code with std::thread, without mcheck.
#pragma once

#include <string>
#include <vector>

#include "programs/mcheck/synth/class_report.hpp"
#include "programs/mcheck/synth/class_search.hpp"

namespace mcheck::command {

// `includes`: what declares the class: "\"queue.hpp\"", or nothing. What the failing execution
// gave is asserted not to happen, where the results can be written as C++.
[[nodiscard]] std::string test_code(const ClassTable& table, const ClassFinding& finding,
                                    const std::vector<std::string>& includes);

}  // namespace mcheck::command
