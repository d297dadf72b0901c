// SPDX-License-Identifier: MIT
// Which types tests can create values of: those with a public constructor whose own parameters can
// be created, and so on, and those that an operation returns. Operations that need any other type
// are left out.
#pragma once

#include "programs/mcheck/reflection/class_model.hpp"
#include "programs/mcheck/reflection/class_shape.hpp"
#include "programs/mcheck/reflection/plan/operation_plan.hpp"

namespace mcheck::command::reflection {

// Moves what can be called from `plans` into the model, with the auxiliary types that this needs.
void add_supplied(const HeaderSource& header, const ClassShape& subject, Plans plans,
                  ClassModel& model);

}  // namespace mcheck::command::reflection
