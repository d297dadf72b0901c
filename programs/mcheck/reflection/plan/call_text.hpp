// SPDX-License-Identifier: MIT
// The source text of a call: how each kind of function is called, operators as one writes them.
#pragma once

#include <string>
#include <vector>

#include "programs/mcheck/reflection/type_shape.hpp"

namespace mcheck::command::reflection {

// A call of a function with these arguments as written. `object` is "self" or the class's name and
// is not among the arguments; it is "" for a free function.
[[nodiscard]] std::string call_text(const FunctionShape& function, const std::string& object,
                                    const std::vector<std::string>& arguments,
                                    const std::string& explicit_arguments = "");

// "[](const T& self, int a) { return …; }". `returned` replaces the result if it is not empty.
struct LambdaParts {
  std::vector<std::string> types;
  std::vector<std::string> names;
  std::string before;
  std::string call;
  std::string returned;
  bool returns_reference = false;
};
[[nodiscard]] std::string lambda_text(const LambdaParts& parts);

// The type, so that a parameter's name can follow it: not "bool (*)(int)" as it is.
[[nodiscard]] std::string declarable(const std::string& type);

}  // namespace mcheck::command::reflection
