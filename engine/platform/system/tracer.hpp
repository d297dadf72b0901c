// SPDX-License-Identifier: MIT
// Debuggers.
#pragma once

namespace mcheck {

// Whether a debugger controls this process: it would stop at each signal.
[[nodiscard]] bool is_traced();

}  // namespace mcheck
