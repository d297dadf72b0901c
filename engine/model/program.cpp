// SPDX-License-Identifier: MIT
#include "engine/model/program.hpp"

#include <utility>

#include "engine/base/host_state.hpp"
#include "engine/base/invariant.hpp"
#include "engine/model/outside_program.hpp"
#include "engine/runtime/machine/perform.hpp"

namespace mcheck {
namespace {

MCHECK_HOST_STATE const RegisteredProgram* first = nullptr;
MCHECK_HOST_STATE RegisteredProgram* last = nullptr;
MCHECK_HOST_STATE constinit std::vector<std::string> program_arguments;
MCHECK_HOST_STATE const char* running_test_name = "";
MCHECK_HOST_STATE bool reducing = false;

struct TestPreference {
  std::string test;
  SearchPreference preference;
};
MCHECK_HOST_STATE constinit std::vector<TestPreference> preferences;

}  // namespace

const RegisteredProgram* first_program() { return first; }

void set_arguments(std::vector<std::string> words) {
  MCHECK_INVARIANT(!on_model_thread(), "the host gives arguments, and no program does");
  program_arguments = std::move(words);
}

const std::vector<std::string>& arguments() { return program_arguments; }

void set_running_test(const char* name) { running_test_name = name; }
std::string_view running_test() { return running_test_name; }

void set_search_preference(const std::string& test, SearchPreference preference) {
  preferences.push_back({test, std::move(preference)});
}

const SearchPreference* search_preference_of(std::string_view test) {
  for (const TestPreference& named : preferences) {
    if (named.test == test) return &named.preference;
  }
  return nullptr;
}

void set_reducing(bool on) { reducing = on; }
bool is_reducing() { return reducing; }

void refuse(const std::string& why) {
  if (!on_model_thread()) refuse_outside_program("a request is refused");
  fail(FailureKind::kRequest, why);
}

namespace detail {

Registration::Registration(const char* name, void (*body)(), const char* description,
                           void (*prepare)())
    : program_{.name = name, .description = description, .body = body, .prepare = prepare} {
  (last == nullptr ? first : last->next) = &program_;
  last = &program_;
}

const std::string* argument_word(std::size_t index) {
  return index < program_arguments.size() ? &program_arguments[index] : nullptr;
}

void refuse_argument(std::size_t index, const char* wanted) {
  const std::string message = "argument " + std::to_string(index + 1) + " is '" +
                              program_arguments[index] + "' where " + wanted + " is expected";
  if (!on_model_thread()) refuse_outside_program(message.c_str());
  refuse(message);
}

}  // namespace detail
}  // namespace mcheck
