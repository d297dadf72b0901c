// SPDX-License-Identifier: MIT
// The reflection of `mcheck synth`: reads a header with libclang and describes a class as tests can
// use it. Nothing is run and nothing is compiled to code.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "programs/mcheck/reflection/class_model.hpp"

namespace mcheck::command::reflection {

// The class of that name ("bounded_queue<int>", with or without its namespaces) as seen through the
// header (a path, or a name such as "queue" or "<queue>" that the compiler searches for); or the
// complete message why there is none, as of a UsageError. `flags` are those of the compiler. What
// can be called and compiles is in the model, everything else in its list `left_out`. `reference`
// is the class that says what is right; "": the class itself.
[[nodiscard]] std::variant<ClassModel, std::string> read_class(
    const std::string& header, const std::string& class_name, const std::vector<std::string>& flags,
    const std::string& reference = "");

// The public classes that the header itself declares, in its order; or the message why it cannot be
// read. Templates have arguments that are proposed.
[[nodiscard]] std::variant<std::vector<ListedClass>, std::string> list_classes(
    const std::string& header, const std::vector<std::string>& flags);

}  // namespace mcheck::command::reflection
