// SPDX-License-Identifier: MIT
#include "engine/host/by_hand.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "engine/base/host_state.hpp"
#include "engine/base/utf8.hpp"
#include "engine/host/by_hand_story.hpp"
#include "engine/host/program_options.hpp"
#include "engine/host/programs.hpp"
#include "engine/host/silence.hpp"
#include "engine/runtime/perform.hpp"
#include "engine/trace/failure_id.hpp"
#include "engine/trace/result_json.hpp"

namespace mcheck {
namespace {

constexpr const char* kHelp =
    "usage: %s [--test NAME] [--list] [--replay SCHEDULE] [--json FILE|-] [-- ARGUMENTS]\n"
    "\n"
    "Explores its tests and exits 0 (verified), 1 (bug), 3 (incomplete) or 4 (not repeatable).\n"
    "The options of `mcheck explore` are read from the environment: MCHECK_BOUND=2 %s\n"
    "`mcheck explore %s` shows more: columns and pictures.\n";

// How the program was called, for command lines that the user can repeat.
MCHECK_HOST_STATE const char* called_as = "";

void print_output(std::string_view output) {
  if (!output.empty()) std::printf("  output\n");
  while (!output.empty()) {
    const std::string_view line = output.substr(0, output.find('\n'));
    std::printf("    | %s\n", one_line(line).c_str());
    output.remove_prefix(std::min(line.size() + 1, output.size()));
  }
}

std::string within(const Result& result) {
  if (result.verdict != Verdict::kVerified) return "";
  const std::string but = rests_on_suppressions(result) ? " but for what is suppressed" : "";
  if (!result.bound_hit) return but;
  return " with at most " + std::to_string(result.bound) + " " + bound_noun(result) +
         (result.bound == 1 ? "" : "s") + but;
}

// An unmodified program takes no options of mcheck on its command line.
std::string replay_line(const Result& result, const std::string& schedule) {
  if (!unmodified()) return std::string(called_as) + " --replay " + schedule;
  std::string line = "MCHECK_REPLAY=" + schedule + " " + called_as;
  for (const std::string& word : result.arguments) line += " " + word;
  return line;
}

void print(const Result& result) {
  const std::string& why = result.failures.empty() ? result.reason : result.failures[0].message;
  const std::string id = id_of(result);
  std::printf("%s: %s%s%s%s (%llu execution%s, %.2f s)\n", result.test.c_str(),
              name_of(result.verdict), id.empty() ? "" : (" " + id).c_str(), within(result).c_str(),
              why.empty() ? "" : (": " + why).c_str(),
              static_cast<unsigned long long>(result.executions), result.executions == 1 ? "" : "s",
              result.seconds);
  for (const std::string& remark : result.remarks) std::printf("  remark   %s\n", remark.c_str());
  for (const std::string& assumption : result.assumptions) {
    std::printf("  assumed  %s\n", assumption.c_str());
  }
  for (const FailureReport& failure : result.failures) {
    std::fputs(by_hand_story(failure).c_str(), stdout);
    print_output(failure.output);
    const auto line = [&](const char* what, const std::string& schedule) {
      if (!schedule.empty()) std::printf("  %s  %s\n", what, replay_line(result, schedule).c_str());
    };
    if (result.strategy != "replay") line("replay ", failure.schedule);
    if (failure.turning) line("compare", failure.turning->schedule);
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

void tell(const ProgramOptions& options, const Result& result) {
  if (options.json != "-") print(result);
  if (!options.json.empty()) write_json(options.json, result);
}

Result explore_quietly(const Subject& subject, const ProgramOptions& options) {
  const Watcher watcher{.final_states = options.final_states};
  std::optional<Silence> silence;
  if (std::getenv("MCHECK_VERBOSE") == nullptr) silence.emplace();
  return explore_subject(subject, options.how, watcher).result;
}

// The worse of two exit codes: 70 > 1 > 4 > 3 > 0.
int worse(int a, int b) {
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
    ProgramOptions its_own = options;
    if (!options.search_is_given) its_own.how = as_wished(options.how, *test);
    const Result result = explore_quietly(subject, its_own);
    tell(options, result);
    code = worse(code, exit_code(result.verdict));
  }
  return code;
}

int replay(const std::string& program, const ProgramOptions& options) {
  const ToReplay found = find_schedule(program, options.schedule);
  const Subject subject = subject_of(program, *found.test, found.schedule.arguments);
  const Result result = replay_subject(subject, with_schedule(options.how, found.schedule),
                                       found.schedule, {}, nullptr);
  tell(options, result);
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

int run_by_hand(const std::string& program, int count, char** words) {
  called_as = count > 0 ? words[0] : program.c_str();
  try {
    return run(program, parse_command_line(count, words));
  } catch (const UsageError& error) {
    std::fprintf(stderr, "%s: %s\n", program.c_str(), error.text().c_str());
    return 2;
  }
}

}  // namespace mcheck
