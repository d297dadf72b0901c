// SPDX-License-Identifier: MIT
#include <mcheck/check.hpp>

#include <string>

#include <mcheck/detail/threads.hpp>

#include "engine/model/outside_program.hpp"
#include "engine/runtime/machine/perform.hpp"

namespace mcheck {
namespace {

constexpr int kMostChoices = 10'000;

}  // namespace

void check(bool condition, const char* message) {
  if (condition) return;
  if (!on_model_thread()) {
    refuse_outside_program(("the check that " + std::string(message) + " fails").c_str());
  }
  fail(FailureKind::kCheck, message);
}

void assume(bool condition) {
  if (condition) return;
  if (!on_model_thread()) refuse_outside_program("an assumption does not hold");
  block_on_false_assumption();
}

int choose(int count) {
  if (!on_model_thread()) refuse_outside_program("a value is chosen");
  if (count <= 0 || count > kMostChoices) {
    fail(count <= 0 ? FailureKind::kMisuse : FailureKind::kLimitChoices,
         "choose(" + std::to_string(count) + "): the number of values is " +
             (count <= 0 ? "not positive" : "over 10000"));
  }
  return static_cast<int>(perform({.kind = Kind::kChoose, .a = static_cast<Word>(count)}).result);
}

void note(const char* name, std::int64_t value) {
  if (on_model_thread()) record_note(name, value);
}

void progress() {
  if (on_model_thread()) perform({.kind = Kind::kProgress});
}

void yield() { detail::yield_thread(); }

}  // namespace mcheck
