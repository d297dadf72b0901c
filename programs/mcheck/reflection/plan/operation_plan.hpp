// SPDX-License-Identifier: MIT
// From functions to operations: the calls that tests can make, and what is left out and why.
#pragma once

#include <string>
#include <vector>

#include "programs/mcheck/reflection/class_model.hpp"
#include "programs/mcheck/reflection/class_shape.hpp"

namespace mcheck::command::reflection {

// An operation, and the classes of which it needs objects.
struct PlannedOperation {
  OperationModel model;
  std::vector<TypeShape> needs;
  TypeShape result;
  std::string signature;  // of the function, for messages
};

// A constructor whose parameters are passed as they are.
struct PlannedConstructor {
  ConstructorModel model;
  std::vector<TypeShape> needs;
  std::string signature;
};

struct Plans {
  std::vector<PlannedConstructor> constructors;
  std::vector<PlannedOperation> operations;
  std::vector<LeftOut> left_out;
};

// Plans for the constructors, methods, static methods, copies, and free functions of a class.
[[nodiscard]] Plans plan_class(const ClassShape& subject,
                               const std::vector<FunctionShape>& free_functions);

// Plans for the constructors of a class (constructor_plan.cpp).
[[nodiscard]] Plans plan_constructors(const ClassShape& shape);

// Whether a constructor or an assignment copies or moves the class.
enum class SpecialMember { kNone, kCopy, kMove };
[[nodiscard]] SpecialMember special_member(const FunctionShape& function,
                                           const ClassShape& subject);

}  // namespace mcheck::command::reflection
