// SPDX-License-Identifier: MIT
#include "programs/mcheck/suite_files.hpp"

#include <filesystem>
#include <iostream>

#include "programs/mcheck/complaint.hpp"
#include "programs/mcheck/report.hpp"
#include "programs/mcheck/version.hpp"
#include "visualize/annotations.hpp"
#include "visualize/junit.hpp"
#include "visualize/markdown.hpp"
#include "visualize/sarif.hpp"

namespace mcheck::command {
namespace {

void write(const std::string& path, const char* option, const std::string& text) {
  const std::string trouble = write_file(path, text);
  if (trouble.empty()) return;
  std::cerr << complaint("cannot write '" + path + "': " + trouble,
                         {{"kept", "the verdict is as printed; only this file is missing"},
                          {"try", std::string(option) + " with another path"}});
}

}  // namespace

void write_suite(const Suite& suite, const Invocation& invocation) {
  std::error_code ignored;
  const std::string root = std::filesystem::current_path(ignored).string();
  if (!invocation.junit.empty()) write(invocation.junit, "--junit", junit_xml(suite));
  if (!invocation.sarif.empty()) {
    write(invocation.sarif, "--sarif", sarif_text(suite, {.version = kVersion, .root = root}));
  }
  if (!invocation.markdown.empty()) write(invocation.markdown, "--markdown", markdown_text(suite));
  if (invocation.annotations == "github") {
    std::cout << github_annotations(suite, root) << std::flush;
  } else if (!invocation.annotations.empty()) {
    write(invocation.annotations, "--annotations", gitlab_code_quality(suite, root));
  }
}

}  // namespace mcheck::command
