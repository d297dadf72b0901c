// SPDX-License-Identifier: MIT
// Inline assembly in what a compiler gives to its assembler: each instruction there that touches
// shared memory becomes a call of the engine. Compilers mark inline assembly by #APP and #NO_APP.
// Assembly outside of functions, and all that the compiler itself has written, stay as they are.
//
// docs/decisions/0017-inline-assembly.md says why it is done here.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mcheck::command {

// How much is taken to be understood: the second reports each access when a thread comes to it.
enum class AsmDepth { kUnderstood, kReportedOnly };

// Nothing: there is no instruction to rewrite.
[[nodiscard]] std::optional<std::string> rewrite_assembly(std::string_view text,
                                                          AsmDepth depth = AsmDepth::kUnderstood);

}  // namespace mcheck::command
