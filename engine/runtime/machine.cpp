// SPDX-License-Identifier: MIT
#include "engine/runtime/machine.hpp"

#include <utility>

#include "engine/base/host_state.hpp"
#include "engine/base/invariant.hpp"
#include "engine/platform/control_words.hpp"
#include "engine/platform/processor.hpp"
#include "engine/platform/wide.hpp"
#include "engine/runtime/debugger.hpp"
#include "engine/runtime/endings.hpp"
#include "engine/runtime/isolated.hpp"
#include "engine/runtime/prepare.hpp"
#include "engine/runtime/sections.hpp"
#include "engine/runtime/signals.hpp"
#include "engine/runtime/thread_end.hpp"
#include "engine/trace/flight_record.hpp"
#include "engine/world/allocation.hpp"

namespace mcheck {
namespace {

MCHECK_HOST_STATE void* the_stage = nullptr;

}  // namespace

MCHECK_HOST_STATE Machine* the_machine = nullptr;

Stage& Machine::stage() {
  if (the_stage == nullptr) the_stage = new Stage;
  return *static_cast<Stage*>(the_stage);
}

Machine::Machine(std::function<void()> body, const Behaviour& behaviour)
    : body_(std::move(body)),
      behaviour_(behaviour),
      stage_(stage()),
      world_(stage_.world),
      resident_of_(kMaxThreads, nullptr),
      memory_(world_) {
  MCHECK_INVARIANT(the_machine == nullptr, "one program is explored at a time");
  the_machine = this;
  own_thread_pointer_ = thread_pointer();
  use_wide_registers();
  settle_in(kMainThread, 0);
  heap_watch_.start(behaviour_.reuse_rooms != 0);
  static_heap_end_ = reinterpret_cast<std::uintptr_t>(Heap::at(place(0))->end());
  world_.occupy(0);
  world_.lend_libraries();
  watch_plain_accesses(unmodified() || !behaviour_.ignore_races);
  if (accesses_) accesses_->only_data(!unmodified());
  watch_endings();  // the C++ library's state says how std::terminate ends
  world_.save(initial_);
  watch_signals(behaviour_.patience);
  mcheck_aside = aside_.end();
}

Machine::~Machine() {
  memory_.replaced();
  world_.restore(initial_);
  world_.vacate();
  world_.take_libraries_back();
  ignore_signals();
  the_machine = nullptr;
}

void Machine::begin(Execution& execution) {
  execution_ = &execution;
  cut_saves(0);
  memory_.replaced();
  exit_status_ = 0;
  tried_after_ = 0;
  world_.restore(initial_);
  clear_places();
}

void Machine::clear_places() {
  failure_frames_ = {};
  heap_watch_.begin();
  if (capture_) {
    places_.assign(kMaxThreads, {});
    frames_.clear();
  }
  if (accesses_) accesses_->begin();
}

void Machine::watch_plain_accesses(bool on) {
  accesses_ = on ? std::make_unique<Accesses>() : nullptr;
  if (!on) return;
  accesses_->capture(capture_);
  accesses_->make_points(behaviour_.plain_points);
  accesses_->ignore_races(behaviour_.ignore_races);
  if (behaviour_.conflicts) accesses_->collect_conflicts();
}

void Machine::capture_places(bool on) {
  capture_ = on;
  heap_watch_.capture(on);
  if (accesses_) accesses_->capture(on);
}

// The region follows from the creation path. Where the paths of two nested threads collide, it is
// the next free one.
std::size_t Machine::find_place(ThreadId thread) {
  const std::uint64_t key = execution_->identities().path_key(thread);
  std::size_t number = key < kPlaces / 2 ? key : kPlaces / 2 + key % (kPlaces / 2);
  while (!taken_.try_emplace(number, thread).second) {
    number = kPlaces / 2 + (number + 1) % (kPlaces / 2);
  }
  return number;
}

Resident& Machine::settle_in(ThreadId thread, std::size_t number) {
  const auto [entry, is_new] = stage_.residents.try_emplace(number);
  Resident& resident = entry->second;
  resident.thread = thread;
  if (is_new) {
    resident.number = number;
    const bool room = world_.add_place(number);
    MCHECK_INVARIANT(room, "the system has address space for another thread's memory");
    resident.stack_end = world_.stack_end(number);
    resident.coroutine =
        Coroutine::create(World::stack_begin(number), resident.stack_end, live, &resident);
    resident.thread_pointer = world_.thread_pointer_of(number);
    resident.heap = Heap::at(place(number));
    world_.set_idle(number, resident.coroutine->stack_pointer());
  }
  resident_of_[index(thread)] = &resident;
  TouchedStacks::settle(thread, number, resident.stack_end);
  return resident;
}

void Machine::create(ThreadId child, const Operation& spawn) {
  leave_state();
  Resident* resident = resident_of_[index(child)];
  if (resident == nullptr) resident = &settle_in(child, find_place(child));
  resident->body = spawn.a;
  resident->control_words = spawn.b;
  tried_after_ = 0;
  world_.occupy(resident->number);
}

// What runs on a coroutine: a whole thread of the program. Its stack ends here, also for the
// unwinder that looks for a handler of an exception: it finds none, and std::terminate is called
// where the exception was thrown, with nothing unwound. (A noexcept here would unwind first.)
void Machine::live(void* argument) {
  MCHECK_OUTERMOST_FRAME();
  const auto& resident = *static_cast<Resident*>(argument);
  if (resident.thread == kMainThread) {
    the_machine->body_();
  } else {
    if (resident.control_words != control_words()) set_control_words(resident.control_words);
    begin_thread_locals();
    run_thread_body(resident.body);
  }
  destroy_thread_locals();
  the_machine->end_with(Step::Kind::kFinished, {}, {});
}

const Step& Machine::resume(ThreadId thread, const Outcome& outcome) {
  thread_ = thread;
  step_.ends_process = false;
  resident_ = resident_of_[index(thread)];
  reply_ = {.result = outcome.result, .failed = outcome.failed};
  ++resumes_;
  bool shows = shows_memory(outcome.mode);
  // What a thread does in an atomic section depends on more than memory.
  const bool has_sections = execution_->has_sections();
  if (is_known() && !has_sections) {
    if (goes_known_way(shows)) return note_return(), step_;
  }
  const bool learns = knows_ && !trying_ && !has_sections;
  if (learns) begin_learning(shows);
  if (has_sections) learning_.tries_few = false;
  if (!learning_.tries_few) make_real(), memory_.changes();
  if (shows) resident_->heap->publish();
  if (accesses_) accesses_->enter(thread_, *execution_);
  if (unseen_writes_.is_on() && !trying_) {
    unseen_writes_.begin_step(world_, accesses_->races().notes());
  }
  if (!std::exchange(swept_, false)) sweep_below(*resident_);
  if (__builtin_setjmp(landing_) == 0) {
    do enter(*resident_);
    while (is_suppressed());
    const bool gone = step_.kind == Step::Kind::kFinished && !step_.ends_process;
    world_.rest(resident_->number,
                gone ? resident_->stack_end : resident_->coroutine->stack_pointer());
  } else {
    resident_->coroutine->landed();
  }
  if (learns) end_learning();
  if (!trying_) note_return();
  if (journal_ != nullptr) tell_conflicts();
  return step_;
}

// A thread that had a visible effect may have published the addresses of all its blocks.
bool Machine::shows_memory(Mode mode) const {
  if (trying_) return false;
  return mode != Mode::kRead ? !execution_->polled()
                             : execution_->thread(thread_).pending.kind == Kind::kSpawn;
}

GoingOn Machine::going_on(ThreadId thread) {
  const auto stack_of = [](void* machine, ThreadId of) -> const void* {
    const Resident* known = static_cast<Machine*>(machine)->resident_of_[index(of)];
    return known == nullptr ? nullptr : known->coroutine->suspended_at();
  };
  return {.thread = thread, .trying = trying_, .machine = this, .stack_of = stack_of};
}

void Machine::failed(const Failure& failure) {
  make_real();
  if (mcheck_debugged == 0) return;
  show_to_debugger(*execution_, going_on(failure.thread), failure);
}

[[gnu::noinline]] void Machine::enter(Resident& resident) {
  if (mcheck_debugged != 0) [[unlikely]]
    show_to_debugger(*execution_, going_on(resident.thread));
  if (in_program_flag_ != nullptr) *in_program_flag_ = kInProgram;
  inside_ = true;
  let_pass();
  show_frames();
  allocate_from(resident.heap);
  set_thread_pointer(resident.thread_pointer);
  do resident_->coroutine->resume();
  while ((gives_way_ || goes_no_further()) && hands_over());
  set_thread_pointer(own_thread_pointer_);
  leave();
}

void Machine::leave() {
  tell_repeats();
  allocate_from(nullptr);
  inside_ = false;
  mcheck_passing = 0;
  unseen_writes_.end_step();
  rest_frames();
  TouchedStacks::show_nothing();
  if (accesses_ && accesses_->leave()) end_step_with_conflict();
  if (in_program_flag_ != nullptr) *in_program_flag_ = kInEngine;
}

Conflicts* Machine::conflicts() const { return accesses_ ? accesses_->conflicts() : nullptr; }

void Machine::grant(Operation& operation) {
  const bool by_choice = fails_by_choice(operation);
  if (!std::exchange(learning_.wishes, true)) learning_.wish = operation;
  basis_.spurious_wanted |= operation.may_fail && !by_choice;
  basis_.timeout_wanted |= operation.may_time_out;
  const bool draws = operation.may_fail && operation.kind != Kind::kLeave && !by_choice;
  if (draws && !spurious_left()) operation.may_fail = false;
  if (!behaviour_.timeouts) operation.may_time_out = false;
}

void Machine::end_with(Step::Kind kind, FailureKind failure, std::string_view message) {
  tell_repeats();
  const bool ends = kind == Step::Kind::kFinished && !step_.ends_process;
  if (ends && execution_->has_sections()) leave_sections();
  const bool orderly = kind != Step::Kind::kFailed;
  if (watching_writes != nullptr && orderly) judge_unseen_writes(__builtin_return_address(0));
  if (ends) {
    const std::uintptr_t end = place(resident_->number).base + kHeapOffset;
    frames_end(end, end, __builtin_return_address(0));
  }
  step_.kind = kind;
  if (kind == Step::Kind::kFailed) {
    {
      const OutsideWorld engine_at_work;
      step_.failure = {.kind = failure, .thread = thread_, .message = std::string(message)};
      if (capture_) keep_failure_place(frames_here());
    }
    mcheck_debugger_failure();
  }
  resident_->coroutine->suspend();
  MCHECK_INVARIANT(false, "a thread that has ended is not resumed");
  __builtin_unreachable();
}

void Machine::end_process(int status) {
  if (exit_status_ == 0) exit_status_ = status;
  if (status != 0 && !behaviour_.any_exit_status) {
    const OutsideWorld engine_at_work;
    end_with(Step::Kind::kFailed, FailureKind::kExit,
             "the program ended with exit status " + std::to_string(status));
  }
  step_.ends_process = true;
  end_with(Step::Kind::kFinished, {}, {});
}

ThreadId Machine::thread_at(const void* address) const {
  const auto offset = reinterpret_cast<std::uintptr_t>(address) - kWorldBase;
  const auto resident = stage_.residents.find(offset / kPlaceBytes);
  MCHECK_INVARIANT(resident != stage_.residents.end(), "an address of a thread's own memory");
  return resident->second.thread;
}

std::byte* Machine::thread_pointer_of(ThreadId thread) const {
  return resident_of_[index(thread)]->thread_pointer;
}

void Machine::escape(FailureKind failure, const char* message) {
  allocate_from(nullptr);
  step_.kind = Step::Kind::kFailed;
  step_.failure = {.kind = failure, .thread = thread_, .message = message};
  if (capture_ && failure != FailureKind::kStackOverflow) keep_failure_place(frames_here());
  resident_->coroutine->abandon();
  set_thread_pointer(own_thread_pointer_);
  leave();
  __builtin_longjmp(landing_, 1);
}

bool Machine::is_beyond_stack(const void* address) const {
  return inside_ && place(resident_->number).is_beyond_stack(address);
}

void Machine::tell_stack_is_used_up() {
  if (in_program_flag_ != nullptr) *in_program_flag_ = kStackUsedUp;
}

bool Machine::spurious_left() const {
  return execution_->thread(thread_).spurious < behaviour_.spurious;
}

void Machine::note(const char* name, std::int64_t value) {
  if (!keep_notes_) return;
  const OutsideWorld engine_at_work;
  execution().add_note({.name = keep_text(name), .value = value});
}

void Machine::note_place(std::uint32_t event) {
  const OutsideWorld engine_at_work;
  keep_place(thread_, event, frames_here());
}

const Backtrace& Machine::place_of(ThreadId thread, std::uint32_t event) const {
  return frames_of(thread, event).calls;
}

const CallFrames& Machine::frames_of(ThreadId thread, std::uint32_t event) const {
  if (places_.empty() || places_[index(thread)].size() <= event) return nowhere_;
  const CallFrames* const frames = places_[index(thread)][event];
  return frames == nullptr ? nowhere_ : *frames;
}

}  // namespace mcheck
