// SPDX-License-Identifier: MIT
#include "programs/mcheck/supervise/crash_report.hpp"

#include <algorithm>
#include <array>
#include <csignal>

#include "engine/trace/results/result_json.hpp"
#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/cli/program_abi.hpp"
#include "programs/mcheck/supervise/signals.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck::command {
namespace {

constexpr int kInternalExit = 70;
constexpr double kTraceSeconds = 60;  // limit for the trace of a crashed program

// Signals that a program raises itself; all others are sent by another process.
bool is_crash_signal(int signal_number) {
  constexpr std::array<int, 7> kCrashes = {SIGSEGV, SIGBUS,  SIGFPE, SIGILL,
                                           SIGABRT, SIGTRAP, SIGSYS};
  return std::find(kCrashes.begin(), kCrashes.end(), signal_number) != kCrashes.end();
}

bool died_of_stack_overflow(const SessionEnding& ending) {
  return ending.recording.stack_is_used_up && ending.child_exit.by_signal &&
         ending.child_exit.number == SIGSEGV;
}

FailureKind failure_kind_of(const SessionEnding& ending) {
  if (ending.kind == EndKind::kHung) return FailureKind::kLimitPatience;
  if (ending.kind == EndKind::kClosed || !ending.child_exit.by_signal) return FailureKind::kExit;
  if (died_of_stack_overflow(ending)) return FailureKind::kStackOverflow;
  return is_crash_signal(ending.child_exit.number) ? FailureKind::kCrash : FailureKind::kKilled;
}

// Whether the engine aborted deliberately, hung, or exited with its internal-error code.
bool is_internal_error(const SessionEnding& ending) {
  if (ending.recording.in_program) return false;
  if (ending.kind == EndKind::kHung) return ending.recording.exploring;
  if (ending.kind != EndKind::kDied) return false;
  const int wanted = ending.child_exit.by_signal ? SIGABRT : kInternalExit;
  return ending.child_exit.number == wanted;
}

[[noreturn]] void throw_internal(const SessionEnding& ending, const std::string& path,
                                 const std::string& schedule) {
  throw InternalError{
      diagnostic("mcheck itself failed in '" + path + "'",
                 {{"how", cause_of(ending) + ", in mcheck's code"},
                  {"schedule", schedule},
                  {"try", "the same command with --verbose shows its last words"}})};
}

[[noreturn]] void throw_malformed_message(const SessionEnding& ending, const std::string& path) {
  throw InternalError{diagnostic(
      "'" + path + "' sent a malformed message",
      {{"namely", ending.detail},
       {"usually", "the program writes to a file descriptor that it did not open"},
       {"or", "program and command are of different versions of mcheck: build both again"}})};
}

[[noreturn]] void throw_ended_early(const SessionEnding& ending, const std::string& path) {
  throw UsageError{
      diagnostic("'" + path + "' ended before anything was explored",
                 {{"how", cause_of(ending)},
                  {"usually", "a static object's constructor fails, or a library is missing"},
                  {"try", path + "     (runs it without the command)"}})};
}

Result result_with_counters(const SessionEnding& ending, const options& search,
                            const Schedule& schedule) {
  Result result;
  result.program = schedule.program;
  result.test = schedule.test;
  result.arguments = schedule.arguments;
  result.strategy = search.strategy;
  result.weak_memory = schedule.weak_memory || ending.recording.weak_memory;
  result.bound = search.bound;
  result.executions = ending.recording.executions;
  result.events = ending.recording.events;
  result.seconds = ending.seconds;
  const double mass = ending.recording.finished_mass;
  if (mass > 0) result.expected_executions = static_cast<double>(result.executions) / mass;
  return result;
}

// Restarts the program and replays the recorded choices to get the trace.
void add_trace(Result& result, const Call& crashed_call, const SessionEnding& ending) {
  FailureReport& failure = result.failures.front();
  Call call = crashed_call;
  call.output = Output::kDiscard;
  call.progress = nullptr;
  call.limits.total = kTraceSeconds;
  call.limits.ignores_signals = false;
  call.on_message = nullptr;
  call.request.shared.reset();
  call.request.command = "replay";
  call.request.schedule = failure.schedule;
  call.request.stop_at = ending.recording.chosen.size();
  const SessionEnding replay = run_session(call);
  if (!is_answer(replay, "result")) return;
  Result replayed = result_from_json(replay.answer["result"]);
  if (replayed.failures.empty()) return;
  failure.trace = std::move(replayed.failures.front().trace);
  failure.threads = std::move(replayed.failures.front().threads);
  if (failure.trace.empty()) return;
  failure.thread = failure.trace.back().thread;
  for (const TraceStep& step : failure.trace) failure.preemptions += step.preemption ? 1 : 0;
}

}  // namespace

bool is_answer(const SessionEnding& ending, const char* type) {
  return ending.kind == EndKind::kAnswered && ending.answer["type"].text() == type;
}

void throw_if_error_answer(const SessionEnding& ending, const std::string& path) {
  if (ending.kind != EndKind::kAnswered) return;
  const std::string type = ending.answer["type"].text();
  std::string message = ending.answer["message"].text();
  if (!message.starts_with("mcheck: ")) message.insert(0, "mcheck: ");
  if (!message.ends_with('\n')) message += '\n';
  if (type == "error") throw UsageError{message};
  if (type == "internal") throw InternalError{message};
  const int protocol = static_cast<int>(ending.hello["protocol"].integer());
  if (protocol == kProtocol) return;
  throw UsageError{diagnostic("'" + path + "' was built with another version of mcheck",
                              {{"there", "protocol " + std::to_string(protocol)},
                               {"here", "protocol " + std::to_string(kProtocol)},
                               {"try", "build it again"}})};
}

bool was_killed_externally(const SessionEnding& ending) {
  return ending.kind == EndKind::kDied && ending.child_exit.by_signal &&
         !is_crash_signal(ending.child_exit.number);
}

std::string cause_of(const SessionEnding& ending) {
  switch (ending.kind) {
    case EndKind::kHung:
      return "the program gave no sign of life for " + seconds_text(ending.seconds) +
             " and was killed";
    case EndKind::kClosed: return "the program closed its channel to mcheck";
    case EndKind::kOutOfTime: return "the time limit is reached";
    case EndKind::kInterrupted:
      return std::string("interrupted by ") +
             (stop_signal() == SIGINT ? "Ctrl-C" : signal_name(stop_signal()));
    case EndKind::kAnswered:
    case EndKind::kMalformed: return "the program sent something that was not asked for";
    case EndKind::kDied: break;
  }
  const int number = ending.child_exit.number;
  if (!ending.child_exit.by_signal) {
    return "the program ended the process with _exit(" + std::to_string(number) + ")";
  }
  if (died_of_stack_overflow(ending)) return "the thread's stack is used up";
  const std::string name = signal_name(number);
  if (is_crash_signal(number)) return "the program crashed with " + name;
  const bool memory = number == SIGKILL;
  return "the program was killed by " + name +
         (memory ? " (by hand, or by the kernel because memory ran out)" : "");
}

Result result_from_ending(const SessionEnding& ending, const Call& call, Schedule schedule) {
  Result result = result_with_counters(ending, call.request.search, schedule);
  schedule.chosen = ending.recording.chosen;
  schedule.reuse_size_classes |= ending.recording.reuse_size_classes;
  schedule.weak_memory |= ending.recording.weak_memory;
  if (ending.kind == EndKind::kOutOfTime || ending.kind == EndKind::kInterrupted) {
    result.verdict = Verdict::kIncomplete;
    result.reason = cause_of(ending);
    return result;
  }
  if (ending.kind == EndKind::kMalformed) throw_malformed_message(ending, call.path);
  if (is_internal_error(ending)) throw_internal(ending, call.path, to_token(schedule));
  if (ending.recording.is_blank()) throw_ended_early(ending, call.path);
  FailureReport failure;
  failure.kind = failure_kind_of(ending);
  failure.message = cause_of(ending);
  failure.schedule = to_token(schedule);
  failure.execution = ending.recording.executions + 1;
  const bool limited = is_limit(failure.kind);
  result.verdict = limited ? Verdict::kIncomplete : Verdict::kBug;
  if (limited)
    result.reason = reason_for_limits(1, failure.execution, false) + "; the search ended with it";
  result.failures.push_back(std::move(failure));
  add_trace(result, call, ending);
  return result;
}

}  // namespace mcheck::command
