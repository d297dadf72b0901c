// SPDX-License-Identifier: MIT
// Files that are installed with the command and generated from the option table: the manual page
// and the shell completions.
#pragma once

#include <string>

namespace mcheck::command {

[[nodiscard]] std::string manual_page();
[[nodiscard]] std::string bash_completion();
[[nodiscard]] std::string zsh_completion();
[[nodiscard]] std::string fish_completion();

// Writes each file where man and the shells look for it below the folder: share/man/man1/mcheck.1 …
// Throws UsageError.
void write_installed_pages(const std::string& folder);

// `mcheck write-pages FOLDER`: used by the build; hidden in the help.
inline constexpr const char* kWritePages = "write-pages";

}  // namespace mcheck::command
