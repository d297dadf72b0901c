// SPDX-License-Identifier: MIT
#include "engine/runtime/machine/run_ahead.hpp"

#include "engine/memory/heap/allocation.hpp"
#include "engine/memory/heap/heap.hpp"
#include "engine/platform/processor/raw_copy.hpp"
#include "engine/runtime/machine/debugger.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/runtime/machine/machine_inline.hpp"
#include "engine/runtime/machine/operation_hook.hpp"

#include <algorithm>
#include <span>
#include <utility>

MCHECK_HOST_STATE unsigned char mcheck_fast_path = 0;
MCHECK_HOST_STATE std::byte* mcheck_engine_stack = nullptr;

namespace mcheck {
namespace {

MCHECK_HOST_STATE Machine* running_ahead = nullptr;  // whose threads may run ahead

// A thread that joins an unfinished thread waits, suspended.
bool thread_waits(const Execution& execution, const Operation& operation) {
  return operation.kind == Kind::kJoin &&
         execution.thread(ThreadId(operation.a)).status != ThreadRecord::Status::kFinished;
}

}  // namespace

MCHECK_HOST_STATE RepeatedChange* repeated_change = nullptr;

// While a step is watched or is a trial: what loops back is found at suspension.
bool Machine::must_suspend() const {
  return uninstrumented_writes_.is_on() || watched_step_.context != nullptr || assume_all_spin_ ||
         assume_none_spins_ || capture_ || conflicts() != nullptr || operation_hook != nullptr;
}

void Machine::enable_run_ahead() {
  const bool suspends = must_suspend() || records_step_ || kAddressSanitizer;
  must_hand_over_ = false;
  mcheck_fast_path = inline_scheduler_ != nullptr && !suspends ? 1 : 0;
  running_ahead = this;
  repeated_change = &repeated_change_;
}

[[gnu::always_inline]] inline bool Machine::decide_run_ahead(Operation& operation, Reply& reply) {
  prepare(operation);
  note_frame_ends();
  const InlineDecision inline_decision = inline_scheduler_->decide(thread_, operation, reply);
  if (inline_decision == InlineDecision::kSwitch) {
    must_hand_over_ = true;
    mcheck_fast_path = 0;  // what is decided is not asked again on the way to suspension
  }
  if (inline_decision != InlineDecision::kRunAhead) return false;
  ++resumes_;
  // A simple operation that spins does not run ahead: publishes_memory() would find nothing more.
  const bool spawned = operation.kind == Kind::kSpawn;
  if (spawned || execution_->events().back().mode != Mode::kRead) {
    if (!in_trial_) context_->heap->publish();
  }
  if (accesses_) accesses_->run_ahead(thread_, *execution_);
  return true;
}

// Does what enter() and resume() do, as far as something can have changed for the thread: one that
// runs here had a visible effect (publishes_memory) and does not spin (note_return). Its stack is
// cleared below, as in resume(): an unset variable, or padding, reads the same whether memory was
// restored before or not.
bool Machine::hand_over() {
  const bool by_request = std::exchange(must_hand_over_, false);
  const bool thread_ended = step_.kind == Step::Kind::kFinished;
  if (mcheck_debugged != 0 || (by_request && step_.kind != Step::Kind::kOperation)) return false;
  set_current_heap(nullptr);
  record_frames();
  program_memory_.set_stack_pointer(
      context_->number, thread_ended ? context_->stack_end : context_->coroutine->stack_pointer());
  const ThreadId successor = by_request ? inline_scheduler_->successor(step_.operation, reply_)
                             : thread_ended
                                 ? inline_scheduler_->thread_ended(reply_)
                                 : inline_scheduler_->thread_waits(step_.operation, reply_);
  if (successor == kNoThread) return false;
  thread_ = successor;
  context_ = context_of_[index(thread_)];
  ++resumes_;
  if (execution_->events().back().mode != Mode::kRead) context_->heap->publish();
  if (accesses_) accesses_->run_ahead(thread_, *execution_);
  clear_below_stack(*context_);
  mcheck_fast_path = 1;
  publish_stack_limits();
  set_current_heap(context_->heap);
  set_thread_pointer(context_->thread_pointer);
  return true;
}

// A thread that starts for the first time needs a region first, which requires suspension. So does
// a plain load.
bool Machine::may_run_ahead(Kind kind) const {
  if (kind == Kind::kLoad || kind == Kind::kRead) return false;
  if (kind != Kind::kSpawn) return is_simple(kind) || kind == Kind::kJoin;
  const std::uint32_t nth = execution_->thread(thread_).children + 1;
  const auto child = execution_->identities().known_thread(thread_, nth);
  return child && context_of_[index(*child)] != nullptr;
}

RunAheadResult Machine::try_run_ahead(const Operation& operation) {
  flush_repeats();
  if (!may_run_ahead(operation.kind) || thread_waits(*execution_, operation)) return {};
  struct Call {
    Machine& machine;
    const Operation& operation;
    RunAheadResult decision{};
  } call{*this, operation};
  const auto decide = [](void* argument) {
    Call& request = *static_cast<Call*>(argument);
    const EngineAllocationScope engine_at_work;
    Operation wanted = request.operation;
    Reply reply;
    if (!request.machine.decide_run_ahead(wanted, reply)) return;
    request.decision = {.result = reply.result, .failed = reply.failed, .done = true};
  };
  engine_stack_.call(decide, &call);
  return call.decision;
}

// What this leaves on a stack must not depend on whether there was anything to flush.
void Machine::flush_repeats_on_engine_stack() {
  engine_stack_.call([](void* machine) { static_cast<Machine*>(machine)->flush_repeats_here(); },
                     this);
}

void Machine::flush_repeats_here() {
  const void* const address = std::exchange(repeated_change_.address, nullptr);
  const unsigned count = std::exchange(repeated_change_.count, 0);
  repeated_change_.max_count = 0;
  if (count == 0) return;
  const EngineAllocationScope engine_at_work;
  const std::uintptr_t frame_end = std::exchange(repeated_change_.frame_end, 0);
  inline_scheduler_->note_repeats(std::span(repeated_change_.steps).first(count));
  // Other threads synchronize with the last repetition only: frames that were left between the
  // repetitions count as left before it.
  if (frame_end != 0) {
    record_frame_end({.end = frame_end,
                      .hook = repeated_change_.frame_end_caller,
                      .epoch = execution_->thread(thread_).events});
  }
  resumes_ += count;
  if (accesses_) accesses_->run_ahead(thread_, *execution_);
  if ((repeated_change_.code & kModelAtomic) != 0) return;
  accesses_->run_ahead_atomic(address, repeated_change_.code >> 24 & 0xf, true);
}

RunAheadResult Machine::run_ahead_atomic(const AtomicStep& step) {
  const bool again = repeated_change_.has_same_code(step);
  flush_repeats_here();
  const auto bytes = static_cast<std::uint8_t>(step.code >> 24 & 0xf);
  const void* const address = step.address;
  const std::uintptr_t within = reinterpret_cast<std::uintptr_t>(address) & (bytes - 1u);
  if (within != 0 || !accesses_ || !accesses_->is_atomic_only(address)) return {};
  if (in_program_memory(address) && (is_on_dead_stack(address) || is_first_touch(address)))
    return {};
  const ObjectId object = execution_->find_atomic_at(address, bytes, step.before);
  if (object == kNoObject) return {};
  const EngineAllocationScope engine_at_work;
  Operation operation = operation_of(step.code, object, step.a, step.b);
  Reply reply;
  if (!decide_run_ahead(operation, reply)) return {};
  const bool write = execution_->events().back().mode != Mode::kRead;
  accesses_->run_ahead_atomic(address, bytes, write);
  if (write) note_change(step, object, again);
  return {.result = reply.result, .failed = reply.failed, .done = true};
}

RunAheadResult Machine::run_ahead_object(const AtomicStep& step) {
  const ObjectId object = known_object(*static_cast<const detail::Object*>(step.address));
  const bool again = repeated_change_.has_same_code(step) && repeated_change_.object == object;
  flush_repeats_here();
  if (object == kNoObject) return {};
  const EngineAllocationScope engine_at_work;
  Operation operation = operation_of(step.code & ~kModelAtomic, object, step.a, step.b);
  Reply reply;
  if (!decide_run_ahead(operation, reply)) {
    mcheck_fast_path = 0;
    return {};
  }
  if (execution_->events().back().mode != Mode::kRead) note_change(step, object, again);
  return {.result = reply.result, .failed = reply.failed, .done = true};
}

// Two equal changes in a row are rare unless there are more: only then does it pay to prepare a
// repetition.
void Machine::note_change(const AtomicStep& step, ObjectId object, bool again) {
  repeated_change_.address = step.address;
  repeated_change_.object = object;
  repeated_change_.code = step.code;
  repeated_change_.b = step.b;
  if (!again) return;
  if (behaviour_.patience <= 0)
    return;  // without ticks nothing would flush, and a silent thread
             // would look hung
  repeated_change_.max_count =
      std::min(inline_scheduler_->repeat_limit(), RepeatedChange::kMaxCount);
  repeated_change_.value = execution_->value_of(object);
  repeated_change_.published = context_->heap->published();
}

RunAheadResult run_ahead_atomic(const AtomicStep& step) {
  return running_ahead->run_ahead_atomic(step);
}

RunAheadResult run_ahead_object(const detail::Object& object, std::uint32_t code, Word a, Word b) {
  return running_ahead->run_ahead_object(
      {.address = &object, .code = code | kModelAtomic, .a = a, .b = b});
}

}  // namespace mcheck
