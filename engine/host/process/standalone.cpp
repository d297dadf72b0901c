// SPDX-License-Identifier: MIT
#include "engine/host/process/standalone.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "engine/base/host_state.hpp"
#include "engine/base/utf8.hpp"
#include "engine/host/process/program_options.hpp"
#include "engine/host/process/registered_tests.hpp"
#include "engine/host/process/silenced_streams.hpp"
#include "engine/host/process/standalone_report.hpp"
#include "engine/runtime/machine/perform.hpp"
#include "engine/trace/failures/failure_id.hpp"
#include "engine/trace/results/result_json.hpp"

namespace mcheck {
namespace {

constexpr const char* kHelp =
    "usage: %s [--test NAME] [--list] [--replay SCHEDULE] [--json FILE|-] [-- ARGUMENTS]\n"
    "\n"
    "Explores its tests and exits 0 (verified), 1 (bug), 3 (incomplete) or 4 (not repeatable).\n"
    "The options of `mcheck explore` are read from the environment: MCHECK_BOUND=2 %s\n"
    "`mcheck explore %s` shows more: columns and pictures.\n";

// How the program was called, for command lines that the user can repeat.
MCHECK_HOST_STATE const char* command_name = "";

void print_output(std::string_view output) {
  if (!output.empty()) std::printf("  output\n");
  while (!output.empty()) {
    const std::string_view line = output.substr(0, output.find('\n'));
    std::printf("    | %s\n", one_line(line).c_str());
    output.remove_prefix(std::min(line.size() + 1, output.size()));
  }
}

std::string bound_text(const Result& result) {
  if (result.verdict != Verdict::kVerified) return "";
  const std::string quantifier = result.quantifier.empty() ? "" : " " + result.quantifier;
  const std::string except_suppressed =
      rests_on_suppressions(result) ? " but for what is suppressed" : "";
  if (!result.bound_hit) return quantifier + except_suppressed;
  return quantifier + " with at most " + std::to_string(result.bound) + " " + bound_noun(result) +
         (result.bound == 1 ? "" : "s") + except_suppressed;
}

// An unmodified program takes no options of mcheck on its command line.
std::string replay_line(const Result& result, const std::string& schedule) {
  if (!unmodified()) return std::string(command_name) + " --replay " + schedule;
  std::string line = "MCHECK_REPLAY=" + schedule + " " + command_name;
  for (const std::string& word : result.arguments) line += " " + word;
  return line;
}

void print(const Result& result) {
  const std::string& why = result.failures.empty() ? result.reason : result.failures[0].message;
  const std::string id = id_of(result);
  std::printf("%s: %s%s%s%s (%llu execution%s, %.2f s)\n", result.test.c_str(),
              name_of(result.verdict), id.empty() ? "" : (" " + id).c_str(),
              bound_text(result).c_str(), why.empty() ? "" : (": " + why).c_str(),
              static_cast<unsigned long long>(result.executions), result.executions == 1 ? "" : "s",
              result.seconds);
  for (const std::string& remark : result.remarks) std::printf("  remark   %s\n", remark.c_str());
  for (const std::string& assumption : result.assumptions) {
    std::printf("  assumed  %s\n", assumption.c_str());
  }
  for (const FailureReport& failure : result.failures) {
    std::fputs(standalone_report(failure).c_str(), stdout);
    print_output(failure.output);
    const auto line = [&](const char* what, const std::string& schedule) {
      if (!schedule.empty()) std::printf("  %s  %s\n", what, replay_line(result, schedule).c_str());
    };
    if (result.strategy != "replay") line("replay ", failure.schedule);
    if (failure.decisive_step) line("compare", failure.decisive_step->schedule);
    std::printf("  explain  mcheck explain %s\n", id_of(failure.kind));
  }
}

// Writes what `mcheck explore --json` writes. The verdict is kept if the file cannot be written.
void write_json(const std::string& path, const Result& result) {
  const std::string text = to_json(result).dump(true);
  std::FILE* file = path == "-" ? stdout : std::fopen(path.c_str(), "w");
  const bool written = file != nullptr && std::fputs(text.c_str(), file) >= 0 &&
                       (file == stdout ? std::fflush(file) : std::fclose(file)) == 0;
  if (!written) std::fprintf(stderr, "'%s' could not be written\n", path.c_str());
}

void print_result(const ProgramOptions& options, const Result& result) {
  if (options.json != "-") print(result);
  if (!options.json.empty()) write_json(options.json, result);
}

Result explore_quietly(const Subject& subject, const ProgramOptions& options) {
  const Watcher watcher{.final_states = options.final_states};
  std::optional<SilencedStreams> silence;
  if (std::getenv("MCHECK_VERBOSE") == nullptr) silence.emplace();
  return explore_subject(subject, options.how, watcher).result;
}

// The worse of two exit codes: 70 > 1 > 4 > 3 > 0.
int worse_exit_code(int a, int b) {
  const auto rank = [](int code) { return code == 70 ? 9 : code == 1 ? 8 : code; };
  return rank(a) > rank(b) ? a : b;
}

int explore_all(const std::string& program, const ProgramOptions& options) {
  int code = 0;
  if (!options.test.empty()) (void)find_test(program, options.test);
  if (!options.json.empty() && options.test.empty() && first_program() != nullptr &&
      first_program()->next != nullptr) {
    throw UsageError("--json is for one test at a time\n  try      --test NAME; --list names them");
  }
  for (const RegisteredProgram* test = first_program(); test != nullptr; test = test->next) {
    if (!options.test.empty() && options.test != test->name) continue;
    const Subject subject = subject_of(program, *test, options.arguments);
    ProgramOptions test_options = options;
    if (!options.search_is_given) test_options.how = with_test_options(options.how, *test);
    const Result result = explore_quietly(subject, test_options);
    print_result(options, result);
    code = worse_exit_code(code, exit_code(result.verdict));
  }
  return code;
}

int replay(const std::string& program, const ProgramOptions& options) {
  const ReplayTarget found = find_schedule(program, options.schedule);
  const Subject subject = subject_of(program, *found.test, found.schedule.arguments);
  const Result result = replay_subject(subject, with_schedule(options.how, found.schedule),
                                       found.schedule, {}, nullptr);
  print_result(options, result);
  return exit_code(result.verdict);
}

int run(const std::string& program, const ProgramOptions& options) {
  switch (options.task) {
    case ProgramOptions::Task::kHelp:
      std::printf(kHelp, program.c_str(), program.c_str(), program.c_str());
      return 0;
    case ProgramOptions::Task::kList:
      for (const RegisteredProgram* test = first_program(); test != nullptr; test = test->next) {
        std::printf("%-20s %s\n", test->name, test->description);
      }
      return 0;
    case ProgramOptions::Task::kReplay: return replay(program, options);
    case ProgramOptions::Task::kExplore: return explore_all(program, options);
  }
  return 70;
}

}  // namespace

int run_standalone(const std::string& program, int argc, char** argv) {
  command_name = argc > 0 ? argv[0] : program.c_str();
  try {
    return run(program, parse_command_line(argc, argv));
  } catch (const UsageError& error) {
    std::fprintf(stderr, "%s: %s\n", program.c_str(), error.text().c_str());
    return 2;
  }
}

}  // namespace mcheck
