// SPDX-License-Identifier: MIT
#include "programs/mcheck/session.hpp"

#include <variant>

#include "engine/trace/result_json.hpp"
#include "engine/trace/schedule.hpp"
#include "programs/mcheck/autopsy.hpp"
#include "programs/mcheck/complaint.hpp"
#include "programs/mcheck/version.hpp"

namespace mcheck::command {
namespace {

constexpr double kGraceSeconds = 2;     // the program obeys --time itself
constexpr double kPatienceSeconds = 5;  // it also notices a hang itself
constexpr double kTraceSeconds = 60;    // for the trace of a dead program

std::vector<Named> named_list(const Json& list) {
  std::vector<Named> names;
  for (const Json& element : list.elements()) {
    names.push_back({element["name"].text(), element["description"].text()});
  }
  return names;
}

std::vector<std::string> names_of(const std::vector<Named>& list) {
  std::vector<std::string> names;
  for (const Named& element : list) names.push_back(element.name);
  return names;
}

Output output_of(const Invocation& invocation) {
  const bool shown = invocation.verbose || invocation.command == Command::kReplay;
  if (!shown) return Output::kNowhere;
  return invocation.json == "-" ? Output::kOurErrors : Output::kOurs;
}

Call call_for(const Invocation& invocation, std::string command, std::string test) {
  Call call;
  call.path = invocation.program;
  call.output = output_of(invocation);
  call.request.command = std::move(command);
  call.request.test = std::move(test);
  call.request.arguments = invocation.arguments;
  call.request.final_states = invocation.final_states;
  call.request.search = invocation.search;
  call.limits.quiet = invocation.search.patience + kPatienceSeconds;
  return call;
}

// What it said may be that the request, or mcheck, is wrong.
void throw_if_refused(const Ending& ending, const std::string& path) {
  if (ending.kind != EndKind::kAnswered) return;
  const std::string type = ending.answer["type"].text();
  std::string message = ending.answer["message"].text();
  if (!message.starts_with("mcheck: ")) message.insert(0, "mcheck: ");
  if (!message.ends_with('\n')) message += '\n';
  if (type == "error") throw UsageError{message};
  if (type == "internal") throw InternalError{message};
  const int protocol = static_cast<int>(ending.hello["protocol"].integer());
  if (protocol == kProtocol) return;
  throw UsageError{complaint("'" + path + "' was built with another version of mcheck",
                             {{"there", "protocol " + std::to_string(protocol)},
                              {"here", "protocol " + std::to_string(kProtocol)},
                              {"try", "build it again"}})};
}

bool is_answer(const Ending& ending, const char* type) {
  return ending.kind == EndKind::kAnswered && ending.answer["type"].text() == type;
}

[[noreturn]] void throw_not_told(const Ending& ending, const std::string& path,
                                 const std::string& what) {
  const std::string title = "'" + path + "' did not " + what;
  const std::string how =
      ending.kind == EndKind::kGarbled ? "it sent " + ending.detail : cause_of(ending);
  throw UsageError{complaint(
      title, {{"how", how},
              {"usually", "a static object's constructor fails, or main() is not the library's"},
              {"try", path + "     (runs it without the command)"}})};
}

// Starts the program again to learn what it did before it died.
void add_trace(Result& result, const Call& died, const Ending& ending) {
  FailureReport& failure = result.failures.front();
  Call call = died;
  call.output = Output::kNowhere;
  call.progress = nullptr;
  call.limits.total = kTraceSeconds;
  call.request.command = "replay";
  call.request.schedule = failure.schedule;
  call.request.stop_at = ending.recording.chosen.size();
  const Ending told = converse(call);
  if (!is_answer(told, "result")) return;
  Result traced = result_from_json(told.answer["result"]);
  if (traced.failures.empty()) return;
  failure.trace = std::move(traced.failures.front().trace);
  failure.threads = std::move(traced.failures.front().threads);
  if (failure.trace.empty()) return;
  failure.thread = failure.trace.back().thread;
  for (const TraceStep& step : failure.trace) failure.preemptions += step.preemption ? 1 : 0;
}

Result run(const Call& call, const Schedule& schedule) {
  const Ending ending = converse(call);
  throw_if_refused(ending, call.path);
  if (is_answer(ending, "result")) return result_from_json(ending.answer["result"]);
  Result result = result_of(ending, call.request.search, schedule, call.path);
  if (!result.failures.empty()) add_trace(result, call, ending);
  return result;
}

// The schedule of one of the program's tests, taken apart.
Schedule schedule_of(const Invocation& invocation, const Introduction& program) {
  const std::string what = "cannot replay '" + invocation.schedule + "'";
  const std::vector<Remark> remarks = {
      {"usually", "it was not copied whole, or it is of another program"},
      {"try", "mcheck explore " + invocation.program + "     (to get one)"}};
  const auto token = parse_token(invocation.schedule);
  if (const auto* trouble = std::get_if<std::string>(&token)) {
    throw UsageError{complaint(what + ": " + *trouble, remarks)};
  }
  std::string trouble = "the program has no tests";
  for (const std::string& test : program.test_names()) {
    if (invocation.test && *invocation.test != test) continue;
    auto schedule = resolve(std::get<Token>(token), program.program, test);
    if (auto* found = std::get_if<Schedule>(&schedule)) return std::move(*found);
    const bool same = std::get<Token>(token).name == token_name(program.program, test);
    if (same || test == program.test_names().front()) trouble = std::get<std::string>(schedule);
    if (same) break;
  }
  throw UsageError{complaint(what + ": " + trouble, remarks)};
}

}  // namespace

std::vector<std::string> Introduction::test_names() const { return names_of(tests); }
std::vector<std::string> Introduction::strategy_names() const { return names_of(strategies); }

Introduction introduce(const Invocation& invocation) {
  Call call = call_for(invocation, "list", "");
  call.output = Output::kNowhere;
  const Ending ending = converse(call);
  throw_if_refused(ending, call.path);
  if (!is_answer(ending, "list")) throw_not_told(ending, call.path, "say which tests it has");
  const std::string typed = call.path.substr(call.path.find_last_of('/') + 1);
  return {ending.hello["program"].text(typed), named_list(ending.hello["tests"]),
          named_list(ending.hello["strategies"])};
}

Result explore(const Invocation& invocation, const Introduction& program, const std::string& test,
               const Progress& progress) {
  Call call = call_for(invocation, "explore", test);
  call.progress = progress;
  const double seconds = invocation.search.seconds;
  call.limits.total = seconds > 0 ? seconds + kGraceSeconds : 0;
  Schedule schedule;
  schedule.program = program.program;
  schedule.test = test;
  schedule.arguments = invocation.arguments;
  schedule.spurious = invocation.search.spurious;
  schedule.timeouts = invocation.search.timeouts;
  const std::uint64_t steps = invocation.search.steps;
  schedule.steps = steps == options{}.steps ? 0 : steps;
  return run(call, schedule);
}

Result replay(const Invocation& invocation, const Introduction& program) {
  const Schedule schedule = schedule_of(invocation, program);
  Call call = call_for(invocation, "replay", schedule.test);
  call.request.schedule = invocation.schedule;
  call.request.arguments = schedule.arguments;
  call.request.search.spurious = schedule.spurious;
  call.request.search.timeouts = schedule.timeouts;
  Result result = run(call, schedule);
  result.strategy = "replay";
  return result;
}

Diagnosis diagnose(const Invocation& invocation, const std::string& test) {
  const Call call = call_for(invocation, "doctor", test);
  const Ending ending = converse(call);
  throw_if_refused(ending, call.path);
  if (!is_answer(ending, "doctor")) {
    const bool garbled = ending.kind == EndKind::kGarbled;
    return {{garbled ? "the program sent " + ending.detail : cause_of(ending)}, false};
  }
  return {ending.answer["lines"].texts(), ending.answer["ok"].boolean()};
}

}  // namespace mcheck::command
