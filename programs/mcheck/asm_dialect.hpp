// SPDX-License-Identifier: MIT
// The dialect of SV-COMP in what a compiler gives to its assembler (`mcheck cc --dialect svcomp`).
//
//   __VERIFIER_atomic_…   where a program defines such a function, its body is an atomic section:
//   it
//                         begins and ends where the sanitizer's hooks say that the function does
//   reach_error,          calls of them are failures, whatever the program's own body does
//   __VERIFIER_error
//   abort                 ends a path that the program does not want to be looked at
//
// Nothing else is changed: the functions that programs only declare are the engine's
// (engine/intercept/verifier_names.cpp).
#pragma once

#include <string>
#include <string_view>

namespace mcheck::command {

[[nodiscard]] std::string rewrite_dialect(std::string_view text);

}  // namespace mcheck::command
