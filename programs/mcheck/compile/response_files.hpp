// SPDX-License-Identifier: MIT
// Expands response files: `@file` on a compiler's command line stands for the arguments in that
// file. Options that decide about the line (-c, -shared, -fsanitize=…) may be in there.
#pragma once

#include <string>
#include <vector>

namespace mcheck::command {

struct ExpandedArguments {
  std::vector<std::string> arguments;
  bool from_files = false;  // the line may exceed the system's limit
};

// As GCC and clang do: arguments are separated by blanks, '…', "…" and \ quote, files may name
// files, and a file that cannot be read is an ordinary argument. Throws UsageError for endless
// recursion.
[[nodiscard]] ExpandedArguments expand_response_files(const std::vector<std::string>& arguments);

// The arguments in such a file.
[[nodiscard]] std::vector<std::string> split_response(const std::string& text);

// The text of a response file for the arguments.
[[nodiscard]] std::string response_text(const std::vector<std::string>& arguments);

}  // namespace mcheck::command
