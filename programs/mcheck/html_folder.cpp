// SPDX-License-Identifier: MIT
#include "programs/mcheck/html_folder.hpp"

#include <filesystem>
#include <iostream>

#include "programs/mcheck/complaint.hpp"
#include "programs/mcheck/report.hpp"
#include "visualize/html_index.hpp"
#include "visualize/html_page.hpp"
#include "visualize/source_texts.hpp"

namespace mcheck::command {
namespace {

namespace fs = std::filesystem;

bool written_page(const fs::path& path, const std::string& text) {
  const std::string why = write_file(path.string(), text);
  if (why.empty()) return true;
  std::cerr << complaint("cannot write '" + path.string() + "': " + why,
                         {{"kept", "the verdict is as printed; only these pages are missing"},
                          {"try", "--html-dir with another folder"}});
  return false;
}

}  // namespace

void write_html_folder(const Suite& suite, const std::string& folder) {
  std::error_code ignored;  // the first write reports it
  fs::create_directories(folder, ignored);
  const std::vector<std::string> pages = page_names(suite);
  if (!written_page(fs::path(folder) / "index.html", html_index(suite, pages))) return;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (pages[i].empty()) continue;
    const SuiteCase& each = suite.cases[i];
    const std::string page = html_page(each.results, {.program = each.program},
                                       source_texts(each.results, each.executable));
    if (!written_page(fs::path(folder) / pages[i], page)) return;
  }
}

}  // namespace mcheck::command
