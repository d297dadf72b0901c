// SPDX-License-Identifier: MIT
// Where instrumented code enters: whatever else was left out when a program was linked, the
// function that calls main is replaced, so that main is not run without anybody looking.
#pragma once

namespace mcheck {

void enter_instrumented_file();

}  // namespace mcheck
