// SPDX-License-Identifier: MIT
// The format of the command's error messages:
//
//   mcheck: cannot run './prog': no such file
//     try      cmake --build build/release
//
// Both error types may be thrown anywhere in the command. Only main.cpp catches them.
#pragma once

#include <string>
#include <vector>

#include "engine/base/spelling.hpp"

namespace mcheck::command {

// A wrong request: exit code 2. The message is complete.
struct UsageError {
  std::string message;
};

// An error of mcheck or of what it depends on: exit code 70. The message is complete.
struct InternalError {
  std::string message;
};

struct Remark {
  std::string label;  // "where", "usually", "try"
  std::string text;
};

// The message: "mcheck: " and the first line, then a line for each remark. Ends in a line feed.
[[nodiscard]] std::string diagnostic(const std::string& what, const std::vector<Remark>& remarks);

// "a, b and c"; "none" for none.
[[nodiscard]] std::string listed(const std::vector<std::string>& words);

}  // namespace mcheck::command
