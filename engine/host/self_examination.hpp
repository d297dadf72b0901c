// SPDX-License-Identifier: MIT
// What a process knows of itself that a verdict depends on: whether the engine sees what the
// program does. Who puts functions in the C library's place says how to find out.
#pragma once

#include <string>
#include <vector>

namespace mcheck {

struct SelfExamination {
  std::string broken;                    // why no thread of the program can start; or empty
  std::string blind;                     // why nothing may be said of the program; or empty
  std::vector<std::string> assumptions;  // what is not seen, and taken to do no harm
  std::vector<std::string> lines;        // for doctor
};

// How much to look at: the second for who asks, or before something is said to be verified.
enum class Depth { kGlance, kThorough };

using Examine = SelfExamination (*)(Depth depth);
void examine_self_with(Examine examine);
// Nothing, where nobody has said how.
[[nodiscard]] SelfExamination examine_self(Depth depth);

// Before a search. Throws UsageError: the engine does not see the program.
void require_sight();
// Where something is about to be called verified: what it takes for granted because it is not seen.
// If it turns out that nothing is seen, throws UsageError.
void add_unseen(std::vector<std::string>& assumptions);
// The same after a search that found sequential consistency to follow: from what was not seen it
// does not.
void add_uninstrumented_code(std::vector<std::string>& assumptions);

}  // namespace mcheck
