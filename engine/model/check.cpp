// SPDX-License-Identifier: MIT
#include <mcheck/check.hpp>

#include <string>

#include <mcheck/detail/threads.hpp>

#include "engine/model/outside.hpp"
#include "engine/runtime/perform.hpp"

namespace mcheck {
namespace {

constexpr int kMostChoices = 10'000;

}  // namespace

void check(bool condition, const char* message) {
  if (condition) return;
  if (!on_model_thread()) {
    refuse_outside(("the check that " + std::string(message) + " fails").c_str());
  }
  fail(FailureKind::kCheck, message);
}

void assume(bool condition) {
  if (condition) return;
  if (!on_model_thread()) refuse_outside("an assumption does not hold");
  block_on_false_assumption();
}

int choose(int count) {
  if (!on_model_thread()) refuse_outside("a value is chosen");
  if (count <= 0 || count > kMostChoices) {
    fail(count <= 0 ? FailureKind::kMisuse : FailureKind::kLimitChoices,
         "choose(" + std::to_string(count) + "): the number of values is " +
             (count <= 0 ? "not positive" : "over 10000"));
  }
  return static_cast<int>(perform({.kind = Kind::kChoose, .a = static_cast<Word>(count)}).result);
}

void note(const char* name, std::int64_t value) {
  if (on_model_thread()) keep_note(name, value);
}

void yield() { detail::let_others_go_first(); }

}  // namespace mcheck
