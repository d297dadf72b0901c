// SPDX-License-Identifier: MIT
// A bug that every checked program contains and that must be found there: if it is not, no result
// about this program can be trusted (docs/gate.md). No list of programs shows it.
#pragma once

#include "engine/model/program.hpp"

namespace mcheck {

[[nodiscard]] const RegisteredProgram& canary();

}  // namespace mcheck
