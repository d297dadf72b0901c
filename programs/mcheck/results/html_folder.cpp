// SPDX-License-Identifier: MIT
#include "programs/mcheck/results/html_folder.hpp"

#include <filesystem>
#include <iostream>

#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/results/report.hpp"
#include "visualize/model/source_texts.hpp"
#include "visualize/page/html_index.hpp"
#include "visualize/page/html_page.hpp"

namespace mcheck::command {
namespace {

namespace fs = std::filesystem;

bool write_page_file(const fs::path& path, const std::string& text) {
  const std::string why = write_file(path.string(), text);
  if (why.empty()) return true;
  std::cerr << diagnostic(
      "cannot write '" + path.string() + "': " + why,
      {{"kept", "verdict and exit code are valid; only these pages are missing"},
       {"try", "--html-dir with another folder"}});
  return false;
}

}  // namespace

void write_html_folder(const Suite& suite, const std::string& folder) {
  std::error_code ignored;  // the first write reports it
  fs::create_directories(folder, ignored);
  const std::vector<std::string> pages = page_names(suite);
  if (!write_page_file(fs::path(folder) / "index.html", html_index(suite, pages))) return;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (pages[i].empty()) continue;
    const SuiteCase& each = suite.cases[i];
    const std::string page = html_page(each.results, {.program = each.program},
                                       source_texts(each.results, each.executable));
    if (!write_page_file(fs::path(folder) / pages[i], page)) return;
  }
}

}  // namespace mcheck::command
