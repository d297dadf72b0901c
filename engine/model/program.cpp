// SPDX-License-Identifier: MIT
#include "engine/model/program.hpp"

#include <utility>

#include "engine/base/host_state.hpp"
#include "engine/base/invariant.hpp"
#include "engine/model/outside.hpp"
#include "engine/runtime/perform.hpp"

namespace mcheck {
namespace {

MCHECK_HOST_STATE const RegisteredProgram* first = nullptr;
MCHECK_HOST_STATE RegisteredProgram* last = nullptr;
MCHECK_HOST_STATE constinit std::vector<std::string> given;
MCHECK_HOST_STATE const char* running = "";
MCHECK_HOST_STATE bool reduces = false;

struct NamedWish {
  std::string test;
  SearchWish wish;
};
MCHECK_HOST_STATE constinit std::vector<NamedWish> wishes;

}  // namespace

const RegisteredProgram* first_program() { return first; }

void set_arguments(std::vector<std::string> words) {
  MCHECK_INVARIANT(!on_model_thread(), "the host gives arguments, and no program does");
  given = std::move(words);
}

const std::vector<std::string>& arguments() { return given; }

void set_running_test(const char* name) { running = name; }
std::string_view running_test() { return running; }

void set_wish(const std::string& test, SearchWish wish) {
  wishes.push_back({test, std::move(wish)});
}

const SearchWish* wish_of(std::string_view test) {
  for (const NamedWish& named : wishes) {
    if (named.test == test) return &named.wish;
  }
  return nullptr;
}

void leave_schedules_out(bool on) { reduces = on; }
bool leaves_schedules_out() { return reduces; }

void refuse(const std::string& why) {
  if (!on_model_thread()) refuse_outside("a request is refused");
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
  return index < given.size() ? &given[index] : nullptr;
}

void refuse_argument(std::size_t index, const char* wanted) {
  const std::string message = "argument " + std::to_string(index + 1) + " is '" + given[index] +
                              "' where " + wanted + " is expected";
  if (!on_model_thread()) refuse_outside(message.c_str());
  refuse(message);
}

}  // namespace detail
}  // namespace mcheck
