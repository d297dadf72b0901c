// SPDX-License-Identifier: MIT
#include "programs/mcheck/search/program_client.hpp"

#include <algorithm>
#include <iostream>
#include <utility>
#include <variant>

#include "engine/trace/protocol/schedule.hpp"
#include "engine/trace/results/result_json.hpp"
#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/cli/program_abi.hpp"
#include "programs/mcheck/cli/user_classes.hpp"
#include "programs/mcheck/search/checkpoint.hpp"
#include "programs/mcheck/search/coordinator.hpp"
#include "programs/mcheck/search/schedule_options.hpp"
#include "programs/mcheck/search/strategy_race.hpp"
#include "programs/mcheck/supervise/crash_report.hpp"
#include "programs/mcheck/supervise/signals.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck::command {
namespace {

constexpr double kGraceSeconds = 2;             // the program obeys --time itself
constexpr double kManyReportsSeconds = 60;      // to symbolise and replay many failures
constexpr double kPatienceSeconds = 5;          // the program detects hangs itself
constexpr double kConflictsReportSeconds = 20;  // to symbolise conflicts and to replay them

std::vector<ListEntry> list_entries(const Json& list) {
  std::vector<ListEntry> names;
  for (const Json& element : list.elements()) {
    names.push_back({.name = element["name"].text(),
                     .description = element["description"].text(),
                     .sharing = element["shares"].text(),
                     .strategy = element["strategy"].text()});
  }
  return names;
}

std::vector<std::string> names_of(const std::vector<ListEntry>& list) {
  std::vector<std::string> names;
  for (const ListEntry& element : list) names.push_back(element.name);
  return names;
}

Output output_for(const Invocation& invocation) {
  const bool shown = invocation.verbose || invocation.command == Command::kReplay;
  if (!shown) return Output::kDiscard;
  return invocation.json == "-" ? Output::kStderr : Output::kStdout;
}

[[noreturn]] void throw_no_answer(const SessionEnding& ending, const std::string& path,
                                  const std::string& what) {
  const std::string title = "'" + path + "' did not " + what;
  const std::string ending_text =
      ending.kind == EndKind::kMalformed ? "it sent " + ending.detail : cause_of(ending);
  throw UsageError{diagnostic(
      title, {{"how", ending_text},
              {"usually", "a static object's constructor fails, or main() is not the library's"},
              {"try", path + "     (runs it without the command)"}})};
}

// `started`: a program that waits for its request, or null.
Result run(const Call& call, const Schedule& schedule, ProtocolSession* started = nullptr) {
  if (started != nullptr) started->send_request(call);
  const SessionEnding ending = started != nullptr ? run_session(*started) : run_session(call);
  throw_if_error_answer(ending, call.path);
  if (is_answer(ending, "result")) return result_from_json(ending.answer["result"]);
  return result_from_ending(ending, call, schedule);
}

// The choices of the schedule are those of a program that the schedule file holds back.
void require_schedule_file(const Invocation& invocation, const std::string& file) {
  if (file.empty() || !invocation.search.schedule.empty()) return;
  throw UsageError{
      diagnostic("cannot replay '" + invocation.schedule +
                     "': it was found under the schedule file '" + file + "'",
                 {{"try", "mcheck replay " + shell_word(invocation.program) + " " +
                              invocation.schedule + " --schedule " + shell_word(file)}})};
}

// The schedule of the token, of whichever test it belongs to.
Schedule schedule_of(const Invocation& invocation, const ProgramInfo& program) {
  const std::string what = "cannot replay '" + invocation.schedule + "'";
  const std::vector<Remark> remarks = {
      {"usually", "it was not copied whole, or it is of another program"},
      {"renamed", "a schedule knows its program by name: copy the program to its old name"},
      {"try", "mcheck explore " + invocation.program + "     (to get one)"}};
  const auto token = parse_token(invocation.schedule);
  if (const auto* error = std::get_if<std::string>(&token)) {
    throw UsageError{diagnostic(what + ": " + *error, remarks)};
  }
  std::string error = "the program has no tests";
  for (const std::string& test : program.test_names()) {
    if (invocation.test && *invocation.test != test) continue;
    auto schedule = resolve(std::get<Token>(token), program.program, test);
    if (auto* found = std::get_if<Schedule>(&schedule)) {
      require_schedule_file(invocation, found->schedule_file);
      return std::move(*found);
    }
    const bool same = std::get<Token>(token).name == token_name(program.program, test);
    if (same || test == program.test_names().front()) error = std::get<std::string>(schedule);
    if (same) break;
  }
  throw UsageError{diagnostic(what + ": " + error, remarks)};
}

[[noreturn]] void throw_no_checkpoint(const Invocation& invocation, const std::string& sharing) {
  if (!invocation.tree.empty()) {
    throw UsageError{diagnostic("'--tree' does not support checkpoints", {{"try", "one of them"}})};
  }
  if (invocation.final_states) {
    throw UsageError{
        diagnostic("'--final-states' does not support checkpoints", {{"try", "one of them"}})};
  }
  throw UsageError{
      diagnostic("strategy '" + invocation.search.strategy + "' does not support checkpoints",
                 {{"because", "its remaining search cannot be saved"},
                  {"try", sharing == "seeds" ? "--seed with another number, to see others"
                                             : "--strategy optimal"}})};
}

[[noreturn]] void throw_not_written(const Checkpoint& checkpoint, const std::string& why) {
  throw UsageError{diagnostic("cannot write the checkpoint '" + checkpoint.path() + "': " + why,
                              {{"try", "--checkpoint with another path"}})};
}

// Writes the checkpoint, and reports the first error only.
std::function<void(const SearchState&)> checkpoint_writer(const Checkpoint& checkpoint) {
  return [&checkpoint, reported = false](const SearchState& state) mutable {
    const std::string why = checkpoint.write(state);
    if (why.empty() || reported) return;
    reported = true;
    std::cerr << diagnostic("cannot write the checkpoint '" + checkpoint.path() + "': " + why,
                            {{"kept", "the search continues, and reports its result at the end"}});
  };
}

// The command line for a search that can be resumed.
std::string resume_hint(const Invocation& invocation, const std::string& test) {
  const std::string name = invocation.program.substr(invocation.program.rfind('/') + 1);
  std::string text = "to make the search resumable: " + invocation.typed;
  if (!invocation.test) text += " --test " + shell_word(test);
  text += " --checkpoint " + shell_word(name + ".checkpoint");
  if (!invocation.arguments.empty()) text += " --";
  for (const std::string& argument : invocation.arguments) text += " " + shell_word(argument);
  return text;
}

// Restarts the search for each further size of freed blocks that the program turns out to reuse,
// and under RC11 if it needs that.
Result search_in_parallel(SharedSearchPlan& plan, SearchState state) {
  for (const double before = state.seconds;;) {
    plan.call.request.search.reuse_size_classes |= state.reuse_size_classes;
    plan.base_schedule.reuse_size_classes |= state.reuse_size_classes;
    if (state.weak_memory) {
      plan.call.request.search.memory = memory_model::rc11;
      plan.base_schedule.weak_memory = true;
    }
    plan.seconds_before = state.seconds - before;
    Coordinator coordinator(plan, std::move(state));
    Result result = coordinator.run();
    if (!coordinator.needs_restart()) return result;
    state = coordinator.state().restarted();
  }
}

Result explore_in_parallel(const Invocation& invocation, const Call& call,
                           const Schedule& base_schedule, const std::string& sharing) {
  SharedSearchPlan plan{.call = call, .base_schedule = base_schedule, .jobs = invocation.jobs};
  plan.by_seeds = sharing == "seeds";
  SearchState state;
  std::optional<Checkpoint> checkpoint;
  std::vector<std::string> remarks;
  if (!invocation.checkpoint.empty()) {
    if (plan.by_seeds) throw_no_checkpoint(invocation, sharing);
    checkpoint.emplace(invocation, base_schedule);
    if (std::optional<SearchState> found = checkpoint->read()) {
      state = std::move(*found);
      remarks.push_back("resumed: " + counted(state.counts.executions, "execution") + " done");
    }
    const std::string why = checkpoint->write(state);
    if (!why.empty()) throw_not_written(*checkpoint, why);
    plan.save = checkpoint_writer(*checkpoint);
  }
  Result result = search_in_parallel(plan, std::move(state));
  if (plan.jobs > 1) remarks.push_back("in " + std::to_string(plan.jobs) + " workers");
  if (checkpoint && !result.reason.empty()) {
    remarks.push_back("the remaining search is saved in '" + checkpoint->path() +
                      "': the same command resumes it");
  }
  result.remarks.insert(result.remarks.end(), remarks.begin(), remarks.end());
  return result;
}

bool can_be_isolated(const Call& call, const SessionEnding& ending) {
  const bool died = ending.kind == EndKind::kDied || ending.kind == EndKind::kHung;
  return died && !was_killed_externally(ending) && !ending.recording.is_blank() &&
         call.request.search.isolate == isolation::automatic;
}

}  // namespace

Call call_for(const Invocation& invocation, std::string command, std::string test) {
  Call call;
  call.path = invocation.program;
  call.output = output_for(invocation);
  call.request.command = std::move(command);
  call.request.test = std::move(test);
  call.request.arguments = invocation.arguments;
  call.request.final_states = invocation.final_states;
  call.request.tree = !invocation.tree.empty();
  call.request.search = invocation.search;
  call.request.search_from_test = invocation.search_from_test;
  call.limits.program_silence = invocation.search.patience + kPatienceSeconds;
  return call;
}

ProgramInfo program_info_from(const Call& call, const Json& hello) {
  const std::string typed = call.path.substr(call.path.find_last_of('/') + 1);
  return {.program = hello["program"].text(typed),
          .tests = list_entries(hello["tests"]),
          .strategies = list_entries(hello["strategies"]),
          .has_class_tests = !hello["classes"].elements().empty(),
          .writes_at_start = hello["writes_at_start"].boolean()};
}

std::vector<std::string> ProgramInfo::test_names() const { return names_of(tests); }
std::vector<std::string> ProgramInfo::strategy_names() const { return names_of(strategies); }

std::string ProgramInfo::sharing_of(const std::string& strategy) const {
  const auto found = std::ranges::find(strategies, strategy, &ListEntry::name);
  return found == strategies.end() ? "" : found->sharing;
}

std::string ProgramInfo::strategy_for(const Invocation& invocation, const std::string& test) const {
  const auto found = std::ranges::find(tests, test, &ListEntry::name);
  const bool has_own = invocation.search_from_test && found != tests.end();
  return has_own && !found->strategy.empty() ? found->strategy : invocation.search.strategy;
}

namespace {

ProgramInfo program_info_or_throw(const Call& call, const SessionEnding& ending) {
  throw_if_error_answer(ending, call.path);
  if (!is_answer(ending, "list")) throw_no_answer(ending, call.path, "say which tests it has");
  return program_info_from(call, ending.hello);
}

}  // namespace

ProgramInfo query_program(const Invocation& invocation) {
  Call call = call_for(invocation, "list", "");
  call.output = Output::kDiscard;
  return program_info_or_throw(call, run_session(call));
}

ProgramInfo start_for_exploration(const Invocation& invocation) {
  const Call call = call_for(invocation, "", "");
  if (call.output != Output::kDiscard) return query_program(invocation);
  auto started = std::make_shared<ProtocolSession>(call);
  if (!wait_for_hello(*started)) return program_info_or_throw(call, started->finish());
  // Of another version: send a request, which it will refuse.
  if (started->hello()["protocol"].integer() != kProtocol) return query_program(invocation);
  ProgramInfo program = program_info_from(call, started->hello());
  program.waiting_session = std::move(started);
  return program;
}

Result explore(const Invocation& invocation, ProgramInfo& program, const std::string& test,
               const ProgressCallback& progress) {
  std::shared_ptr<ProtocolSession> started = std::exchange(program.waiting_session, nullptr);
  Call call = call_for(invocation, "explore", test);
  call.progress = progress;
  const options& search = invocation.search;
  const double grace =
      search.minimise + (search.stop_after != 1 ? kManyReportsSeconds : kGraceSeconds);
  call.limits.total = search.seconds > 0 ? search.seconds + grace : 0;
  const Schedule base_schedule = base_schedule_for(invocation, program, test);
  const std::string strategy = program.strategy_for(invocation, test);
  const std::string sharing = program.sharing_of(strategy);
  const bool in_one_process = invocation.jobs == 1 && invocation.checkpoint.empty();
  const bool needs_one_worker =
      invocation.final_states || !invocation.tree.empty() || program.has_class_tests;
  if (!in_one_process && !sharing.empty() && !needs_one_worker) {
    started = nullptr;
    return explore_in_parallel(invocation, call, base_schedule, sharing);
  }
  if (!invocation.checkpoint.empty()) throw_no_checkpoint(invocation, sharing);
  // One process alone takes turns.
  Result result = strategy == kRacingStrategies && !program.writes_at_start
                      ? race_strategies(call, base_schedule, std::move(started))
                      : run(call, base_schedule, started.get());
  if (stop_signal() != 0 && result.verdict == Verdict::kIncomplete) {
    result.reason = cause_of({.kind = EndKind::kInterrupted});
    if (sharing == "parts" && !invocation.final_states)
      result.remarks.push_back(resume_hint(invocation, test));
  }
  if (!in_one_process) {
    result.remarks.push_back("--jobs " + std::to_string(invocation.jobs) + ": strategy " +
                             strategy + (invocation.final_states ? " with --final-states" : "") +
                             (invocation.tree.empty() ? "" : " with --tree") +
                             (program.has_class_tests ? " on a test of a class" : "") +
                             " runs in one worker");
  }
  return result;
}
namespace {

Result replay_until(const Invocation& invocation, const ProgramInfo& program,
                    std::optional<std::size_t> step) {
  const Schedule schedule = schedule_of(invocation, program);
  Call call = call_for(invocation, "replay", schedule.test);
  call.request.schedule = invocation.schedule;
  if (schedule.conflict != 0) call.request.classes = user_classes_for(invocation);
  call.request.arguments = schedule.arguments;
  take_options(schedule, call.request.search);
  call.request.stop_at = step;
  Result result = run(call, schedule);
  result.strategy = "replay";
  return result;
}

}  // namespace

Result replay(const Invocation& invocation, const ProgramInfo& program) {
  return replay_until(invocation, program, std::nullopt);
}

Result trace_of(const Invocation& invocation, const ProgramInfo& program) {
  return replay_until(invocation, program, invocation.search.steps);
}

Invocation exploration_of(const Invocation& invocation, const ProgramInfo& program) {
  const Schedule schedule = schedule_of(invocation, program);
  Invocation exploration;
  exploration.command = Command::kExplore;
  exploration.program = invocation.program;
  exploration.test = schedule.test;
  exploration.arguments = schedule.arguments;
  exploration.search.isolate = invocation.search.isolate;
  exploration.search.patience = invocation.search.patience;
  exploration.search.suppressions = invocation.search.suppressions;
  if (schedule.steps != 0) exploration.search.steps = schedule.steps;
  exploration.search_from_test = false;
  take_options(schedule, exploration.search);
  return exploration;
}

ConflictList find_conflicts(const Invocation& invocation, const std::string& test,
                            const std::vector<UserClass>& classes,
                            const ProgressCallback& progress) {
  Call call = call_for(invocation, "conflicts", test);
  call.request.classes = classes;
  call.progress = progress;
  call.limits.report_grace = kConflictsReportSeconds;
  ConflictList list{
      .program = invocation.program, .test = test, .arguments = call.request.arguments};
  std::vector<std::string> remarks;
  SessionEnding ending = run_session(call);
  // A program that dies loses its results; an isolated execution does not.
  if (can_be_isolated(call, ending)) {
    remarks.push_back(cause_of(ending) + ": searched again with --isolate fork");
    call.request.search.isolate = isolation::fork;
    ending = run_session(call);
  }
  throw_if_error_answer(ending, call.path);
  const bool answered = is_answer(ending, "conflicts");
  if (answered) list = conflict_list_from_json(ending.answer["conflicts"]);
  if (stop_signal() != 0) ending.kind = EndKind::kInterrupted;
  if (!answered || stop_signal() != 0) {
    list.complete = false;
    remarks.push_back("the search was stopped early: " + cause_of(ending));
  }
  list.remarks.insert(list.remarks.begin(), remarks.begin(), remarks.end());
  return list;
}

Diagnosis diagnose(const Invocation& invocation, const std::string& test) {
  const Call call = call_for(invocation, "doctor", test);
  const SessionEnding ending = run_session(call);
  throw_if_error_answer(ending, call.path);
  if (!is_answer(ending, "doctor")) {
    const bool malformed = ending.kind == EndKind::kMalformed;
    return {{malformed ? "the program sent " + ending.detail : cause_of(ending)}, false};
  }
  return {ending.answer["lines"].texts(), ending.answer["ok"].boolean()};
}

}  // namespace mcheck::command
