// SPDX-License-Identifier: MIT
#include "programs/mcheck/cli/installed_pages.hpp"

#include <filesystem>
#include <fstream>
#include <utility>

#include "programs/mcheck/cli/diagnostic.hpp"

namespace mcheck::command {

void write_installed_pages(const std::string& folder) {
  const std::pair<const char*, std::string> pages[] = {
      {"man/man1/mcheck.1", manual_page()},
      {"bash-completion/completions/mcheck", bash_completion()},
      {"zsh/site-functions/_mcheck", zsh_completion()},
      {"fish/vendor_completions.d/mcheck.fish", fish_completion()},
  };
  for (const auto& [name, text] : pages) {
    const std::filesystem::path path = std::filesystem::path(folder) / "share" / name;
    std::error_code ignored;
    std::filesystem::create_directories(path.parent_path(), ignored);
    if (std::ofstream file(path); !(file << text << std::flush)) {
      throw UsageError{diagnostic("cannot write '" + path.string() + "'", {})};
    }
  }
}

}  // namespace mcheck::command
