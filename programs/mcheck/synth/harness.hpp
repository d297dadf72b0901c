// SPDX-License-Identifier: MIT
// From a header to a program that runs tests of one of its classes.
#pragma once

#include <string>
#include <vector>

#include "programs/mcheck/cli/invocation.hpp"

namespace mcheck::command {

struct Harness {
  std::string program;                  // the executable
  std::string include;                  // what declares the class, as in #include
  std::vector<std::string> left_out{};  // functions that no test calls, and why
};

// The compiler flags for a header: those after --, or those of --compile-commands. Throws
// UsageError.
[[nodiscard]] std::vector<std::string> header_flags(const Invocation& invocation);

// Throws UsageError if the class cannot be used. What it built before it takes, if nothing that it
// was built from has changed.
[[nodiscard]] Harness build_harness(const Invocation& invocation, const std::string& class_name,
                                    const std::vector<std::string>& flags);

// The files that the harness was compiled from, as the compiler wrote them for make; none: unknown.
[[nodiscard]] std::vector<std::string> sources_of_harness(const std::string& program);

// "bounded_queue<int>" → "bounded_queue_int"
[[nodiscard]] std::string folder_name_of(const std::string& class_name);
// The folder for what is built and written for a class; made if it does not exist.
[[nodiscard]] std::string class_folder(const Invocation& invocation, const std::string& name);

}  // namespace mcheck::command
