// SPDX-License-Identifier: MIT
// Rewrites calls of the SV-COMP dialect in a compiler's assembly (`mcheck cc --dialect svcomp`).
//
//   __VERIFIER_atomic_…  If the program defines a function with this prefix, its body becomes an
//                        atomic section: from the sanitizer's hook at the function's entry to the
//                        one at its exit.
//   reach_error,         Calls report a failure, whatever the program's own body does.
//   __VERIFIER_error
//   abort                Ends a path that the program excludes from the search.
//
// Everything else stays unchanged: functions that programs only declare are defined by the engine
// (engine/intercept/program/verifier_names.cpp).
#pragma once

#include <string>
#include <string_view>

namespace mcheck::command {

[[nodiscard]] std::string rewrite_dialect(std::string_view text);

}  // namespace mcheck::command
