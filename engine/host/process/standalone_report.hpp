// SPDX-License-Identifier: MIT
// The report of a failure by a program that runs without the command: the steps, why each thread
// stops, how it ends, and the decisive pair. One column, no pictures: those are the command's.
#pragma once

#include <string>

#include "engine/trace/results/result.hpp"

namespace mcheck {

// Indented lines, each with its newline.
[[nodiscard]] std::string standalone_report(const FailureReport& failure);

}  // namespace mcheck
