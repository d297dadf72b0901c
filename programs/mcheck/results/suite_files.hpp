// SPDX-License-Identifier: MIT
// Writes the files of --junit, --sarif, --markdown and --annotations. If one cannot be written, it
// prints a message and continues.
#pragma once

#include "programs/mcheck/cli/invocation.hpp"
#include "visualize/exchange/suite.hpp"

namespace mcheck::command {

void write_suite(const Suite& suite, const Invocation& invocation);

}  // namespace mcheck::command
