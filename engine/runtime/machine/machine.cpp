// SPDX-License-Identifier: MIT
#include "engine/runtime/machine/machine.hpp"

#include <utility>

#include "engine/base/host_state.hpp"
#include "engine/base/invariant.hpp"
#include "engine/memory/heap/allocation.hpp"
#include "engine/platform/processor/avx2.hpp"
#include "engine/platform/processor/processor.hpp"
#include "engine/platform/stacks/control_words.hpp"
#include "engine/runtime/isolation/isolated_executor.hpp"
#include "engine/runtime/machine/atomic_sections.hpp"
#include "engine/runtime/machine/debugger.hpp"
#include "engine/runtime/machine/machine_inline.hpp"
#include "engine/runtime/machine/signals.hpp"
#include "engine/runtime/process/exit_interceptors.hpp"
#include "engine/runtime/process/thread_end.hpp"
#include "engine/trace/protocol/flight_record.hpp"

namespace mcheck {
namespace {

MCHECK_HOST_STATE void* the_process_state = nullptr;

}  // namespace

MCHECK_HOST_STATE Machine* current_machine = nullptr;

ProcessState& Machine::process_state() {
  if (the_process_state == nullptr) the_process_state = new ProcessState;
  return *static_cast<ProcessState*>(the_process_state);
}

Machine::Machine(std::function<void()> body, const Behaviour& behaviour)
    : body_(std::move(body)),
      behaviour_(behaviour),
      process_state_(process_state()),
      program_memory_(process_state_.program_memory),
      context_of_(kMaxThreads, nullptr),
      memory_(program_memory_) {
  MCHECK_INVARIANT(current_machine == nullptr, "one program is explored at a time");
  current_machine = this;
  own_thread_pointer_ = thread_pointer();
  use_avx2();
  assign_region(kMainThread, 0);
  heap_checker_.start(behaviour_.reuse_size_classes != 0);
  static_heap_end_ = reinterpret_cast<std::uintptr_t>(Heap::at(thread_region(0))->end());
  program_memory_.occupy(0);
  program_memory_.switch_libraries_to_program();
  watch_plain_accesses(unmodified() || !behaviour_.ignore_races);
  if (accesses_) accesses_->only_data(!unmodified());
  install_terminate_handler();  // the C++ library's state says how std::terminate ends
  install_signal_handlers(behaviour_.patience);
  program_memory_.watch_pages();
  program_memory_.snapshot(initial_);
  mcheck_engine_stack = engine_stack_.end();
}

Machine::~Machine() {
  memory_.note_replaced();
  program_memory_.restore(initial_);
  program_memory_.unwatch_pages();
  program_memory_.vacate_all();
  program_memory_.switch_libraries_to_host();
  remove_signal_handlers();
  current_machine = nullptr;
}

void Machine::begin(Execution& execution) {
  execution_ = &execution;
  cut_snapshots(0);
  symmetry_.forget_parts();
  memory_.note_replaced();
  exit_status_ = 0;
  unchanged_since_resume_ = 0;
  program_memory_.restore(initial_);
  clear_locations();
}

void Machine::clear_locations() {
  failure_frames_ = {};
  heap_checker_.begin();
  if (capture_) {
    locations_.assign(kMaxThreads, {});
    frames_.clear();
  }
  if (accesses_) accesses_->begin();
}

void Machine::watch_plain_accesses(bool on) {
  accesses_ = on ? std::make_unique<Accesses>() : nullptr;
  if (!on) return;
  accesses_->capture(capture_);
  accesses_->make_scheduling_points(behaviour_.plain_points);
  accesses_->ignore_races(behaviour_.ignore_races);
  if (behaviour_.conflicts) accesses_->collect_conflicts();
}

void Machine::capture_locations(bool on) {
  capture_ = on;
  heap_checker_.capture(on);
  if (accesses_) accesses_->capture(on);
}

// The region follows from the creation path. Where the paths of two nested threads collide, it is
// the next free one.
std::size_t Machine::find_region(ThreadId thread) {
  const std::uint64_t key = execution_->identities().path_key(thread);
  std::size_t number =
      key < kThreadRegions / 2 ? key : kThreadRegions / 2 + key % (kThreadRegions / 2);
  while (!region_owners_.try_emplace(number, thread).second) {
    number = kThreadRegions / 2 + (number + 1) % (kThreadRegions / 2);
  }
  return number;
}

ThreadContext& Machine::assign_region(ThreadId thread, std::size_t number) {
  const auto [entry, is_new] = process_state_.contexts.try_emplace(number);
  ThreadContext& context = entry->second;
  context.thread = thread;
  if (is_new) {
    context.number = number;
    const bool room = program_memory_.add_region(number);
    MCHECK_INVARIANT(room, "the system has address space for another thread's memory");
    context.stack_end = program_memory_.stack_end(number);
    context.coroutine = Coroutine::create(ProgramMemory::stack_begin(number), context.stack_end,
                                          thread_main, &context);
    context.thread_pointer = program_memory_.thread_pointer_of(number);
    context.heap = Heap::at(thread_region(number));
    program_memory_.set_idle(number, context.coroutine->stack_pointer());
  }
  context_of_[index(thread)] = &context;
  TouchedStacks::register_thread(thread, number, context.stack_end);
  return context;
}

void Machine::create(ThreadId child, const Operation& spawn) {
  drop_content_ids();
  ThreadContext* context = context_of_[index(child)];
  if (context == nullptr) context = &assign_region(child, find_region(child));
  context->body = spawn.a;
  context->control_words = spawn.b;
  context->start = {};
  unchanged_since_resume_ = 0;
  program_memory_.occupy(context->number);
}

// What runs on a coroutine: a whole thread of the program. Its stack ends here, also for the
// unwinder that looks for a handler of an exception: it finds none, and std::terminate is called
// where the exception was thrown, with nothing unwound. (A noexcept here would unwind first.)
void Machine::thread_main(void* argument) {
  MCHECK_OUTERMOST_FRAME();
  const auto& context = *static_cast<ThreadContext*>(argument);
  if (context.thread == kMainThread) {
    current_machine->body_();
  } else {
    if (context.control_words != control_words()) set_control_words(context.control_words);
    initialise_thread_locale();
    run_thread_body(context.body);
  }
  destroy_thread_locals();
  end_thread();
}

const Step& Machine::resume(ThreadId thread, const Outcome& outcome) {
  thread_ = thread;
  step_.ends_process = false;
  context_ = context_of_[index(thread)];
  reply_ = {.result = outcome.result, .failed = outcome.failed, .superseded = outcome.superseded};
  ++resumes_;
  bool publishes = publishes_memory(outcome.mode);
  // What a thread does in an atomic section depends on more than memory.
  const bool has_sections = execution_->has_sections();
  if (has_content_ids() && !has_sections) {
    if (run_from_cache(publishes)) return note_return(), step_;
  }
  const bool records = uses_step_cache_ && !in_trial_ && !has_sections;
  if (records) begin_recording(publishes);
  if (has_sections) step_recording_.tries_few = false;
  if (!step_recording_.tries_few) materialize(), memory_.forget_materialized();
  symmetry_.check_step(thread, outcome);
  if (publishes) context_->heap->publish();
  // Before accesses are recorded: it demangles names, and the C++ library calls the program's
  // memcpy.
  if (mcheck_debugged != 0) [[unlikely]]
    show_to_debugger(*execution_, resumed_thread(thread_));
  if (accesses_) accesses_->enter(thread_, *execution_);
  if (uninstrumented_writes_.is_on() && !in_trial_) {
    uninstrumented_writes_.begin_step(program_memory_, accesses_->races().records_stacks());
  }
  if (!std::exchange(cleared_below_, false)) clear_below_stack(*context_);
  run_step();
  symmetry_.note_step();
  if (records) end_recording();
  if (!in_trial_) note_return();
  if (reply_log_ != nullptr) report_conflicts();
  return step_;
}

// The running thread, to its next operation.
[[gnu::noinline]] void Machine::run_step() {
  if (__builtin_setjmp(escape_point_) != 0) return context_->coroutine->finish_abandon();
  do enter(*context_);
  while (is_suppressed());
  const bool finished = step_.kind == Step::Kind::kFinished && !step_.ends_process;
  program_memory_.set_stack_pointer(
      context_->number, finished ? context_->stack_end : context_->coroutine->stack_pointer());
}

// A thread that had a visible effect may have published the addresses of all its blocks.
bool Machine::publishes_memory(Mode mode) const {
  if (in_trial_) return false;
  return mode != Mode::kRead ? !execution_->was_idle_read()
                             : execution_->thread(thread_).pending.kind == Kind::kSpawn;
}

ResumedThread Machine::resumed_thread(ThreadId thread) {
  const auto stack_of = [](void* machine, ThreadId of) -> const void* {
    const ThreadContext* known = static_cast<Machine*>(machine)->context_of_[index(of)];
    return known == nullptr ? nullptr : known->coroutine->suspended_at();
  };
  return {.thread = thread, .trying = in_trial_, .machine = this, .stack_of = stack_of};
}

void Machine::failed(const Failure& failure) {
  materialize();
  symmetry_.note_delayed_joins();
  if (mcheck_debugged == 0) return;
  show_to_debugger(*execution_, resumed_thread(failure.thread), failure);
}

[[gnu::noinline]] void Machine::enter(ThreadContext& context) {
  if (in_program_flag_ != nullptr) *in_program_flag_ = kInProgram;
  is_inside_ = true;
  enable_run_ahead();
  publish_stack_limits();
  set_current_heap(context.heap);
  set_thread_pointer(context.thread_pointer);
  do context_->coroutine->resume();
  while ((must_hand_over_ || can_hand_over()) && hand_over());
  set_thread_pointer(own_thread_pointer_);
  leave();
}

void Machine::leave() {
  flush_repeats();
  set_current_heap(nullptr);
  is_inside_ = false;
  mcheck_fast_path = 0;
  uninstrumented_writes_.end_step();
  record_frames();
  TouchedStacks::clear_limits();
  if (accesses_ && accesses_->leave()) end_step_with_conflict();
  if (in_program_flag_ != nullptr) *in_program_flag_ = kInEngine;
}

Conflicts* Machine::conflicts() const { return accesses_ ? accesses_->conflicts() : nullptr; }

void Machine::grant_failures(Operation& operation) {
  const bool by_choice = fails_by_choice(operation);
  if (!std::exchange(step_recording_.has_request, true)) step_recording_.requested = operation;
  basis_.spurious_requested |= operation.may_fail && !by_choice;
  basis_.timeout_requested |= operation.may_time_out;
  const bool uses_budget = operation.may_fail && operation.kind != Kind::kLeave && !by_choice;
  if (uses_budget && !spurious_left()) operation.may_fail = false;
  if (!behaviour_.timeouts) operation.may_time_out = false;
}

void Machine::end_with(Step::Kind kind, FailureKind failure, std::string_view message) {
  flush_repeats();
  const bool ends = kind == Step::Kind::kFinished && !step_.ends_process;
  if (ends && execution_->has_sections()) leave_sections();
  const bool orderly = kind != Step::Kind::kFailed;
  if (write_check != nullptr && orderly) check_uninstrumented_writes(__builtin_return_address(0));
  if (ends) {
    const std::uintptr_t end = thread_region(context_->number).base + kHeapOffset;
    frames_end(end, end, __builtin_return_address(0));
  }
  step_.kind = kind;
  if (kind == Step::Kind::kFailed) {
    {
      const EngineAllocationScope engine_at_work;
      step_.failure = {.kind = failure, .thread = thread_, .message = std::string(message)};
      if (capture_) record_failure_location(frames_here());
    }
    mcheck_debugger_failure();
  }
  context_->coroutine->suspend();
  MCHECK_INVARIANT(false, "a finished thread is not resumed");
  __builtin_unreachable();
}

void Machine::end_process(int status) {
  if (exit_status_ == 0) exit_status_ = status;
  if (status != 0 && !behaviour_.any_exit_status) {
    const EngineAllocationScope engine_at_work;
    end_with(Step::Kind::kFailed, FailureKind::kExit,
             "the program ended with exit status " + std::to_string(status));
  }
  step_.ends_process = true;
  end_with(Step::Kind::kFinished, {}, {});
}

ThreadId Machine::thread_at(const void* address) const {
  const auto offset = reinterpret_cast<std::uintptr_t>(address) - kProgramMemoryBase;
  const auto context = process_state_.contexts.find(offset / kThreadRegionBytes);
  MCHECK_INVARIANT(context != process_state_.contexts.end(), "the address is in a thread's region");
  return context->second.thread;
}

std::byte* Machine::thread_pointer_of(ThreadId thread) const {
  return context_of_[index(thread)]->thread_pointer;
}

void Machine::escape(FailureKind failure, const char* message) {
  set_current_heap(nullptr);
  step_.kind = Step::Kind::kFailed;
  step_.failure = {.kind = failure, .thread = thread_, .message = message};
  if (capture_ && failure != FailureKind::kStackOverflow) record_failure_location(frames_here());
  context_->coroutine->abandon();
  set_thread_pointer(own_thread_pointer_);
  leave();
  __builtin_longjmp(escape_point_, 1);
}

bool Machine::is_beyond_stack(const void* address) const {
  return is_inside_ && thread_region(context_->number).is_beyond_stack(address);
}

void Machine::report_stack_overflow() {
  if (in_program_flag_ != nullptr) *in_program_flag_ = kStackUsedUp;
}

bool Machine::spurious_left() const {
  return execution_->thread(thread_).spurious < behaviour_.spurious;
}

void Machine::note(const char* name, std::int64_t value) {
  if (!keep_notes_) return;
  const EngineAllocationScope engine_at_work;
  execution().add_note({.name = intern_text(name), .value = value});
}

void Machine::note_location(std::uint32_t event) {
  const EngineAllocationScope engine_at_work;
  const bool is_after =
      step_.operation.kind == Kind::kGateOpen && step_.operation.a == kAfterOperation;
  record_location(thread_, event, is_after ? frames_of(thread_, event - 1) : frames_here());
}

const Backtrace& Machine::location_of(ThreadId thread, std::uint32_t event) const {
  return frames_of(thread, event).calls;
}

const CallFrames& Machine::frames_of(ThreadId thread, std::uint32_t event) const {
  if (locations_.empty() || locations_[index(thread)].size() <= event) return no_frames_;
  const CallFrames* const frames = locations_[index(thread)][event];
  return frames == nullptr ? no_frames_ : *frames;
}

}  // namespace mcheck
