// SPDX-License-Identifier: MIT
#include "programs/mcheck/results/suite_files.hpp"

#include <filesystem>
#include <iostream>

#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/cli/program_abi.hpp"
#include "programs/mcheck/results/report.hpp"
#include "visualize/exchange/annotations.hpp"
#include "visualize/exchange/junit.hpp"
#include "visualize/exchange/sarif.hpp"
#include "visualize/page/markdown.hpp"

namespace mcheck::command {
namespace {

void write_or_report(const std::string& path, const char* option, const std::string& text) {
  const std::string error = write_file(path, text);
  if (error.empty()) return;
  std::cerr << diagnostic("cannot write '" + path + "': " + error,
                          {{"kept", "verdict and exit code are valid; only this file is missing"},
                           {"try", std::string(option) + " with another path"}});
}

}  // namespace

void write_suite(const Suite& suite, const Invocation& invocation) {
  std::error_code ignored;
  const std::string root = std::filesystem::current_path(ignored).string();
  if (!invocation.junit.empty()) write_or_report(invocation.junit, "--junit", junit_xml(suite));
  if (!invocation.sarif.empty()) {
    write_or_report(invocation.sarif, "--sarif",
                    sarif_text(suite, {.version = kVersion, .root = root}));
  }
  if (!invocation.markdown.empty())
    write_or_report(invocation.markdown, "--markdown", markdown_text(suite));
  if (invocation.annotations == "github") {
    std::cout << github_annotations(suite, root) << std::flush;
  } else if (!invocation.annotations.empty()) {
    write_or_report(invocation.annotations, "--annotations", gitlab_code_quality(suite, root));
  }
}

}  // namespace mcheck::command
