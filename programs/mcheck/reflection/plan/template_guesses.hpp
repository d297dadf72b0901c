// SPDX-License-Identifier: MIT
// Arguments for function templates. What a template wants is not declared (before concepts), so
// several arguments are proposed, the likeliest first, and harness_check keeps the first that
// compiles: callbacks for `class F`, values for `class U`, the ends of a vector for two iterators.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "programs/mcheck/reflection/plan/argument_plan.hpp"

namespace mcheck::command::reflection {

// What the parameters of a template stand for: "type-parameter-0-1" to a type.
using Substitution = std::map<std::string, TypeShape>;

// The class's template arguments, for friends and functions that are templates like the class.
[[nodiscard]] Substitution class_substitution(const ClassShape& subject);

// The function with types in place of template parameters, as far as they are known; the class's
// own template stands for the class.
[[nodiscard]] FunctionShape substituted(const FunctionShape& function, const ClassShape& subject,
                                        const Substitution& types);

// Whether any parameter still depends on a template.
[[nodiscard]] bool is_dependent(const FunctionShape& function);

// Plans for the parameter, the likeliest first. None: it cannot be guessed.
[[nodiscard]] std::vector<ArgumentPlan> guess_argument(const FunctionShape& function,
                                                       std::size_t index,
                                                       const ClassShape& subject);

// "<0>" for template parameters that no parameter of the function determines; or why there is no
// way. "" if there are none.
struct ExplicitArguments {
  std::string text;
  std::string why_not;
};
[[nodiscard]] ExplicitArguments explicit_arguments(const FunctionShape& function);

}  // namespace mcheck::command::reflection
