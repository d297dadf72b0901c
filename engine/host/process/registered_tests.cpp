// SPDX-License-Identifier: MIT
#include "engine/host/process/registered_tests.hpp"

#include <algorithm>

#include "engine/model/canary.hpp"

namespace mcheck {
namespace {

std::string known_tests() {
  std::string text;
  for (const RegisteredProgram* test = first_program(); test != nullptr; test = test->next) {
    text += (text.empty() ? "" : ", ") + std::string(test->name);
  }
  return text.empty() ? "none: the program registers no MCHECK_PROGRAM" : text;
}

[[noreturn]] void refuse_schedule(const std::string& program, const std::string& token,
                                  const std::string& why) {
  throw UsageError("'" + token + "' cannot be replayed on '" + program + "'\n  why      " + why +
                   "\n  try      paste the schedule whole, as the report of this program gave it");
}

}  // namespace

const RegisteredProgram& find_test(const std::string& program, const std::string& name) {
  for (const RegisteredProgram* test = first_program(); test != nullptr; test = test->next) {
    if (name.empty() || name == test->name) return *test;
  }
  if (name == canary().name) return canary();
  throw UsageError("'" + program + "' has no test '" + name + "'\n  known    " + known_tests());
}

ReplayTarget find_schedule(const std::string& program, const std::string& text) {
  const std::variant<Token, std::string> parsed = parse_token(text);
  if (const auto* error = std::get_if<std::string>(&parsed)) {
    refuse_schedule(program, text, *error);
  }
  const Token& token = std::get<Token>(parsed);
  for (const RegisteredProgram* test = first_program(); test != nullptr; test = test->next) {
    if (token.name != token_name(program, test->name)) continue;
    const std::variant<Schedule, std::string> schedule = resolve(token, program, test->name);
    if (const auto* error = std::get_if<std::string>(&schedule)) {
      refuse_schedule(program, text, *error);
    }
    return {.test = test, .schedule = std::get<Schedule>(schedule)};
  }
  refuse_schedule(program, text,
                  "it belongs to '" + token.name + "'; the tests here are " + known_tests());
}

Subject subject_of(const std::string& program, const RegisteredProgram& test,
                   const std::vector<std::string>& arguments) {
  set_arguments(arguments);
  set_running_test(test.name);
  if (test.prepare != nullptr) test.prepare();
  return {.program = program, .test = test.name, .arguments = arguments, .body = test.body};
}

options with_test_options(options how, const RegisteredProgram& test) {
  const SearchPreference* const wish = search_preference_of(test.name);
  if (wish == nullptr) return how;
  if (!wish->strategy.empty()) how.strategy = wish->strategy;
  how.bound = wish->bound;
  if (how.executions == 0) how.executions = wish->executions;
  how.steps = std::max(how.steps, wish->steps);
  return how;
}

std::string preferred_strategy(const RegisteredProgram& test) {
  const SearchPreference* const wish = search_preference_of(test.name);
  return wish == nullptr ? "" : wish->strategy;
}

options with_schedule(options how, const Schedule& schedule) {
  if (!schedule.schedule_file.empty() && how.schedule.empty()) {
    throw UsageError("the schedule was found under the schedule file " + schedule.schedule_file +
                     "\n  try      MCHECK_SCHEDULE=" + schedule.schedule_file);
  }
  how.spurious = schedule.spurious;
  how.timeouts = schedule.timeouts;
  if (schedule.steps > 0) how.steps = schedule.steps;
  how.any_exit_status = schedule.any_exit_status;
  how.plain_points = schedule.plain_points;
  how.ignore_races = schedule.ignore_races;
  how.ignore_leaks = schedule.ignore_leaks;
  how.strict_misuse = schedule.strict_misuse;
  how.memory = schedule.weak_memory ? memory_model::rc11 : memory_model::sc;
  how.orders = schedule.orders;
  how.fail_at_steps = schedule.fail_at_steps;
  how.reuse = reusing::later;
  how.reuse_size_classes = schedule.reuse_size_classes;
  how.nondet_from = schedule.nondet_from;
  how.nondet_to = schedule.nondet_to;
  return how;
}

}  // namespace mcheck
