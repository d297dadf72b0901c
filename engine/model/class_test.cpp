// SPDX-License-Identifier: MIT
#include "engine/model/class_test.hpp"

#include <array>
#include <cstddef>

#include <mcheck/check.hpp>
#include <mcheck/program.hpp>

#include "engine/base/host_state.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/runtime/machine/perform.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kMaxClasses = 64;

MCHECK_HOST_STATE constinit std::array<const char*, kMaxClasses> class_tables = {};
MCHECK_HOST_STATE constinit std::size_t class_count = 0;
MCHECK_HOST_STATE constinit CallJudge* call_judge = nullptr;
MCHECK_HOST_STATE constinit Turns take_turns = Turns::kOff;
MCHECK_HOST_STATE constinit bool took_turns = false;

void perform_call(Kind kind, detail::Object& call, unsigned number) {
  if (!on_model_thread()) return;
  perform({.kind = kind, .object = identify(call, ObjectKind::kCall, {}), .a = number});
}

}  // namespace

std::span<const char* const> registered_class_tables() {
  return {class_tables.data(), class_count};
}

void set_call_judge(CallJudge* judge) { call_judge = judge; }

void set_calls_take_turns(Turns turns) {
  take_turns = turns;
  if (turns != Turns::kOff) took_turns = false;
}

bool calls_took_turns() { return took_turns; }

}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

void mcheck_runtime_register_class(const char* table) {
  using namespace mcheck;
  if (class_count < kMaxClasses) class_tables[class_count++] = table;
}

void mcheck_runtime_begin_call(mcheck::detail::Object* call, unsigned number) {
  mcheck::perform_call(mcheck::Kind::kCallBegin, *call, number);
}

void mcheck_runtime_end_call(mcheck::detail::Object* call, unsigned number) {
  mcheck::perform_call(mcheck::Kind::kCallEnd, *call, number);
}

bool mcheck_runtime_calls_take_turns() {
  mcheck::took_turns = true;
  return mcheck::take_turns != mcheck::Turns::kOff;
}

bool mcheck_runtime_calls_take_any_order() {
  return mcheck::take_turns == mcheck::Turns::kInAnyOrder;
}

bool mcheck_runtime_strategy_gives_turns() {
  return mcheck::take_turns == mcheck::Turns::kUntilTheyWait;
}

int mcheck_runtime_choose_turn(int count) { return mcheck::choose(count); }

void mcheck_runtime_judge_calls(const mcheck_call_result* results, std::size_t count) {
  using namespace mcheck;
  if (!on_model_thread() || call_judge == nullptr) return;
  Machine::current()->mark_step_uncacheable();  // the order of the calls is judged, too
  const std::optional<Failure> failure = call_judge->judge({results, count});
  if (failure) fail(failure->kind, failure->message);
}

void mcheck_runtime_refuse_calls(const char* why) { mcheck::refuse(why); }

void mcheck_runtime_break_invariant() {
  mcheck::check(false, "the invariant does not hold after the threads have ended");
}
}
// NOLINTEND
