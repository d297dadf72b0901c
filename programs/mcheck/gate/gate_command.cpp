// SPDX-License-Identifier: MIT
#include "programs/mcheck/gate/gate_command.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "engine/base/utf8.hpp"
#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/gate/gate_runner.hpp"
#include "programs/mcheck/gate/gate_text.hpp"
#include "programs/mcheck/results/html_folder.hpp"
#include "programs/mcheck/results/report.hpp"
#include "programs/mcheck/results/suite_files.hpp"
#include "programs/mcheck/supervise/signals.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck::command {
namespace {

namespace fs = std::filesystem;

constexpr int kFailed = 1;
constexpr int kIncomplete = 3;

std::string text_of(const std::string& path, const TomlError& error) {
  return path + ":" + std::to_string(error.place.line) + ":" + std::to_string(error.place.column) +
         ": " + error.what;
}

// REQUIRES: at least one error.
[[noreturn]] void throw_toml_errors(const std::string& path, const std::vector<TomlError>& errors) {
  std::vector<Remark> remarks;
  for (std::size_t i = 1; i < errors.size(); ++i) {
    remarks.push_back({"also", text_of(path, errors[i])});
  }
  remarks.push_back({"see", "docs/gate.md"});
  throw UsageError{diagnostic(text_of(path, errors.front()), remarks)};
}

GateFile read_gate_file(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file || fs::is_directory(path)) {
    throw UsageError{diagnostic("cannot read '" + path + "'", {{"try", "mcheck gate FILE"}})};
  }
  auto parsed = parse_gate_file(text.str());
  if (const auto* errors = std::get_if<std::vector<TomlError>>(&parsed)) {
    throw_toml_errors(path, *errors);
  }
  return std::get<GateFile>(std::move(parsed));
}

// Before anything runs: a missing program or header is an error of the file.
void require_programs(const GateFile& gate, const std::string& path, const fs::path& folder) {
  std::vector<TomlError> errors;
  for (const Kernel& kernel : gate.kernels) {
    const bool is_header = kernel.program.empty();
    const std::string& name = is_header ? kernel.header : kernel.program;
    const fs::path program = folder / name;
    std::error_code ignored;
    const bool is_found_by_compiler = is_header && name.starts_with('<');
    if (is_found_by_compiler || fs::is_regular_file(program, ignored)) continue;
    std::vector<std::string> candidates;
    for (const auto& entry : fs::directory_iterator(program.parent_path(), ignored)) {
      candidates.push_back(entry.path().filename().string());
    }
    const std::string suggestion = nearest(program.filename().string(), candidates);
    errors.push_back({kernel.program_place,
                      std::string("there is no ") + (is_header ? "header" : "program") + " '" +
                          name + "'" +
                          (suggestion.empty() ? "" : "; did you mean '" + suggestion + "'?")});
  }
  if (!errors.empty()) throw_toml_errors(path, errors);
}

std::string path_in(const fs::path& folder, const std::string& path) {
  return path.empty() ? "" : (folder / path).string();
}

Baseline read_baseline(const std::string& path) {
  auto read = Baseline::read(path);
  if (const auto* error = std::get_if<std::string>(&read)) {
    throw UsageError{diagnostic("cannot read the baseline '" + path + "': " + *error,
                                {{"try", "mcheck gate --update-baseline"}})};
  }
  return std::get<Baseline>(std::move(read));
}

void print_unwritten_path(const std::string& path, const std::string& why) {
  if (why.empty()) return;
  std::cerr << diagnostic("cannot write '" + path + "': " + why,
                          {{"kept", "verdict and exit code are valid; only this file is missing"}});
}

int gate_exit_code(const Suite& suite) {
  int code = 0;
  for (const SuiteCase& each : suite.cases) {
    if (!is_failure(each.status)) continue;
    const bool unfinished = std::ranges::all_of(each.results,
                                                [](const Result& result) {
                                                  return result.verdict == Verdict::kVerified ||
                                                         result.verdict == Verdict::kIncomplete;
                                                }) &&
                            std::ranges::any_of(each.results, [](const Result& result) {
                              return result.verdict == Verdict::kIncomplete;
                            });
    if (!unfinished) return kFailed;
    code = kIncomplete;
  }
  return code;
}

// Writes the baseline, or reports its entries that no longer fail.
void update_or_report_baseline(const Invocation& invocation, const std::string& path,
                               const Baseline& baseline, const Suite& suite) {
  if (invocation.update_baseline) {
    print_unwritten_path(path, write_file(path, Baseline::of(suite).text()));
    std::cout << "baseline: " << path << " is written\n";
    return;
  }
  for (const std::string& fixed : baseline.fixed_failures(suite)) {
    std::cout << "baseline: " << one_line(fixed)
              << " is fixed; run mcheck gate --update-baseline\n";
  }
}

}  // namespace

int run_gate(const Invocation& invocation) {
  const std::string path = invocation.program;
  const fs::path folder = fs::absolute(path).parent_path();
  const GateFile gate = read_gate_file(path);
  require_programs(gate, path, folder);
  const std::string baseline_path = path_in(folder, gate.baseline);
  if (invocation.update_baseline && baseline_path.empty()) {
    throw UsageError{diagnostic("'" + path + "' names no baseline",
                                {{"try", "baseline = \"mcheck-baseline.json\" in [gate]"}})};
  }
  const Baseline baseline = read_baseline(baseline_path);
  GateCache cache(invocation.no_cache ? "" : path_in(folder, gate.cache));
  GateStyle style{.coloured = wants_colour(invocation)};
  for (const Kernel& kernel : gate.kernels) {
    style.name_columns = std::max(style.name_columns, columns_of(one_line(kernel.name)));
  }
  std::cout << "gate: " << counted(gate.kernels.size(), "kernel") << " of " << one_line(path)
            << ", at most " << seconds_text(gate.seconds) << "\n"
            << std::flush;
  const auto begin = std::chrono::steady_clock::now();
  GateRunner runner(gate, folder.string(), baseline, cache, [&](const SuiteCase& each) {
    std::cout << gate_line(each, style) << std::flush;
  });
  Suite suite{.name = path};
  suite.cases = runner.run();
  suite.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::cout << gate_summary(suite, style);
  update_or_report_baseline(invocation, baseline_path, baseline, suite);
  if (!invocation.no_cache) print_unwritten_path(path_in(folder, gate.cache), cache.write());
  write_suite(suite, invocation);
  const std::string pages =
      invocation.html_dir.empty() ? path_in(folder, gate.html) : invocation.html_dir;
  if (!pages.empty()) write_html_folder(suite, pages);
  if (stop_signal() != 0) return kIncomplete;
  return invocation.update_baseline ? 0 : gate_exit_code(suite);
}

}  // namespace mcheck::command
