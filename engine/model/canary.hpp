// SPDX-License-Identifier: MIT
// A bug that every checked program carries, and that must be found there: if it is not, nothing
// that this program is said to be can be believed (docs/gate.md). No list names it.
#pragma once

#include "engine/model/program.hpp"

namespace mcheck {

[[nodiscard]] const RegisteredProgram& canary();

}  // namespace mcheck
