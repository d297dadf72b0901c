// SPDX-License-Identifier: MIT
#include "programs/mcheck/session.hpp"

#include <algorithm>
#include <iostream>
#include <utility>
#include <variant>

#include "engine/trace/result_json.hpp"
#include "engine/trace/schedule.hpp"
#include "programs/mcheck/autopsy.hpp"
#include "programs/mcheck/checkpoint.hpp"
#include "programs/mcheck/complaint.hpp"
#include "programs/mcheck/coordinator.hpp"
#include "programs/mcheck/signals.hpp"
#include "programs/mcheck/user_classes.hpp"
#include "programs/mcheck/version.hpp"
#include "visualize/words.hpp"

namespace mcheck::command {
namespace {

constexpr double kGraceSeconds = 2;     // the program obeys --time itself
constexpr double kPatienceSeconds = 5;  // the program detects hangs itself
constexpr double kFarewellSeconds =
    20;  // to symbolise conflicts and to replay them

std::vector<Named> named_list(const Json& list) {
  std::vector<Named> names;
  for (const Json& element : list.elements()) {
    names.push_back(
        {element["name"].text(), element["description"].text(), element["shares"].text()});
  }
  return names;
}

std::vector<std::string> names_of(const std::vector<Named>& list) {
  std::vector<std::string> names;
  for (const Named& element : list) names.push_back(element.name);
  return names;
}

// From the program's hello.
Introduction introduction_of(const Call& call, const Json& hello) {
  const std::string typed = call.path.substr(call.path.find_last_of('/') + 1);
  return {hello["program"].text(typed), named_list(hello["tests"]),
          named_list(hello["strategies"])};
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
  call.request.tree = !invocation.tree.empty();
  call.request.search = invocation.search;
  call.request.own_search = invocation.own_search;
  call.limits.quiet = invocation.search.patience + kPatienceSeconds;
  return call;
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

// `started`: a program that waits for its request, or null.
Result run(const Call& call, const Schedule& schedule,
           std::shared_ptr<Conversation> started = nullptr) {
  if (started) started->ask(call);
  const Ending ending = started ? converse(*started) : converse(call);
  throw_if_refused(ending, call.path);
  if (is_answer(ending, "result")) return result_from_json(ending.answer["result"]);
  return result_of(ending, call, schedule);
}

// The schedule of the token, of whichever test it belongs to.
Schedule schedule_of(const Invocation& invocation, const Introduction& program) {
  const std::string what = "cannot replay '" + invocation.schedule + "'";
  const std::vector<Remark> remarks = {
      {"usually", "it was not copied whole, or it is of another program"},
      {"renamed", "a schedule knows its program by name: copy the program to its old name"},
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

// The part that all schedules of this search share.
Schedule subject_of(const Invocation& invocation, const Introduction& program,
                    const std::string& test) {
  Schedule schedule;
  schedule.program = program.program;
  schedule.test = test;
  schedule.arguments = invocation.arguments;
  schedule.spurious = invocation.search.spurious;
  schedule.timeouts = invocation.search.timeouts;
  const std::uint64_t steps = invocation.search.steps;
  schedule.steps = steps == options{}.steps ? 0 : steps;
  schedule.any_exit_status = invocation.search.any_exit_status;
  schedule.plain_points = invocation.search.plain_points;
  schedule.ignore_races = invocation.search.ignore_races;
  schedule.ignore_leaks = invocation.search.ignore_leaks;
  schedule.strict_misuse = invocation.search.strict_misuse;
  schedule.fail_at_steps = invocation.search.fail_at_steps;
  schedule.nondet_from = invocation.search.nondet_from;
  schedule.nondet_to = invocation.search.nondet_to;
  if (invocation.search.reuse == reusing::choice) schedule.reuse_rooms = kAllRooms;
  return schedule;
}

[[noreturn]] void throw_no_checkpoint(const Invocation& invocation) {
  if (!invocation.tree.empty()) {
    throw UsageError{complaint("'--tree' keeps no checkpoint", {{"try", "one of them"}})};
  }
  if (invocation.final_states) {
    throw UsageError{complaint("'--final-states' keeps no checkpoint", {{"try", "one of them"}})};
  }
  throw UsageError{complaint("strategy '" + invocation.search.strategy + "' keeps no checkpoint",
                             {{"because", "what is left of its search cannot be written down"},
                              {"try", "--seed with another number, to see others"}})};
}

[[noreturn]] void throw_not_written(const Checkpoint& checkpoint, const std::string& why) {
  throw UsageError{complaint("cannot write the checkpoint '" + checkpoint.path() + "': " + why,
                             {{"try", "--checkpoint with another path"}})};
}

// Writes the checkpoint, and reports the first error only.
std::function<void(const Ledger&)> keeper_of(const Checkpoint& checkpoint) {
  return [&checkpoint, complained = false](const Ledger& ledger) mutable {
    const std::string why = checkpoint.write(ledger);
    if (why.empty() || complained) return;
    complained = true;
    std::cerr << complaint("cannot write the checkpoint '" + checkpoint.path() + "': " + why,
                           {{"kept", "the search goes on; what it finds is told at its end"}});
  };
}

// The command line for a search that can be resumed.
std::string resumable(const Invocation& invocation, const std::string& test) {
  const std::string name = invocation.program.substr(invocation.program.rfind('/') + 1);
  std::string text = "to have a search that can be gone on with: " + invocation.typed;
  if (!invocation.test) text += " --test " + shell_word(test);
  text += " --checkpoint " + shell_word(name + ".checkpoint");
  if (!invocation.arguments.empty()) text += " --";
  for (const std::string& argument : invocation.arguments) text += " " + shell_word(argument);
  return text;
}

// Restarts the search for each further size of freed blocks that the program turns out to reuse.
Result searched_together(Plan& plan, Ledger ledger) {
  for (const double before = ledger.seconds;;) {
    plan.call.request.search.reuse_rooms |= ledger.reuse_rooms;
    plan.subject.reuse_rooms |= ledger.reuse_rooms;
    plan.seconds_before = ledger.seconds - before;
    Coordinator coordinator(plan, std::move(ledger));
    Result result = coordinator.run();
    if (!coordinator.begins_anew()) return result;
    ledger = coordinator.ledger().begun_anew();
  }
}

Result explore_together(const Invocation& invocation, const Call& call, const Schedule& subject,
                        const std::string& shares) {
  Plan plan{.call = call, .subject = subject, .jobs = invocation.jobs};
  plan.by_seeds = shares == "seeds";
  Ledger ledger;
  std::optional<Checkpoint> checkpoint;
  std::vector<std::string> remarks;
  if (!invocation.checkpoint.empty()) {
    if (plan.by_seeds) throw_no_checkpoint(invocation);
    checkpoint.emplace(invocation, subject);
    if (std::optional<Ledger> found = checkpoint->read()) {
      ledger = std::move(*found);
      remarks.push_back("resumed: " + counted(ledger.counts.executions, "execution") + " done");
    }
    const std::string why = checkpoint->write(ledger);
    if (!why.empty()) throw_not_written(*checkpoint, why);
    plan.keep = keeper_of(*checkpoint);
  }
  Result result = searched_together(plan, std::move(ledger));
  if (plan.jobs > 1) remarks.push_back("in " + std::to_string(plan.jobs) + " workers");
  if (checkpoint && !result.reason.empty()) {
    remarks.push_back("what is left stands in '" + checkpoint->path() +
                      "': the same command goes on from there");
  }
  result.remarks.insert(result.remarks.end(), remarks.begin(), remarks.end());
  return result;
}

bool can_be_isolated(const Call& call, const Ending& ending) {
  const bool died = ending.kind == EndKind::kDied || ending.kind == EndKind::kHung;
  return died && !was_killed_from_outside(ending) && !ending.recording.is_blank() &&
         call.request.search.isolate == isolation::automatic;
}

}  // namespace

std::vector<std::string> Introduction::test_names() const { return names_of(tests); }
std::vector<std::string> Introduction::strategy_names() const { return names_of(strategies); }

std::string Introduction::shares_of(const std::string& strategy) const {
  const auto found = std::ranges::find(strategies, strategy, &Named::name);
  return found == strategies.end() ? "" : found->shares;
}

namespace {

Introduction introduction_by(const Call& call, const Ending& ending) {
  throw_if_refused(ending, call.path);
  if (!is_answer(ending, "list")) throw_not_told(ending, call.path, "say which tests it has");
  return introduction_of(call, ending.hello);
}

}  // namespace

Introduction introduce(const Invocation& invocation) {
  Call call = call_for(invocation, "list", "");
  call.output = Output::kNowhere;
  return introduction_by(call, converse(call));
}

Introduction introduce_to_explore(const Invocation& invocation) {
  const Call call = call_for(invocation, "", "");
  if (call.output != Output::kNowhere) return introduce(invocation);
  auto started = std::make_shared<Conversation>(call);
  if (!introduces_itself(*started)) return introduction_by(call, started->finish());
  // Of another version: send a request, which it will refuse.
  if (started->hello()["protocol"].integer() != kProtocol) return introduce(invocation);
  Introduction program = introduction_of(call, started->hello());
  program.waiting = std::move(started);
  return program;
}

Result explore(const Invocation& invocation, Introduction& program, const std::string& test,
               const Progress& progress) {
  std::shared_ptr<Conversation> started = std::exchange(program.waiting, nullptr);
  Call call = call_for(invocation, "explore", test);
  call.progress = progress;
  const double seconds = invocation.search.seconds;
  const double afterwards = invocation.search.minimise + kGraceSeconds;
  call.limits.total = seconds > 0 ? seconds + afterwards : 0;
  const Schedule subject = subject_of(invocation, program, test);
  const std::string shares = program.shares_of(invocation.search.strategy);
  const bool alone = invocation.jobs == 1 && invocation.checkpoint.empty();
  const bool as_one = invocation.final_states || !invocation.tree.empty();
  if (!alone && !shares.empty() && !as_one) {
    started = nullptr;
    return explore_together(invocation, call, subject, shares);
  }
  if (!invocation.checkpoint.empty()) throw_no_checkpoint(invocation);
  Result result = run(call, subject, std::move(started));
  if (asked_to_stop() != 0 && result.verdict == Verdict::kIncomplete) {
    result.reason = cause_of({.kind = EndKind::kInterrupted});
    if (shares == "parts" && !invocation.final_states)
      result.remarks.push_back(resumable(invocation, test));
  }
  if (!alone) {
    result.remarks.push_back(
        "--jobs " + std::to_string(invocation.jobs) + ": strategy " + invocation.search.strategy +
        (invocation.final_states ? " with --final-states" : "") +
        (invocation.tree.empty() ? "" : " with --tree") + " runs in one worker");
  }
  return result;
}
Result replay(const Invocation& invocation, const Introduction& program) {
  const Schedule schedule = schedule_of(invocation, program);
  Call call = call_for(invocation, "replay", schedule.test);
  call.request.schedule = invocation.schedule;
  if (schedule.conflict != 0) call.request.classes = user_classes_for(invocation);
  call.request.arguments = schedule.arguments;
  call.request.search.spurious = schedule.spurious;
  call.request.search.timeouts = schedule.timeouts;
  call.request.search.any_exit_status = schedule.any_exit_status;
  call.request.search.plain_points = schedule.plain_points;
  call.request.search.ignore_races = schedule.ignore_races;
  call.request.search.ignore_leaks = schedule.ignore_leaks;
  call.request.search.strict_misuse = schedule.strict_misuse;
  call.request.search.fail_at_steps = schedule.fail_at_steps;
  call.request.search.nondet_from = schedule.nondet_from;
  call.request.search.nondet_to = schedule.nondet_to;
  Result result = run(call, schedule);
  result.strategy = "replay";
  return result;
}

ConflictList find_conflicts(const Invocation& invocation, const std::string& test,
                            const std::vector<UserClass>& classes, const Progress& progress) {
  Call call = call_for(invocation, "conflicts", test);
  call.request.classes = classes;
  call.progress = progress;
  call.limits.farewell = kFarewellSeconds;
  ConflictList list{
      .program = invocation.program, .test = test, .arguments = call.request.arguments};
  std::vector<std::string> remarks;
  Ending ending = converse(call);
  // A program that dies loses its results; an isolated execution does not.
  if (can_be_isolated(call, ending)) {
    remarks.push_back(cause_of(ending) + ": searched again with --isolate fork");
    call.request.search.isolate = isolation::fork;
    ending = converse(call);
  }
  throw_if_refused(ending, call.path);
  const bool answered = is_answer(ending, "conflicts");
  if (answered) list = conflict_list_from_json(ending.answer["conflicts"]);
  if (asked_to_stop() != 0) ending.kind = EndKind::kInterrupted;
  if (!answered || asked_to_stop() != 0) {
    list.complete = false;
    remarks.push_back("the search was cut short: " + cause_of(ending));
  }
  list.remarks.insert(list.remarks.begin(), remarks.begin(), remarks.end());
  return list;
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
