// SPDX-License-Identifier: MIT
#include "engine/runtime/machine/perform.hpp"

#include <cstring>
#include <utility>

#include "engine/base/host_state.hpp"
#include "engine/base/invariant.hpp"
#include "engine/memory/heap/allocation.hpp"
#include "engine/runtime/data_races/accesses.hpp"
#include "engine/runtime/machine/blocking_watch.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/runtime/machine/machine_inline.hpp"
#include "engine/runtime/machine/operation_hook.hpp"
#include "engine/runtime/machine/perform_address.hpp"

namespace mcheck {
namespace {

MCHECK_HOST_STATE bool is_unmodified = false;
MCHECK_HOST_STATE bool is_pass_through = false;

Machine& machine() {
  MCHECK_INVARIANT(on_model_thread(), "operations are performed by threads of the program");
  return *Machine::current();
}

}  // namespace

MCHECK_HOST_STATE OperationHook operation_hook = nullptr;
MCHECK_HOST_STATE void (*last_step_hook)(LastStep step) = nullptr;

// Inline: a function that returns after a switch of stacks returns to an address that the processor
// did not predict, and so does each one that waits on the other side.
inline Reply Machine::suspend_at(const Operation& operation) {
  if (write_check != nullptr) [[unlikely]]
    check_uninstrumented_writes(__builtin_return_address(0));
  step_.kind = Step::Kind::kOperation;
  step_.operation = operation;
  prepare(step_.operation);
  if (mcheck_highest_left != 0) [[unlikely]]
    grown_frame_begins();
  if (capture_) [[unlikely]] {
    note_location(execution_->thread(thread_).events);
    clear_dead_stack();
    detail::clear_stack();
  }
  context_->coroutine->suspend();
  return reply_;
}

Reply Machine::perform(const Operation& operation) {
  if (operation_hook != nullptr) [[unlikely]]
    return operation_hook(operation);
  return suspend_at(operation);
}

bool unmodified() { return is_unmodified; }
void set_unmodified() { is_unmodified = true; }
bool passes_through() { return is_pass_through; }
void set_pass_through() { is_pass_through = true; }

bool on_model_thread() {
  const Machine* const machine = Machine::current();
  return machine != nullptr && machine->running();
}

// Code that runs before a thread suspends leaves data on its stack: registrations, and the question
// whether it may run ahead. The frames of what follows lie there, and they are compared.
Reply perform(const Operation& operation) {
  if (operation_hook != nullptr) [[unlikely]]
    return operation_hook(operation);
  return perform_hooked(operation);
}

Reply perform_hooked(const Operation& operation) {
  if (blocking_watches != nullptr) [[unlikely]]
    before_blocking(operation);
  if (mcheck_fast_path != 0) {
    const RunAheadResult decision = machine().try_run_ahead(operation);
    if (decision.done) return {.result = decision.result, .failed = decision.failed};
  }
  detail::clear_stack();
  return machine().suspend_at(operation);
}

void call_on_engine_stack(void (*call)(void* argument), void* argument) {
  machine().mark_step_uncacheable();
  Races* const races = std::exchange(active_races, nullptr);  // libraries copy names
  {
    const EngineAllocationScope engine_at_work;
    machine().engine_stack().call(call, argument);
  }
  active_races = races;
  machine().clear_dead_stack();  // stacks are compared
}

std::uint32_t match_operation(const Operation& operation, OperationMatcher matcher) {
  struct Question {
    const Operation& operation;
    OperationMatcher matcher;
    CallFrames frames{};
    std::uint32_t actions = 0;
  } question{operation, matcher};
  machine().mark_step_uncacheable();
  Races* const races = std::exchange(active_races, nullptr);  // libraries copy names
  {
    const EngineAllocationScope engine_at_work;
    question.frames = frames_here();
    const auto ask = [](void* argument) {
      Question& asked = *static_cast<Question*>(argument);
      asked.actions = asked.matcher(asked.operation, asked.frames);
    };
    machine().engine_stack().call(ask, &question);
    question.frames = {};
  }
  active_races = races;
  machine().clear_dead_stack();  // stacks are compared
  return question.actions;
}

std::uint32_t match_calls(const Operation& operation, bool (*is_last)(std::uintptr_t call),
                          CallMatcher matcher) {
  struct Question {
    const Operation& operation;
    CallMatcher matcher;
    Backtrace calls{};
    std::uint32_t answer = 0;
  } question{operation, matcher};
  Races* const races = std::exchange(active_races, nullptr);  // libraries copy names
  {
    const EngineAllocationScope engine_at_work;
    question.calls = calls_until(is_last);
    const auto ask = [](void* argument) {
      Question& asked = *static_cast<Question*>(argument);
      asked.answer = asked.matcher(asked.operation, asked.calls);
    };
    machine().engine_stack().call(ask, &question);
    question.calls = {};
  }
  active_races = races;
  machine().clear_dead_stack();  // stacks are compared
  return question.answer;
}

ObjectId identify(detail::Object& object, ObjectType type, const State& first) {
  return machine().identify(object, type, first);
}

ObjectId known_object(const detail::Object& object) { return machine().known_object(object); }

ObjectId identify_address(const void* address, ObjectType type, const State& first,
                          const char* name) {
  return machine().identify_address(address, type, first, name);
}

ObjectId identify_guard(const void* address, const State& first) {
  return machine().identify_guard(address, first);
}

bool has_ended(const detail::Object& object) {
  machine().mark_step_uncacheable();
  const ObjectRecord* known = machine().execution().find_object(ObjectId(object.id));
  return known != nullptr && known->address == &object && !known->alive;
}

void retire_address(const void* address) {
  if (on_model_thread()) machine().end_object_at(address);
}

void retire(detail::Object& object, bool busy_unless_zero) {
  if (on_model_thread()) machine().retire(object, busy_unless_zero);
}

void fail(FailureKind kind, std::string_view message) {
  machine().end_with(Step::Kind::kFailed, kind, message);
}

void defined_misuse(std::string_view message) { machine().report_defined_misuse(message); }

void block_on_false_assumption() {
  if (last_step_hook != nullptr) last_step_hook(LastStep::kFalseAssumption);
  machine().end_with(Step::Kind::kFalseAssumption, {}, {});
}

void cut_off() { machine().end_with(Step::Kind::kCutOff, {}, {}); }

void end_thread() {
  if (last_step_hook != nullptr) last_step_hook(LastStep::kThreadEnd);
  machine().end_with(Step::Kind::kFinished, {}, {});
}

void end_process(int status) {
  if (last_step_hook != nullptr) last_step_hook(LastStep::kProcessEnd);
  machine().end_process(status);
}

bool sleeps_have_lengths() { return machine().behaviour().sleep_lengths; }
bool timeouts_happen() { return machine().behaviour().timeouts; }

// Wide values are identified by content, so that equal values are equal words. The list is short:
// distinct values of wide atomics.
Word intern(const void* bytes, std::size_t size) {
  const EngineAllocationScope engine_at_work;
  const std::vector<std::string>& values = machine().wide_values();
  const std::string_view value(static_cast<const char*>(bytes), size);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] == value) return i;
  }
  machine().add_wide_value(value);
  return values.size() - 1;
}

void load_interned(Word word, void* bytes, std::size_t size) {
  const std::string& value = machine().wide_values()[word];
  std::memcpy(bytes, value.data(), std::min(size, value.size()));
}

std::byte* thread_pointer_of(ThreadId thread) { return machine().thread_pointer_of(thread); }
ThreadId thread_at(const void* address) { return machine().thread_at(address); }

ThreadId current_thread() { return machine().running_thread(); }

Word path_key(ThreadId thread) { return machine().execution().identities().path_key(thread); }

void record_note(const char* name, std::int64_t value) { machine().note(name, value); }

void name_thread(ThreadId thread, const char* name) {
  const EngineAllocationScope engine_at_work;
  machine().mark_step_uncacheable();
  machine().execution().name_thread(thread, machine().intern_text(name));
}

}  // namespace mcheck
