// SPDX-License-Identifier: MIT
#include "programs/mcheck/autopsy.hpp"

#include <algorithm>
#include <array>
#include <csignal>

#include "programs/mcheck/complaint.hpp"
#include "programs/mcheck/signals.hpp"
#include "visualize/words.hpp"

namespace mcheck::command {
namespace {

constexpr int kInternalExit = 70;

// Signals that a program brings on itself; all others come from outside.
bool is_crash(int signal_number) {
  constexpr std::array<int, 7> kCrashes = {SIGSEGV, SIGBUS,  SIGFPE, SIGILL,
                                           SIGABRT, SIGTRAP, SIGSYS};
  return std::find(kCrashes.begin(), kCrashes.end(), signal_number) != kCrashes.end();
}

FailureKind kind_of(const Ending& ending) {
  if (ending.kind == EndKind::kHung) return FailureKind::kHang;
  if (ending.kind == EndKind::kClosed || !ending.death.by_signal) return FailureKind::kExit;
  return is_crash(ending.death.number) ? FailureKind::kCrash : FailureKind::kKilled;
}

// The engine's own code stopped it on purpose, or says that it is to blame.
bool is_our_fault(const Ending& ending) {
  if (ending.kind != EndKind::kDied || ending.recording.in_program) return false;
  const int wanted = ending.death.by_signal ? SIGABRT : kInternalExit;
  return ending.death.number == wanted;
}

[[noreturn]] void throw_internal(const Ending& ending, const std::string& path,
                                 const std::string& schedule) {
  throw InternalError{complaint("mcheck itself failed in '" + path + "'",
                                {{"how", cause_of(ending) + ", in mcheck's code"},
                                 {"schedule", schedule},
                                 {"try", "the same command with --verbose shows its last words"}})};
}

[[noreturn]] void throw_garbled(const Ending& ending, const std::string& path) {
  throw InternalError{complaint(
      "'" + path + "' sent something that is no message",
      {{"namely", ending.detail},
       {"usually", "the program writes to a file descriptor that it did not open"},
       {"or", "program and command are of different versions of mcheck: build both again"}})};
}

[[noreturn]] void throw_before_exploring(const Ending& ending, const std::string& path) {
  throw UsageError{
      complaint("'" + path + "' ended before anything was explored",
                {{"how", cause_of(ending)},
                 {"usually", "a static object's constructor fails, or a library is missing"},
                 {"try", path + "     (runs it without the command)"}})};
}

Result counters(const Ending& ending, const options& search, const Schedule& schedule) {
  Result result;
  result.program = schedule.program;
  result.test = schedule.test;
  result.arguments = schedule.arguments;
  result.strategy = search.strategy;
  result.bound = search.bound;
  result.executions = ending.recording.executions;
  result.events = ending.recording.events;
  result.seconds = ending.seconds;
  return result;
}

}  // namespace

std::string cause_of(const Ending& ending) {
  switch (ending.kind) {
    case EndKind::kHung:
      return "the program gave no sign of life for " + seconds_text(ending.seconds) +
             " and was killed";
    case EndKind::kClosed:
      return "the program closed the file descriptor on which it talks to mcheck";
    case EndKind::kOutOfTime: return "the time that was given is used up";
    case EndKind::kInterrupted:
      return std::string("interrupted by ") +
             (asked_to_stop() == SIGINT ? "Ctrl-C" : signal_name(asked_to_stop()));
    case EndKind::kAnswered:
    case EndKind::kGarbled: return "the program sent something that was not asked for";
    case EndKind::kDied: break;
  }
  const int number = ending.death.number;
  if (!ending.death.by_signal) {
    return "the program ended the process with _exit(" + std::to_string(number) + ")";
  }
  const std::string name = signal_name(number);
  if (is_crash(number)) return "the program crashed with " + name;
  const bool memory = number == SIGKILL;
  return "the program was killed by " + name +
         (memory ? " (by hand, or by the kernel because memory ran out)" : "");
}

Result result_of(const Ending& ending, const options& search, Schedule schedule,
                 const std::string& path) {
  Result result = counters(ending, search, schedule);
  schedule.chosen = ending.recording.chosen;
  if (ending.kind == EndKind::kOutOfTime || ending.kind == EndKind::kInterrupted) {
    result.verdict = Verdict::kIncomplete;
    result.reason = cause_of(ending);
    return result;
  }
  if (ending.kind == EndKind::kGarbled) throw_garbled(ending, path);
  if (is_our_fault(ending)) throw_internal(ending, path, to_token(schedule));
  if (ending.recording.is_blank()) throw_before_exploring(ending, path);
  FailureReport failure;
  failure.kind = kind_of(ending);
  failure.message = cause_of(ending);
  failure.schedule = to_token(schedule);
  failure.execution = ending.recording.executions + 1;
  result.verdict = Verdict::kBug;
  result.failures.push_back(std::move(failure));
  return result;
}

}  // namespace mcheck::command
