// SPDX-License-Identifier: MIT
// The compiler that `mcheck c++` and `mcheck cc` stand for, and the object that they link.
#pragma once

#include <string>
#include <vector>

#include "programs/mcheck/compile_plan.hpp"
#include "programs/mcheck/options.hpp"

namespace mcheck::command {

// The words that start it: those of MCHECK_CXX (MCHECK_CC), or g++ (gcc), or clang++ (clang),
// whichever is there. Throws UsageError.
[[nodiscard]] std::vector<std::string> find_compiler(bool cxx, const Environment& environment);

// Asks the compiler what it is. Throws UsageError if it is neither GCC 12 nor clang 14, or later.
[[nodiscard]] CompilerFamily family_of(const std::vector<std::string>& compiler);

// The same, of the macros that a compiler defines.
[[nodiscard]] CompilerFamily family_by_macros(const std::string& compiler,
                                              const std::string& macros);

// Where mcheck_unmodified.o should be: MCHECK_OBJECT, or beside the command as it was built or
// installed.
[[nodiscard]] std::string object_path(const Environment& environment);
// mcheck_unmodified.hpp in the same directory; empty: it is not there.
[[nodiscard]] std::string header_beside(const std::string& object);
// The directory of <mcheck/…> that belongs to it; empty: it is not there.
[[nodiscard]] std::string includes_of(const std::string& object);
// The directory there that holds an assembler of that name; empty: there is none.
[[nodiscard]] std::string assembler_beside(const std::string& object);

// Throws UsageError if it is not there.
void require_object(const std::string& path);

}  // namespace mcheck::command
