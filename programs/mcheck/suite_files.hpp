// SPDX-License-Identifier: MIT
// The files that --junit, --sarif, --markdown and --annotations ask for. One that cannot be written
// costs a message and nothing else.
#pragma once

#include "programs/mcheck/invocation.hpp"
#include "visualize/suite.hpp"

namespace mcheck::command {

void write_suite(const Suite& suite, const Invocation& invocation);

}  // namespace mcheck::command
