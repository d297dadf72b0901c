// SPDX-License-Identifier: MIT
// What the command says when it cannot do what was asked, always in one form:
//
//   mcheck: cannot run './prog': no such file
//     try      cmake --build build/release
//
// Both errors are thrown anywhere in the command and caught once, in main.cpp.
#pragma once

#include <string>
#include <vector>

namespace mcheck::command {

// The request is wrong: exit code 2. The message is complete.
struct UsageError {
  std::string message;
};

// mcheck, or what it relies on, is wrong: exit code 70. The message is complete.
struct InternalError {
  std::string message;
};

struct Remark {
  std::string label;  // "where", "usually", "try"
  std::string text;
};

// "mcheck: " and the lines below it, the last with its line end.
[[nodiscard]] std::string complaint(const std::string& what, const std::vector<Remark>& remarks);

// Of all known words the one that was probably meant; "" if none is near.
[[nodiscard]] std::string nearest(const std::string& word, const std::vector<std::string>& known);

// "a, b and c"; "none" for none.
[[nodiscard]] std::string listed(const std::vector<std::string>& words);

}  // namespace mcheck::command
