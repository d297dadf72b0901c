// SPDX-License-Identifier: MIT
// Rewrites the inline assembly in a compiler's output: each instruction that accesses shared memory
// becomes a call of the engine. Compilers delimit inline assembly by #APP and #NO_APP. Does not
// change assembly outside of functions, or code that the compiler generated.
//
// Rationale: docs/decisions/0017-inline-assembly.md.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mcheck::command {

// kInstrument performs the accesses in the engine; kReportOnly reports each access as
// uninstrumented when a thread reaches it.
enum class RewriteMode { kInstrument, kReportOnly };

// Nothing if there is no instruction to rewrite.
[[nodiscard]] std::optional<std::string> rewrite_assembly(
    std::string_view text, RewriteMode mode = RewriteMode::kInstrument);

}  // namespace mcheck::command
