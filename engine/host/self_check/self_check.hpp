// SPDX-License-Identifier: MIT
// What a process knows about itself that a verdict depends on: whether the engine observes what the
// program does. The layer that replaces functions of the C library registers the check.
#pragma once

#include <string>
#include <vector>

namespace mcheck {

struct SelfCheck {
  std::string broken;                    // why no thread of the program can start; or empty
  std::string uninstrumented;            // why the program is not observed at all; or empty
  std::vector<std::string> assumptions;  // what is not observed and assumed harmless
  std::vector<std::string> lines;        // for `mcheck doctor`
};

// kThorough: for `mcheck doctor`, and before a verdict of "verified".
enum class Depth { kQuick, kThorough };

using SelfCheckFunction = SelfCheck (*)(Depth depth);
void register_self_check(SelfCheckFunction check);
// Empty if no check is registered.
[[nodiscard]] SelfCheck run_self_check(Depth depth);

// Before a search. Throws UsageError if the engine does not observe the program.
void require_instrumentation();
// Before a verdict of "verified": adds what it assumes about code that is not observed. Throws
// UsageError if nothing is observed.
void add_uninstrumented_assumptions(std::vector<std::string>& assumptions);
// The same after a search that proved sequential consistency: with code that is not observed this
// becomes an assumption.
void add_assumptions_of_uninstrumented_code(std::vector<std::string>& assumptions);

}  // namespace mcheck
