// SPDX-License-Identifier: MIT
// The calls of a class, made on an object of another class: a sequential specification.
#pragma once

#include <string>

#include "programs/mcheck/reflection/class_model.hpp"
#include "programs/mcheck/reflection/header_source.hpp"

namespace mcheck::command::reflection {

// Gives the model its reference: the constructors and operations that `name` has, too. A call that
// does not compile is missing there; the program's library says so, and tests leave it out.
void add_reference(const HeaderSource& header, ClassModel& model, const std::string& name);

// The text, with each use of the name, as a whole word, replaced.
[[nodiscard]] std::string with_name(const std::string& text, const std::string& name,
                                    const std::string& by);

}  // namespace mcheck::command::reflection
