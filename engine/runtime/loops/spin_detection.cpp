// SPDX-License-Identifier: MIT
// Finds whether a spinning thread loops back to its state: docs/algorithms/spin_loops.md.
#include <algorithm>
#include <utility>

#include "engine/memory/heap/heap.hpp"
#include "engine/platform/processor/avx2.hpp"
#include "engine/platform/processor/raw_copy.hpp"
#include "engine/runtime/loops/counted_loop.hpp"
#include "engine/runtime/loops/thread_time.hpp"
#include "engine/runtime/machine/machine.hpp"

namespace mcheck {
namespace {

// What is cleared in any case, and how many zeros below it end the clearing.
constexpr std::ptrdiff_t kAlwaysCleared = 2 << 10;
constexpr std::ptrdiff_t kZerosToStop = 1 << 10;

bool all_zero(const std::byte* from, std::ptrdiff_t size) {
  static constexpr std::byte kZero[kZerosToStop]{};
  return raw_equal(from, kZero, static_cast<std::size_t>(size));
}

void clear_unused(std::byte* bottom, std::byte* end) {
  std::byte* begin = end;
  do {
    const std::ptrdiff_t more = std::min(kAlwaysCleared, begin - bottom);
    raw_fill(begin -= more, 0, static_cast<std::size_t>(more));
  } while (begin - bottom >= kZerosToStop && !all_zero(begin - kZerosToStop, kZerosToStop));
}

}  // namespace

SpinSite Machine::site_of(const ThreadContext& context, Kind kind) {
  return {kind, static_cast<std::ptrdiff_t>(stack_of(context).size())};
}

// Below the used part of a stack there is data of other executions. In unset variables it could
// make two iterations of a loop differ in one execution and not in the next. Most often all of it
// was cleared when the thread suspended.
void Machine::clear_below_stack(const ThreadContext& context) {
  std::byte* const end = context.coroutine->stack_pointer();
  std::byte* const bottom = thread_region(context.number).stack_begin();
  if (end == bottom) return;
  if (end - bottom >= kAlwaysCleared + kZerosToStop + static_cast<std::ptrdiff_t>(kAvx2Bytes)) {
    std::byte* const from = align_down_to_avx2(end - kAlwaysCleared - kZerosToStop);
    const auto size = static_cast<std::size_t>(end - from);
    const std::size_t zeros = zero_prefix_bytes(from, size);
    if (zeros == size) return;
    if (zeros >= kZerosToStop) return raw_fill(from + zeros, 0, size - zeros);
  }
  clear_unused(bottom, end);
}

// Recording a location goes deep down the stack and leaves different data each time. Later frames
// of the program lie there, with gaps: two iterations of a loop would differ where locations are
// recorded, and be equal where they are not.
void Machine::clear_dead_stack() {
  struct Unused {
    std::byte* bottom;
    std::byte* end;
  };
  constexpr std::ptrdiff_t kCall = 512;  // what the call of the clearing function takes, and more
  auto* const here = static_cast<std::byte*>(__builtin_frame_address(0));
  std::byte* const bottom = thread_region(context_->number).stack_begin();
  const bool is_on_own_stack = here >= bottom && here < context_->stack_end;
  if (!is_on_own_stack) return;  // the bounds of another stack are unknown
  Unused unused{.bottom = bottom, .end = here - kCall};
  const auto there = [](void* it) {
    const Unused all = *static_cast<Unused*>(it);
    if (all.end - all.bottom > kAlwaysCleared) clear_unused(all.bottom, all.end);
  };
  engine_stack_.call(there, &unused);
}

// The used part.
std::span<const std::byte> Machine::stack_of(const ThreadContext& context) {
  if (!has_content_ids()) return LazyMemory::stack_in_place(context);
  return memory_.stack_in_segment(memory_.stack_of(context), context);
}

// Copies the used part of the stack; registers are saved on it, too.
void Machine::watch(ThreadId thread) {
  ThreadContext& context = *context_of_[index(thread)];
  watched_step_.context = &context;
  watched_step_.operation = execution_->thread(thread).pending;
  watched_step_.time = time_of(thread);
  watched_step_.only_counts = execution_->thread(thread).may_spin;
  watched_step_.segment.reset();
  if (has_content_ids()) {
    watched_step_.segment = memory_.stack_of(context);
    return;
  }
  const std::span<const std::byte> stack = LazyMemory::stack_in_place(context);
  watched_step_.stack.resize(stack.size());
  raw_copy(watched_step_.stack.data(), stack.data(), stack.size());
}

bool Machine::stack_equals(const ThreadContext& context, const WatchedStep& then) {
  if (then.segment && has_content_ids() && memory_.stack_of(context) == *then.segment) return true;
  const std::span<const std::byte> now = stack_of(context);
  std::span<const std::byte> before = then.stack;
  if (then.segment) before = memory_.stack_in_segment(*then.segment, context);
  return now.size() == before.size() && is_same(context.thread, before, now, then.time);
}

// The thread that has just run is suspended: records in the step what is known of that site.
void Machine::note_return() {
  step_.may_spin = step_.looped_back = step_.tracked = false;
  step_.spin_kind = SpinKind::kNotSpinning;
  step_.counted_by = 0;
  ThreadContext* const watched = std::exchange(watched_step_.context, nullptr);
  if (step_.kind != Step::Kind::kOperation) return;
  const Kind kind = step_.operation.kind;
  if (watched == context_ && is_pause(kind)) watched_step_.context = watched;
  if (!can_spin(kind)) return;
  if (watched == context_ && step_.operation == watched_step_.operation) {
    const bool same = stack_equals(*context_, watched_step_);
    step_.looped_back = same && !watched_step_.only_counts && !assume_none_spins_;
    if (step_.looped_back) add_spin_site(site_of(*context_, kind));
    if (!same) step_.counted_by = CountedLoop::difference_since(*this, watched_step_);
  }
  if (assume_none_spins_) return;
  if (spin_sites() == 0 && !assume_all_spin_) return;
  step_.may_spin = is_among(spin_sites_, *context_, kind);
  step_.tracked = is_among(cycle_sites_, *context_, kind);
  if (spin_sites() > 0) step_.spin_kind = spinning_at(site_of(*context_, kind));
}

// What was found, not what is assumed.
SpinKind Machine::spinning_at(const SpinSite& site) const {
  if (cycle_sites_.contains(site)) return SpinKind::kSeveralSteps;
  return spin_sites_.contains(site) ? SpinKind::kOneStep : SpinKind::kNotSpinning;
}

bool Machine::is_among(const std::set<SpinSite>& sites, const ThreadContext& context, Kind kind) {
  return assume_all_spin_ || (!sites.empty() && sites.contains(site_of(context, kind)));
}

std::span<const std::byte> Machine::local_state(ThreadId thread) {
  const ThreadContext& context = *context_of_[index(thread)];
  const bool all = is_among(cycle_sites_, context, execution_->thread(thread).pending.kind);
  if (!all) return stack_of(context);
  const std::byte* const from = context.coroutine->stack_pointer();
  return {from, ProgramMemory::thread_locals_end(context.number)};
}

std::uint64_t Machine::local(ThreadId thread) {
  const auto sum = [&](std::span<const std::byte> all) {
    return program_memory_.fingerprint_of(all.data(), all.size()).low | 1;
  };
  return has_content_ids() ? memory_.stack_sum(*context_of_[index(thread)], sum)
                           : sum(local_state(thread));
}

// The local state, with thread-locals, can then only be compared in memory.
void Machine::track(ThreadId thread) {
  use_step_cache(false);
  const ThreadContext& context = *context_of_[index(thread)];
  add_cycle_site(site_of(context, execution_->thread(thread).pending.kind));
}

// How often a thread has published its blocks is a count, and no state.
Fingerprint Machine::shared_memory(ThreadId thread) {
  materialize();
  const std::size_t number = context_of_[index(thread)]->number;
  Heap* const heap = Heap::at(thread_region(number));
  const std::uint32_t published = heap->exchange_published(0);
  const Fingerprint all = program_memory_.fingerprint_without(number);
  (void)heap->exchange_published(published);
  return all;
}

std::uint64_t Machine::shared_memory_sum(ThreadId thread) {
  materialize();
  const std::size_t number = context_of_[index(thread)]->number;
  Heap* const heap = Heap::at(thread_region(number));
  const std::uint32_t published = heap->exchange_published(0);
  const std::uint64_t sum = program_memory_.checksum_without(number);
  (void)heap->exchange_published(published);
  return sum;
}

// A stack segment begins a little above what counts as in use.
// Data that was written since shows as a race, if each race ends its step.
bool Machine::may_precede(ThreadId thread, const Event& event) {
  if (!accesses_ || behaviour_.ignore_races || behaviour_.conflicts || race_judge_) return false;
  return !accesses_->is_ordered_after(thread, event, *execution_);
}

// Performs the step, compares, and restores. If time advances in it, the step is performed again
// with a leap of the clock: a thread that waits for a time acts differently then.
bool Machine::loops_back(ThreadId thread, const Outcome& outcome, std::uint32_t version) {
  materialize();
  memory_.forget_materialized();
  symmetry_.check_step(thread, outcome);
  // Recording on the way leaves data on the stack, so it is done here, too, and undone.
  const bool capturing = capture_;
  if (reply_log_ != nullptr) capture_ = false;
  InlineScheduler* const scheduler = std::exchange(inline_scheduler_, nullptr);
  heap_checker_.capture(false);
  in_trial_ = true;
  const std::uint32_t event = execution_->thread(thread).events;
  const CallFrames frames_before = capture_ ? frames_of(thread, event) : CallFrames();
  ThreadContext& context = *context_of_[index(thread)];
  clear_below_stack(context);  // a snapshot begins a little below
  cleared_below_ = true;
  if (unchanged_since_resume_ == resumes_ && external_state_ == nullptr) {
    program_memory_.snapshot_stack_top(before_trial_,
                                       context.number);  // earlier trials have changed nothing
  } else {
    program_memory_.snapshot(before_trial_);
  }
  execution_->snapshot(execution_before_trial_);
  clock_advanced_ = false;
  bool back = iteration_loops_back(thread, outcome, version);
  if (back && clock_advanced_) {
    leap_ = kLeap;
    back = iteration_loops_back(thread, outcome, version) && leap_ == 0;
    leap_ = 0;
  }
  if (capture_) record_location(thread, event, frames_before);
  capture_ = capturing;
  inline_scheduler_ = scheduler;
  heap_checker_.capture(capturing);
  in_trial_ = false;
  unchanged_since_resume_ = resumes_;
  return back;
}

// Afterwards everything is as before.
bool Machine::iteration_loops_back(ThreadId thread, const Outcome& outcome, std::uint32_t version) {
  const Operation wanted = execution_->thread(thread).pending;
  ThreadContext& context = *context_of_[index(thread)];
  const std::int64_t then = time_of(thread);
  if (accesses_) accesses_->begin_trial(thread, *execution_, outcome, version);
  if (external_state_ != nullptr) external_state_->note();
  resume(thread, outcome);
  while (step_.kind == Step::Kind::kOperation && is_pause(step_.operation.kind)) {
    if (accesses_) accesses_->pause_in_trial(thread, step_.operation);
    resume(thread, {});
  }
  const bool untouched = execution_->matches_snapshot(execution_before_trial_);
  bool back = untouched && step_.kind == Step::Kind::kOperation && step_.operation == wanted;
  if (back) {
    clear_below_stack(context);
    const auto same = [&](const std::byte* before, const std::byte* now, std::size_t size) {
      return is_same(thread, {before, size}, {now, size}, then);
    };
    back = program_memory_.matches_snapshot(before_trial_, context.number, same);
  }
  clock_advanced_ = time_of(thread) != then;
  if (!back || clock_advanced_) program_memory_.restore(before_trial_);
  // What was read before the newest version was written is no part of what happened.
  if (accesses_) accesses_->end_trial(back && version == execution_->version_of(wanted.object));
  if (external_state_ != nullptr) external_state_->restore();
  if (!untouched || execution_->notes().size() > execution_before_trial_.notes) {
    execution_->rewind(execution_before_trial_);
  }
  return back;
}

}  // namespace mcheck
