// SPDX-License-Identifier: MIT
#include "programs/mcheck/gate/class_kernel.hpp"

#include <algorithm>
#include <utility>

#include "engine/trace/results/result_json.hpp"
#include "programs/mcheck/synth/harness.hpp"

namespace mcheck::command {
namespace {

// The search has ended too early, or has explored nothing.
Result incomplete_result(const std::string& program, const Json& one) {
  Result result;
  result.program = program.substr(program.rfind('/') + 1);
  result.verdict = Verdict::kIncomplete;
  result.executions = one["executions"].natural();
  result.seconds = one["seconds"].number();
  const bool is_explored = one["verdict"].text() == "no violation found";
  result.reason = (is_explored ? "stopped before all tests were made: "
                               : "no test could be explored completely: ") +
                  one["why"].text();
  return result;
}

}  // namespace

std::vector<std::string> words_of_class(const Kernel& kernel) {
  const bool is_relative = !kernel.program.starts_with('/');
  const std::string program = is_relative ? "./" + kernel.program : kernel.program;
  std::vector<std::string> words = {"synth", kernel.header.empty() ? program : kernel.header,
                                    "--quiet", "--out", kernel.build_folder};
  if (!kernel.class_name.empty()) words.insert(words.end(), {"--class", kernel.class_name});
  words.insert(words.end(), kernel.options.begin(), kernel.options.end());
  if (kernel.header.empty()) return words;
  words.emplace_back("--");
  words.insert(words.end(), kernel.arguments.begin(), kernel.arguments.end());
  return words;
}

KernelOutcome class_outcome_from(const Json& json) {
  const auto& classes = json["classes"].elements();
  if (classes.empty()) return {};
  const Json& one = classes.front();
  KernelOutcome outcome{.program = one["program"].text()};
  const std::string verdict = one["verdict"].text();
  if (verdict == "bug") {
    outcome.results.push_back(result_from_json(one["result"]));
  } else if (verdict == "no violation found" && one["finished"].boolean()) {
    outcome.coverage = one["why"].text();
  } else {
    outcome.results.push_back(incomplete_result(outcome.program, one));
  }
  return outcome;
}

std::vector<std::string> sources_of_class(const Kernel& kernel, const std::string& program) {
  std::vector<std::string> files = sources_of_harness(program);
  const auto is_generated = [&](const std::string& file) {
    return file.starts_with(kernel.build_folder + "/");
  };
  std::erase_if(files, is_generated);
  const auto database = std::ranges::find(kernel.options, "--compile-commands");
  if (!files.empty() && database != kernel.options.end()) {
    files.push_back(*std::next(database) + "/compile_commands.json");
  }
  return files;
}

bool any_changed_since(const std::vector<std::string>& files, const std::string& folder,
                       std::filesystem::file_time_type then) {
  return std::ranges::any_of(files, [&](const std::string& file) {
    std::error_code error;
    const auto changed =
        std::filesystem::last_write_time(std::filesystem::path(folder) / file, error);
    return !error && changed >= then;
  });
}

}  // namespace mcheck::command
