// SPDX-License-Identifier: MIT
#include "engine/host/by_hand.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "engine/host/program_options.hpp"
#include "engine/host/programs.hpp"
#include "engine/trace/result_json.hpp"

namespace mcheck {
namespace {

constexpr const char* kHelp =
    "usage: %s [--test NAME] [--list] [--replay SCHEDULE] [--json FILE|-] [-- ARGUMENTS]\n"
    "\n"
    "Explores its tests and exits 0 (verified), 1 (bug), 3 (incomplete) or 4 (not repeatable).\n"
    "The options of `mcheck explore` are read from the environment: MCHECK_BOUND=2 %s\n"
    "`mcheck explore %s` shows more: columns, pictures, JSON.\n";

// The program's own output, while it runs thousands of times, goes nowhere.
class Silence {
 public:
  Silence() {
    std::fflush(stdout);
    for (const int stream : {1, 2}) {
      kept_[stream - 1] = dup(stream);
      const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
      if (nowhere >= 0) dup2(nowhere, stream);
      if (nowhere > 2) close(nowhere);
    }
  }
  ~Silence() {
    std::fflush(stdout);
    for (const int stream : {1, 2}) {
      if (kept_[stream - 1] < 0) continue;
      dup2(kept_[stream - 1], stream);
      close(kept_[stream - 1]);
    }
  }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  int kept_[2] = {-1, -1};
};

void print(const std::string& program, const FailureReport& failure) {
  for (const TraceStep& step : failure.trace) {
    std::string where = step.file.empty() ? "" : step.file + ":" + std::to_string(step.line);
    std::printf("  %c %-8s %-18s %-14s %-14s %s\n", step.preemption ? '*' : ' ',
                step.thread.c_str(), step.operation.c_str(), step.object.c_str(),
                step.value.c_str(), where.c_str());
  }
  std::printf("  replay   %s --replay %s\n", program.c_str(), failure.schedule.c_str());
}

void print(const std::string& program, const Result& result) {
  std::printf("%s: %s", result.test.c_str(), name_of(result.verdict));
  const std::string& why = result.failures.empty() ? result.reason : result.failures[0].message;
  if (!why.empty()) std::printf(": %s", why.c_str());
  std::printf(" (%llu executions, %.2f s)\n", static_cast<unsigned long long>(result.executions),
              result.seconds);
  for (const FailureReport& failure : result.failures) print(program, failure);
}

// As `mcheck explore --json` writes it. A file that cannot be written loses no verdict.
void write_json(const std::string& path, const Result& result) {
  const std::string text = to_json(result).dump(true);
  std::FILE* file = path == "-" ? stdout : std::fopen(path.c_str(), "w");
  const bool written = file != nullptr && std::fputs(text.c_str(), file) >= 0 &&
                       (file == stdout ? std::fflush(file) : std::fclose(file)) == 0;
  if (!written) std::fprintf(stderr, "'%s' could not be written\n", path.c_str());
}

void tell(const std::string& program, const ProgramOptions& options, const Result& result) {
  if (options.json != "-") print(program, result);
  if (!options.json.empty()) write_json(options.json, result);
}

Result explore_quietly(const Subject& subject, const options& how) {
  if (std::getenv("MCHECK_VERBOSE") != nullptr) return explore_subject(subject, how, {}).result;
  const Silence silence;
  return explore_subject(subject, how, {}).result;
}

// 70 > 1 > 4 > 3 > 0
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
    const Result result = explore_quietly(subject, options.how);
    tell(program, options, result);
    code = worse(code, exit_code(result.verdict));
  }
  return code;
}

int replay(const std::string& program, const ProgramOptions& options) {
  const ToReplay found = find_schedule(program, options.schedule);
  const Subject subject = subject_of(program, *found.test, found.schedule.arguments);
  const Result result = replay_subject(subject, with_schedule(options.how, found.schedule),
                                       found.schedule, {}, nullptr);
  tell(program, options, result);
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
  try {
    return run(program, parse_command_line(count, words));
  } catch (const UsageError& error) {
    std::fprintf(stderr, "%s: %s\n", program.c_str(), error.text().c_str());
    return 2;
  }
}

}  // namespace mcheck
