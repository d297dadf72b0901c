// SPDX-License-Identifier: MIT
// Response files: `@file` on a compiler's command line stands for the words in that file. They have
// to be looked into, because what decides about a line (-c, -shared, -fsanitize=…) may stand there.
#pragma once

#include <string>
#include <vector>

namespace mcheck::command {

struct Expanded {
  std::vector<std::string> arguments;
  bool from_files = false;  // there was a file: the line may be too long for the system
};

// As GCC and clang read them: words between blanks, '…' and "…" and \ quote, files may name files,
// and what cannot be read is an ordinary word. Throws UsageError for files that name themselves.
[[nodiscard]] Expanded expand_response_files(const std::vector<std::string>& arguments);

// The words of such a file.
[[nodiscard]] std::vector<std::string> split_response(const std::string& text);

// The file for the words.
[[nodiscard]] std::string response_text(const std::vector<std::string>& arguments);

}  // namespace mcheck::command
