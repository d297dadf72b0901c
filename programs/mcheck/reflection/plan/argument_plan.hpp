// SPDX-License-Identifier: MIT
// How a generated call gets its arguments: which the test chooses, in which type, and what is
// written where the function is called.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "programs/mcheck/reflection/class_model.hpp"
#include "programs/mcheck/reflection/class_shape.hpp"

namespace mcheck::command::reflection {

// For one parameter of the function, or for two that belong together.
struct ArgumentPlan {
  std::vector<std::string> types;  // what the test passes for it: none, one or two values
  std::string expression;          // "$0" and "$1" stand for these
  std::string before;              // a statement in front of the call
  std::string returned;            // an expression that replaces the result of a void function
  std::string why_not;             // the reason if there is no way; else empty
  std::size_t parameters = 1;      // of the function
  std::vector<TypeShape> needs;    // classes and enumerations of which the test has to have values
};

// The plan for parameter `index`. REQUIRES: it does not depend on a template.
[[nodiscard]] ArgumentPlan plan_argument(const std::vector<ParameterShape>& parameters,
                                         std::size_t index, const ClassShape& subject);

// The classes that the run-time cannot create itself, and the enumerations, of which a value of
// this type consists.
[[nodiscard]] std::vector<TypeShape> needs_of(const TypeShape& type);

// A parameter that tests leave to its default: an allocator, a memory order.
[[nodiscard]] bool is_left_to_default(const ParameterShape& parameter);

// Whether a constructor can be called with the values of tests as they are.
[[nodiscard]] bool is_plain(const ArgumentPlan& plan, const TypeShape& type);

}  // namespace mcheck::command::reflection
