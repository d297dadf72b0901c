// SPDX-License-Identifier: MIT
// Finds whether a spinning thread loops back to its state: docs/algorithms/spin_loops.md.
#include <algorithm>
#include <utility>

#include "engine/platform/raw_copy.hpp"
#include "engine/platform/wide.hpp"
#include "engine/runtime/counted_turns.hpp"
#include "engine/runtime/machine.hpp"
#include "engine/runtime/own_time.hpp"
#include "engine/world/heap.hpp"

namespace mcheck {
namespace {

// What is cleared in any case, and how many zeros below it end the clearing.
constexpr std::ptrdiff_t kSwept = 2 << 10;
constexpr std::ptrdiff_t kLook = 1 << 10;

bool all_zero(const std::byte* from, std::ptrdiff_t size) {
  static constexpr std::byte kZero[kLook]{};
  return raw_equal(from, kZero, static_cast<std::size_t>(size));
}

void sweep(std::byte* bottom, std::byte* end) {
  std::byte* begin = end;
  do {
    const std::ptrdiff_t more = std::min(kSwept, begin - bottom);
    raw_fill(begin -= more, 0, static_cast<std::size_t>(more));
  } while (begin - bottom >= kLook && !all_zero(begin - kLook, kLook));
}

}  // namespace

PollingSite Machine::site_of(const Resident& resident, Kind kind) {
  return {kind, static_cast<std::ptrdiff_t>(stack_of(resident).size())};
}

// Below the used part of a stack there is data of other executions. In unset variables it could
// make two iterations of a loop differ in one execution and not in the next. Most often all of it
// was cleared when the thread suspended.
void Machine::sweep_below(const Resident& resident) {
  std::byte* const end = resident.coroutine->stack_pointer();
  std::byte* const bottom = place(resident.number).stack_begin();
  if (end == bottom) return;
  if (end - bottom >= kSwept + kLook + static_cast<std::ptrdiff_t>(kWide)) {
    std::byte* const from = aligned_to_wide(end - kSwept - kLook);
    const auto size = static_cast<std::size_t>(end - from);
    const std::size_t zeros = seen_zeros(from, size);
    if (zeros == size) return;
    if (zeros >= kLook) return raw_fill(from + zeros, 0, size - zeros);
  }
  sweep(bottom, end);
}

// Recording a location goes deep down the stack and leaves different data each time. Later frames
// of the program lie there, with gaps: two iterations of a loop would differ where locations are
// recorded, and be equal where they are not.
void Machine::leave_no_traces() {
  struct Unused {
    std::byte* bottom;
    std::byte* end;
  };
  constexpr std::ptrdiff_t kCall = 512;  // what the call of the clearing function takes, and more
  auto* const here = static_cast<std::byte*>(__builtin_frame_address(0));
  std::byte* const bottom = place(resident_->number).stack_begin();
  const bool is_on_own_stack = here >= bottom && here < resident_->stack_end;
  if (!is_on_own_stack) return;  // the bounds of another stack are unknown
  Unused unused{.bottom = bottom, .end = here - kCall};
  const auto there = [](void* it) {
    const Unused all = *static_cast<Unused*>(it);
    if (all.end - all.bottom > kSwept) sweep(all.bottom, all.end);
  };
  aside_.call(there, &unused);
}

// The used part.
std::span<const std::byte> Machine::stack_of(const Resident& resident) {
  if (!is_known()) return KnownMemory::stack_there(resident);
  return memory_.stack_in(memory_.stack_of(resident), resident);
}

// Copies the used part of the stack; registers are saved on it, too.
void Machine::watch(ThreadId thread) {
  Resident& resident = *resident_of_[index(thread)];
  watch_.resident = &resident;
  watch_.operation = execution_->thread(thread).pending;
  watch_.time = time_of(thread);
  watch_.only_counts = execution_->thread(thread).may_spin;
  watch_.piece.reset();
  if (is_known()) {
    watch_.piece = memory_.stack_of(resident);
    return;
  }
  const std::span<const std::byte> stack = KnownMemory::stack_there(resident);
  watch_.stack.resize(stack.size());
  raw_copy(watch_.stack.data(), stack.data(), stack.size());
}

bool Machine::stack_is(const Resident& resident, const WatchedStep& then) {
  if (then.piece && is_known() && memory_.stack_of(resident) == *then.piece) return true;
  const std::span<const std::byte> now = stack_of(resident);
  std::span<const std::byte> before = then.stack;
  if (then.piece) before = memory_.stack_in(*then.piece, resident);
  return now.size() == before.size() && is_same(resident.thread, before, now, then.time);
}

// The thread that has just run is suspended: records in the step what is known of that site.
void Machine::note_return() {
  step_.may_spin = step_.came_back = step_.tracked = false;
  step_.polling = Polling::kNo;
  step_.counted_by = 0;
  Resident* const watched = std::exchange(watch_.resident, nullptr);
  if (step_.kind != Step::Kind::kOperation) return;
  const Kind kind = step_.operation.kind;
  if (watched == resident_ && is_pause(kind)) watch_.resident = watched;
  if (!can_poll(kind)) return;
  if (watched == resident_ && step_.operation == watch_.operation) {
    const bool same = stack_is(*resident_, watch_);
    step_.came_back = same && !watch_.only_counts && !suspect_none_;
    if (step_.came_back) add_polled(site_of(*resident_, kind));
    if (!same) step_.counted_by = CountedTurns::since(*this, watch_);
  }
  if (suspect_none_) return;
  if (polling_places() == 0 && !suspect_all_) return;
  step_.may_spin = is_among(polled_from_, *resident_, kind);
  step_.tracked = is_among(circled_through_, *resident_, kind);
  if (polling_places() > 0) step_.polling = polling_at(site_of(*resident_, kind));
}

// What was found, not what is assumed.
Polling Machine::polling_at(const PollingSite& site) const {
  if (circled_through_.contains(site)) return Polling::kCircles;
  return polled_from_.contains(site) ? Polling::kTurns : Polling::kNo;
}

bool Machine::is_among(const std::set<PollingSite>& sites, const Resident& resident, Kind kind) {
  return suspect_all_ || (!sites.empty() && sites.contains(site_of(resident, kind)));
}

std::span<const std::byte> Machine::own(ThreadId thread) {
  const Resident& resident = *resident_of_[index(thread)];
  const bool all = is_among(circled_through_, resident, execution_->thread(thread).pending.kind);
  if (!all) return stack_of(resident);
  const std::byte* const from = resident.coroutine->stack_pointer();
  return {from, World::thread_locals_end(resident.number)};
}

std::uint64_t Machine::local(ThreadId thread) {
  const auto sum = [&](std::span<const std::byte> all) {
    return world_.fingerprint_of(all.data(), all.size()).low | 1;
  };
  return is_known() ? memory_.sum_of_stack(*resident_of_[index(thread)], sum) : sum(own(thread));
}

// The local state, with thread-locals, can then only be compared in memory.
void Machine::track(ThreadId thread) {
  know_steps(false);
  const Resident& resident = *resident_of_[index(thread)];
  add_circled(site_of(resident, execution_->thread(thread).pending.kind));
}

// How often a thread has published its blocks is a count, and no state.
Fingerprint Machine::outside(ThreadId thread) {
  make_real();
  const std::size_t number = resident_of_[index(thread)]->number;
  Heap* const heap = Heap::at(place(number));
  const std::uint32_t published = heap->exchange_published(0);
  const Fingerprint all = world_.fingerprint_without(number);
  (void)heap->exchange_published(published);
  return all;
}

std::uint64_t Machine::outside_sum(ThreadId thread) {
  make_real();
  const std::size_t number = resident_of_[index(thread)]->number;
  Heap* const heap = Heap::at(place(number));
  const std::uint32_t published = heap->exchange_published(0);
  const std::uint64_t sum = world_.sum_without(number);
  (void)heap->exchange_published(published);
  return sum;
}

// A stack segment begins a little above what counts as in use.
std::optional<Fingerprint> Machine::whole() {
  make_real();
  tried_after_ = 0;
  for (const ThreadRecord& record : execution_->threads()) {
    if (record.status == ThreadRecord::Status::kReady) sweep_below(*resident_of_[index(record.id)]);
  }
  // How often threads have published their blocks is a count, and no state.
  std::vector<std::pair<Heap*, std::uint32_t>> published;
  for (const ThreadRecord& record : execution_->threads()) {
    Heap* const heap = Heap::at(place(resident_of_[index(record.id)]->number));
    published.emplace_back(heap, heap->exchange_published(0));
  }
  const Fingerprint fingerprint = world_.fingerprint();
  for (const auto& [heap, count] : published) (void)heap->exchange_published(count);
  return fingerprint;
}

// Data that was written since shows as a race, if each race ends its step.
bool Machine::may_precede(ThreadId thread, const Event& event) {
  if (!accesses_ || behaviour_.ignore_races || behaviour_.conflicts || race_judge_) return false;
  return !accesses_->has_seen(thread, event, *execution_);
}

// Performs the step, compares, and restores. If time advances in it, the step is performed again
// with a leap of the clock: a thread that waits for a time acts differently then.
bool Machine::leads_back(ThreadId thread, const Outcome& outcome, std::uint32_t version) {
  make_real();
  memory_.changes();
  // Recording on the way leaves data on the stack, so it is done here, too, and undone.
  const bool capturing = capture_;
  if (journal_ != nullptr) capture_ = false;
  Decider* const decider = std::exchange(decider_, nullptr);
  heap_watch_.capture(false);
  trying_ = true;
  const std::uint32_t event = execution_->thread(thread).events;
  const CallFrames noted = capture_ ? frames_of(thread, event) : CallFrames();
  Resident& resident = *resident_of_[index(thread)];
  sweep_below(resident);  // a snapshot begins a little below
  swept_ = true;
  if (tried_after_ == resumes_ && surroundings_ == nullptr) {
    world_.save_below(before_try_, resident.number);  // earlier trials have changed nothing
  } else {
    world_.save(before_try_);
  }
  execution_->mark(mark_before_try_);
  time_passed_ = false;
  bool back = turn_leads_back(thread, outcome, version);
  if (back && time_passed_) {
    leap_ = kLeap;
    back = turn_leads_back(thread, outcome, version) && leap_ == 0;
    leap_ = 0;
  }
  if (capture_) keep_place(thread, event, noted);
  capture_ = capturing;
  decider_ = decider;
  heap_watch_.capture(capturing);
  trying_ = false;
  tried_after_ = resumes_;
  return back;
}

// Afterwards everything is as before.
bool Machine::turn_leads_back(ThreadId thread, const Outcome& outcome, std::uint32_t version) {
  const Operation wanted = execution_->thread(thread).pending;
  Resident& resident = *resident_of_[index(thread)];
  const std::int64_t then = time_of(thread);
  if (accesses_) accesses_->begin_try(thread, *execution_, outcome, version);
  if (surroundings_ != nullptr) surroundings_->note();
  resume(thread, outcome);
  while (step_.kind == Step::Kind::kOperation && is_pause(step_.operation.kind)) {
    if (accesses_) accesses_->pause_in_try(thread, step_.operation);
    resume(thread, {});
  }
  const bool untouched = execution_->is_at(mark_before_try_);
  bool back = untouched && step_.kind == Step::Kind::kOperation && step_.operation == wanted;
  if (back) {
    sweep_below(resident);
    const auto same = [&](const std::byte* before, const std::byte* now, std::size_t size) {
      return is_same(thread, {before, size}, {now, size}, then);
    };
    back = world_.is_at(before_try_, resident.number, same);
  }
  time_passed_ = time_of(thread) != then;
  if (!back || time_passed_) world_.restore(before_try_);
  // What was read before the newest version was written is no part of what happened.
  if (accesses_) accesses_->end_try(back && version == execution_->version_of(wanted.object));
  if (surroundings_ != nullptr) surroundings_->take_back();
  if (!untouched || execution_->notes().size() > mark_before_try_.notes) {
    execution_->rewind(mark_before_try_);
  }
  return back;
}

}  // namespace mcheck
