// SPDX-License-Identifier: MIT
// A kernel of a gate that is a class: an `mcheck synth` process makes its tests, and builds the
// program that runs them if the class comes from a header.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/base/json.hpp"
#include "programs/mcheck/gate/gate_file.hpp"
#include "programs/mcheck/gate/kernel_run.hpp"

namespace mcheck::command {

// The arguments after `mcheck`, without --time.
[[nodiscard]] std::vector<std::string> words_of_class(const Kernel& kernel);

// From the JSON of `mcheck synth` about one class; nothing if it is about none.
[[nodiscard]] KernelOutcome class_outcome_from(const Json& json);

// What the results depend on, besides the program and its libraries: the files that it was compiled
// from, and the database that named the compiler's flags. None: they are unknown.
[[nodiscard]] std::vector<std::string> sources_of_class(const Kernel& kernel,
                                                        const std::string& program);

// Whether one of these files, relative to the folder, has changed since then.
[[nodiscard]] bool any_changed_since(const std::vector<std::string>& files,
                                     const std::string& folder,
                                     std::filesystem::file_time_type then);

}  // namespace mcheck::command
