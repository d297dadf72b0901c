// SPDX-License-Identifier: MIT
// What is installed beside the command, made of the same table as its help: the manual page, and
// what shells complete the command line by.
#pragma once

#include <string>

namespace mcheck::command {

[[nodiscard]] std::string manual_page();
[[nodiscard]] std::string bash_completion();
[[nodiscard]] std::string zsh_completion();
[[nodiscard]] std::string fish_completion();

// Writes each to where the shells and man look for it below the folder: share/man/man1/mcheck.1 …
// Throws UsageError.
void write_pages(const std::string& folder);

// `mcheck write-pages FOLDER`: for who builds mcheck, so the help does not name it.
inline constexpr const char* kWritePages = "write-pages";

}  // namespace mcheck::command
