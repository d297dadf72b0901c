// SPDX-License-Identifier: MIT
// Whether each line of a harness compiles. Declarations do not say all: `vector<T>::push_back(const
// T&)` exists for a T that cannot be copied, and only its body does not compile. So the harness is
// parsed by libclang, with a stand-in for the run-time, and what has errors is left out.
#pragma once

#include "programs/mcheck/reflection/class_model.hpp"
#include "programs/mcheck/reflection/class_shape.hpp"

namespace mcheck::command::reflection {

// Removes what does not compile, with the reason, and all guesses but the first that compiles.
void remove_what_does_not_compile(const HeaderSource& header, ClassModel& model);

}  // namespace mcheck::command::reflection
