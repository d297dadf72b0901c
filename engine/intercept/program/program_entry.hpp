// SPDX-License-Identifier: MIT
// The entry from instrumented code. Whatever else was left out when the program was linked, this
// replaces the function that calls main, so that main never runs unchecked.
#pragma once

namespace mcheck {

void register_instrumented_file();

}  // namespace mcheck
