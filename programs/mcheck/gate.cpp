// SPDX-License-Identifier: MIT
#include "programs/mcheck/gate.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "engine/base/utf8.hpp"
#include "programs/mcheck/complaint.hpp"
#include "programs/mcheck/gate_runner.hpp"
#include "programs/mcheck/gate_text.hpp"
#include "programs/mcheck/html_folder.hpp"
#include "programs/mcheck/report.hpp"
#include "programs/mcheck/signals.hpp"
#include "programs/mcheck/suite_files.hpp"
#include "visualize/words.hpp"

namespace mcheck::command {
namespace {

namespace fs = std::filesystem;

constexpr int kFailed = 1;
constexpr int kIncomplete = 3;

std::string text_of(const std::string& path, const TomlTrouble& trouble) {
  return path + ":" + std::to_string(trouble.place.line) + ":" +
         std::to_string(trouble.place.column) + ": " + trouble.what;
}

// REQUIRES: at least one error.
[[noreturn]] void throw_wrong(const std::string& path, const std::vector<TomlTrouble>& troubles) {
  std::vector<Remark> remarks;
  for (std::size_t i = 1; i < troubles.size(); ++i) {
    remarks.push_back({"also", text_of(path, troubles[i])});
  }
  remarks.push_back({"see", "docs/gate.md"});
  throw UsageError{complaint(text_of(path, troubles.front()), remarks)};
}

GateFile read_gate_or_exit(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file || fs::is_directory(path)) {
    throw UsageError{complaint("cannot read '" + path + "'", {{"try", "mcheck gate FILE"}})};
  }
  auto parsed = parse_gate_file(text.str());
  if (const auto* troubles = std::get_if<std::vector<TomlTrouble>>(&parsed)) {
    throw_wrong(path, *troubles);
  }
  return std::get<GateFile>(std::move(parsed));
}

// Before anything runs: a missing program is an error of the file.
void require_programs(const GateFile& gate, const std::string& path, const fs::path& folder) {
  std::vector<TomlTrouble> troubles;
  for (const Kernel& kernel : gate.kernels) {
    const fs::path program = folder / kernel.program;
    std::error_code ignored;
    if (fs::is_regular_file(program, ignored)) continue;
    std::vector<std::string> near;
    for (const auto& entry : fs::directory_iterator(program.parent_path(), ignored)) {
      near.push_back(entry.path().filename().string());
    }
    const std::string meant = nearest(program.filename().string(), near);
    troubles.push_back(
        {kernel.program_place, "there is no program '" + kernel.program + "'" +
                                   (meant.empty() ? "" : "; did you mean '" + meant + "'?")});
  }
  if (!troubles.empty()) throw_wrong(path, troubles);
}

std::string from(const fs::path& folder, const std::string& path) {
  return path.empty() ? "" : (folder / path).string();
}

Baseline read_baseline(const std::string& path) {
  auto read = Baseline::read(path);
  if (const auto* trouble = std::get_if<std::string>(&read)) {
    throw UsageError{complaint("cannot read the baseline '" + path + "': " + *trouble,
                               {{"try", "mcheck gate --update-baseline"}})};
  }
  return std::get<Baseline>(std::move(read));
}

void complain_unwritten(const std::string& path, const std::string& why) {
  if (why.empty()) return;
  std::cerr << complaint("cannot write '" + path + "': " + why,
                         {{"kept", "the verdict is as printed; only this file is missing"}});
}

int code_of(const Suite& suite) {
  int code = 0;
  for (const SuiteCase& each : suite.cases) {
    if (!is_failure(each.standing)) continue;
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
void keep_baseline(const Invocation& invocation, const std::string& path, const Baseline& baseline,
                   const Suite& suite) {
  if (invocation.update_baseline) {
    complain_unwritten(path, write_file(path, Baseline::of(suite).text()));
    std::cout << "baseline: " << path << " is written\n";
    return;
  }
  for (const std::string& gone : baseline.mended(suite)) {
    std::cout << "baseline: " << one_line(gone) << " is mended; mcheck gate --update-baseline\n";
  }
}

}  // namespace

int run_gate(const Invocation& invocation) {
  const std::string path = invocation.program;
  const fs::path folder = fs::absolute(path).parent_path();
  const GateFile gate = read_gate_or_exit(path);
  require_programs(gate, path, folder);
  const std::string baseline_path = from(folder, gate.baseline);
  if (invocation.update_baseline && baseline_path.empty()) {
    throw UsageError{complaint("'" + path + "' names no baseline",
                               {{"try", "baseline = \"mcheck-baseline.json\" in [gate]"}})};
  }
  const Baseline baseline = read_baseline(baseline_path);
  GateCache cache(invocation.no_cache ? "" : from(folder, gate.cache));
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
  keep_baseline(invocation, baseline_path, baseline, suite);
  if (!invocation.no_cache) complain_unwritten(from(folder, gate.cache), cache.write());
  write_suite(suite, invocation);
  const std::string pages =
      invocation.html_dir.empty() ? from(folder, gate.html) : invocation.html_dir;
  if (!pages.empty()) write_html_folder(suite, pages);
  if (asked_to_stop() != 0) return kIncomplete;
  return invocation.update_baseline ? 0 : code_of(suite);
}

}  // namespace mcheck::command
