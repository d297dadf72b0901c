// SPDX-License-Identifier: MIT
#include "engine/runtime/passing.hpp"

#include "engine/platform/raw_copy.hpp"
#include "engine/runtime/debugger.hpp"
#include "engine/runtime/machine.hpp"
#include "engine/runtime/prepare.hpp"
#include "engine/world/allocation.hpp"
#include "engine/world/heap.hpp"

#include <algorithm>
#include <span>
#include <utility>

MCHECK_HOST_STATE unsigned char mcheck_passing = 0;
MCHECK_HOST_STATE std::byte* mcheck_aside = nullptr;

namespace mcheck {
namespace {

MCHECK_HOST_STATE Machine* passing = nullptr;  // whose threads may run ahead

// A thread that joins an unfinished thread waits, suspended.
bool waits(const Execution& execution, const Operation& operation) {
  return operation.kind == Kind::kJoin &&
         execution.thread(ThreadId(operation.a)).status != ThreadRecord::Status::kFinished;
}

}  // namespace

MCHECK_HOST_STATE LastChange* last_change = nullptr;

// While a step is watched or is a trial: what loops back is found at suspension.
bool Machine::is_watched() const {
  return unseen_writes_.is_on() || watch_.resident != nullptr || suspect_all_ || suspect_none_ ||
         capture_ || conflicts() != nullptr;
}

void Machine::let_pass() {
  const bool rests = is_watched() || learns_ || kAddressSanitizer;
  gives_way_ = false;
  mcheck_passing = decider_ != nullptr && !rests ? 1 : 0;
  passing = this;
  last_change = &last_change_;
}

[[gnu::always_inline]] inline bool Machine::decide_to_pass(Operation& operation, Reply& reply) {
  prepare(operation);
  note_frame_ends();
  const Going going = decider_->goes_on(thread_, operation, reply);
  if (going == Going::kGivesWay) {
    gives_way_ = true;
    mcheck_passing = 0;  // what is decided is not asked again on the way to suspension
  }
  if (going != Going::kOn) return false;
  ++resumes_;
  // A simple operation that spins does not run ahead: publishes_memory() would find nothing more.
  const bool spawned = operation.kind == Kind::kSpawn;
  if (spawned || execution_->events().back().mode != Mode::kRead) {
    if (!trying_) resident_->heap->publish();
  }
  if (accesses_) accesses_->pass(thread_, *execution_);
  return true;
}

// Does what enter() and resume() do, as far as something can have changed for the thread: one that
// runs here had a visible effect (publishes_memory) and does not spin (note_return). Its stack is
// cleared below, as in resume(): an unset variable, or padding, reads the same whether memory was
// restored before or not.
bool Machine::hands_over() {
  const bool gives_way = std::exchange(gives_way_, false);
  const bool ended = step_.kind == Step::Kind::kFinished;
  if (mcheck_debugged != 0 || (gives_way && step_.kind != Step::Kind::kOperation)) return false;
  allocate_from(nullptr);
  rest_frames();
  world_.rest(resident_->number,
              ended ? resident_->stack_end : resident_->coroutine->stack_pointer());
  const ThreadId next = gives_way ? decider_->next(step_.operation, reply_)
                        : ended   ? decider_->ended(reply_)
                                  : decider_->waits(step_.operation, reply_);
  if (next == kNoThread) return false;
  thread_ = next;
  resident_ = resident_of_[index(thread_)];
  ++resumes_;
  if (execution_->events().back().mode != Mode::kRead) resident_->heap->publish();
  if (accesses_) accesses_->pass(thread_, *execution_);
  sweep_below(*resident_);
  mcheck_passing = 1;
  show_frames();
  allocate_from(resident_->heap);
  set_thread_pointer(resident_->thread_pointer);
  return true;
}

// A thread that starts for the first time needs a region first, which requires suspension. So does
// a plain load.
bool Machine::may_pass(Kind kind) const {
  if (kind == Kind::kLoad || kind == Kind::kRead) return false;
  if (kind != Kind::kSpawn) return is_simple(kind) || kind == Kind::kJoin;
  const std::uint32_t nth = execution_->thread(thread_).children + 1;
  const auto child = execution_->identities().known_thread(thread_, nth);
  return child && resident_of_[index(*child)] != nullptr;
}

Passed Machine::passes(const Operation& operation) {
  tell_repeats();
  if (!may_pass(operation.kind) || waits(*execution_, operation)) return {};
  struct Call {
    Machine& machine;
    const Operation& operation;
    Passed passed{};
  } call{*this, operation};
  const auto decide = [](void* argument) {
    Call& asked = *static_cast<Call*>(argument);
    const OutsideWorld engine_at_work;
    Operation wanted = asked.operation;
    Reply reply;
    if (!asked.machine.decide_to_pass(wanted, reply)) return;
    asked.passed = {.result = reply.result, .failed = reply.failed, .done = true};
  };
  aside_.call(decide, &call);
  return call.passed;
}

// What this leaves on a stack must not depend on whether there was anything to flush.
void Machine::end_repeats_aside() {
  aside_.call([](void* machine) { static_cast<Machine*>(machine)->end_repeats(); }, this);
}

void Machine::end_repeats() {
  const void* const address = std::exchange(last_change_.address, nullptr);
  const unsigned count = std::exchange(last_change_.count, 0);
  last_change_.most = 0;
  if (count == 0) return;
  const OutsideWorld engine_at_work;
  const std::uintptr_t frame_end = std::exchange(last_change_.frame_end, 0);
  decider_->repeated(std::span(last_change_.steps).first(count));
  // Other threads synchronize with the last repetition only: frames that were left between the
  // repetitions count as left before it.
  if (frame_end != 0) {
    keep_frame_end({.end = frame_end,
                    .hook = last_change_.frame_end_caller,
                    .epoch = execution_->thread(thread_).events});
  }
  resumes_ += count;
  if (accesses_) accesses_->pass(thread_, *execution_);
  if ((last_change_.manner & kOfModel) != 0) return;
  accesses_->pass_atomic(address, last_change_.manner >> 24 & 0xf, true);
}

Passed Machine::pass_atomic(const AtomicStep& step) {
  const bool again = last_change_.is_like(step);
  end_repeats();
  const auto bytes = static_cast<std::uint8_t>(step.manner >> 24 & 0xf);
  const void* const address = step.address;
  const std::uintptr_t within = reinterpret_cast<std::uintptr_t>(address) & (bytes - 1u);
  if (within != 0 || !accesses_ || !accesses_->is_atomic_only(address)) return {};
  if (in_world(address) && (is_on_dead_stack(address) || is_first_touch(address))) return {};
  const ObjectId object = execution_->find_atomic_at(address, bytes, step.before);
  if (object == kNoObject) return {};
  const OutsideWorld engine_at_work;
  Operation operation = operation_of(step.manner, object, step.a, step.b);
  Reply reply;
  if (!decide_to_pass(operation, reply)) return {};
  const bool write = execution_->events().back().mode != Mode::kRead;
  accesses_->pass_atomic(address, bytes, write);
  if (write) note_change(step, object, again);
  return {.result = reply.result, .failed = reply.failed, .done = true};
}

Passed Machine::pass_object(const AtomicStep& step) {
  const ObjectId object = known_object(*static_cast<const detail::Object*>(step.address));
  const bool again = last_change_.is_like(step) && last_change_.object == object;
  end_repeats();
  if (object == kNoObject) return {};
  const OutsideWorld engine_at_work;
  Operation operation = operation_of(step.manner & ~kOfModel, object, step.a, step.b);
  Reply reply;
  if (!decide_to_pass(operation, reply)) {
    mcheck_passing = 0;
    return {};
  }
  if (execution_->events().back().mode != Mode::kRead) note_change(step, object, again);
  return {.result = reply.result, .failed = reply.failed, .done = true};
}

// Two equal changes in a row are rare unless there are more: only then does it pay to prepare a
// repetition.
void Machine::note_change(const AtomicStep& step, ObjectId object, bool again) {
  last_change_.address = step.address;
  last_change_.object = object;
  last_change_.manner = step.manner;
  last_change_.b = step.b;
  if (!again) return;
  if (behaviour_.patience <= 0) return;  // without ticks nothing would flush, and a silent thread
                                         // would look hung
  last_change_.most = std::min(decider_->may_repeat(), LastChange::kMost);
  last_change_.value = execution_->value_of(object);
  last_change_.published = resident_->heap->published();
}

Passed pass_atomic(const AtomicStep& step) { return passing->pass_atomic(step); }

Passed pass_object(const detail::Object& object, std::uint32_t manner, Word a, Word b) {
  return passing->pass_object({.address = &object, .manner = manner | kOfModel, .a = a, .b = b});
}

}  // namespace mcheck
