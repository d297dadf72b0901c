// SPDX-License-Identifier: MIT
// Finds the real compiler of `mcheck c++` and `mcheck cc`, and the object that they link.
#pragma once

#include <string>
#include <vector>

#include "programs/mcheck/cli/options.hpp"
#include "programs/mcheck/compile/compile_plan.hpp"

namespace mcheck::command {

// The command that starts it: MCHECK_CXX (MCHECK_CC), else g++ (gcc), else clang++ (clang). Throws
// UsageError.
[[nodiscard]] std::vector<std::string> find_compiler(bool cxx, const Environment& environment);

// Queries the compiler's identity. Throws UsageError unless it is GCC 12 or clang 14, or later.
[[nodiscard]] CompilerFamily family_of(const std::vector<std::string>& compiler);

// The same by the compiler's predefined macros.
[[nodiscard]] CompilerFamily family_by_macros(const std::string& compiler,
                                              const std::string& macros);

// The expected path of mcheck_unmodified.o: MCHECK_OBJECT, or beside the command in the build tree
// or the installation.
[[nodiscard]] std::string object_path(const Environment& environment);
// mcheck_unmodified.hpp in the same directory; empty: not found.
[[nodiscard]] std::string header_beside(const std::string& object);
// The directory of the <mcheck/…> that belongs to the object; empty: not found.
[[nodiscard]] std::string includes_of(const std::string& object);
// The directory beside the object that contains our `as`; empty: not found.
[[nodiscard]] std::string assembler_beside(const std::string& object);

// Throws UsageError if the object does not exist.
void require_object(const std::string& path);

}  // namespace mcheck::command
