// SPDX-License-Identifier: MIT
#include "engine/runtime/loops/counted_loop.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "engine/platform/processor/raw_copy.hpp"

namespace mcheck {
namespace {

// A count, and copies of it that the compiler keeps in registers.
constexpr std::size_t kMaxWords = 8;
// A loop of more iterations is assumed to be endless.
constexpr std::uint64_t kMaxIterations = std::uint64_t{1} << 14;

std::uint64_t word_at(std::span<const std::byte> bytes, std::size_t at) {
  std::uint64_t word = 0;
  raw_copy(&word, bytes.data() + at, std::min(sizeof word, bytes.size() - at));
  return word;
}

// A hash of each place that differs, and by how much. 0: none, or too many.
std::uint64_t difference(std::span<const std::byte> before, std::span<const std::byte> now,
                         std::size_t most = kMaxWords) {
  constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15;
  constexpr std::size_t kBlock = 128;  // most of the stack is equal
  if (before.size() != now.size()) return 0;
  std::uint64_t hash = 0;
  std::size_t words = 0;
  for (std::size_t from = 0; from < now.size(); from += kBlock) {
    const std::size_t end = std::min(from + kBlock, now.size());
    if (raw_equal(before.data() + from, now.data() + from, end - from)) continue;
    for (std::size_t at = from; at < end; at += sizeof(std::uint64_t)) {
      const std::uint64_t step = word_at(now, at) - word_at(before, at);
      if (step == 0) continue;
      if (++words > most) return 0;
      hash = (std::rotl(hash, 23) ^ at) * kSpread;
      hash = (std::rotl(hash, 23) ^ step) * kSpread;
    }
  }
  return words == 0 ? 0 : hash | 1;
}

}  // namespace

std::uint64_t CountedLoop::difference_since(Machine& machine, const WatchedStep& then) {
  const ThreadContext& context = *machine.context_;
  if (machine.time_of(context.thread) != then.time) return 0;
  const std::span<const std::byte> now = machine.stack_of(context);
  std::span<const std::byte> before = then.stack;
  if (then.segment) before = machine.memory_.stack_in_segment(*then.segment, context);
  return difference(before, now);
}

CountedLoop::CountedLoop(Machine& machine, ThreadId thread)
    : machine_(machine),
      thread_(thread),
      context_(*machine.context_of_[index(thread)]),
      operation_(machine.execution_->thread(thread).pending),
      step_before_(machine.step_),
      time_(machine.time_of(thread)),
      event_(machine.execution_->thread(thread).events),
      capturing_(machine.capture_),
      inline_scheduler_(std::exchange(machine.inline_scheduler_, nullptr)) {
  machine.drop_content_ids();
  if (machine.reply_log_ != nullptr) machine.capture_ = false;
  if (machine.capture_) frames_before_ = machine.frames_of(thread, event_);
  machine.heap_checker_.capture(false);
  machine.in_trial_ = true;
  machine.clear_below_stack(context_);
  machine.program_memory_.snapshot(machine.before_trial_);
  machine.execution_->snapshot(machine.execution_before_trial_);
}

CountedLoop::~CountedLoop() {
  machine_.step_ = step_before_;
  if (machine_.capture_) machine_.record_location(thread_, event_, frames_before_);
  machine_.capture_ = capturing_;
  machine_.inline_scheduler_ = inline_scheduler_;
  machine_.heap_checker_.capture(capturing_);
  machine_.in_trial_ = false;
  machine_.unchanged_since_resume_ = 0;
}

void CountedLoop::begin(const Outcome& outcome, std::uint32_t version) {
  if (machine_.accesses_) {
    machine_.accesses_->begin_trial(thread_, *machine_.execution_, outcome, version);
  }
  if (machine_.external_state_ != nullptr) machine_.external_state_->note();
  save_stack();
}

void CountedLoop::restore() {
  machine_.program_memory_.restore(machine_.before_trial_);
  if (machine_.accesses_) machine_.accesses_->end_trial(false);
  if (machine_.external_state_ != nullptr) machine_.external_state_->restore();
  machine_.execution_->rewind(machine_.execution_before_trial_);
}

// False: the thread is somewhere else, or its clock has advanced.
bool CountedLoop::run_iteration(const Outcome& outcome) {
  machine_.resume(thread_, outcome);
  const Step& step = machine_.step_;
  while (step.kind == Step::Kind::kOperation && is_pause(step.operation.kind)) {
    if (judges_pauses_ && machine_.accesses_)
      machine_.accesses_->pause_in_trial(thread_, step.operation);
    machine_.resume(thread_, {});
  }
  return step.kind == Step::Kind::kOperation && step.operation == operation_ &&
         machine_.time_of(thread_) == time_ &&
         machine_.execution_->matches_snapshot(machine_.execution_before_trial_);
}

void CountedLoop::save_stack() {
  const std::span<const std::byte> stack = LazyMemory::stack_in_place(context_);
  stack_.resize(stack.size());
  raw_copy(stack_.data(), stack.data(), stack.size());
}

// Since the iteration began. Begins another.
std::uint64_t CountedLoop::take_difference() {
  const std::uint64_t delta = difference(stack_, LazyMemory::stack_in_place(context_));
  save_stack();
  return delta;
}

// Except for that many words of the thread's local state.
bool CountedLoop::equals_but_for_words(const ProgramMemory::Snapshot& then, std::size_t words) {
  machine_.clear_below_stack(context_);
  const auto same = [&](const std::byte* before, const std::byte* now, std::size_t size) {
    return raw_equal(before, now, size) || difference({before, size}, {now, size}, words) != 0;
  };
  return machine_.program_memory_.matches_snapshot(then, context_.number, same);
}

// All memory is compared only now and then: other threads see none of it before the last iteration.
std::uint64_t CountedLoop::count(const Outcome& outcome, std::uint32_t version) {
  begin(outcome, version);
  std::uint64_t iterations = 0;
  std::uint64_t delta = 0;
  while (iterations < kMaxIterations && run_iteration(outcome)) {
    const std::uint64_t now = take_difference();
    if (now == 0 || (iterations > 0 && now != delta)) break;
    delta = now;
    if (std::has_single_bit(iterations + 1) &&
        !equals_but_for_words(machine_.before_trial_, kMaxWords))
      break;
    ++iterations;
  }
  restore();
  return iterations < kMaxIterations ? iterations : 0;
}

bool CountedLoop::run_iterations(std::uint64_t iterations, const Outcome& outcome,
                                 std::uint32_t version) {
  begin(outcome, version);
  bool equal = true;
  for (std::uint64_t i = 0; i < iterations && equal; ++i) equal = run_iteration(outcome);
  equal = equal && equals_but_for_words(machine_.before_trial_, kMaxWords);
  if (!equal) {
    restore();
    return false;
  }
  if (machine_.accesses_) machine_.accesses_->end_trial(true);
  return true;
}

// What an iteration reads orders what the thread accesses afterwards.
std::uint64_t CountedLoop::iteration_difference(const Outcome& outcome, std::uint32_t version) {
  if (machine_.accesses_) {
    machine_.accesses_->begin_trial(thread_, *machine_.execution_, outcome, version);
  }
  return run_iteration(outcome) ? take_difference() : 0;
}

// The stack holds what the iteration before has read: only an iteration after one that has read the
// same shows the count.
CountedLoop::Exit CountedLoop::exit_with(const Outcome& outcome, std::uint32_t version) {
  std::uint64_t delta = iteration_difference(outcome, version);
  if (delta != 0) delta = iteration_difference(outcome, version);
  return {.kind = machine_.step_.kind, .operation = machine_.step_.operation, .counted_by = delta};
}

// How many iterations that read the older version follow each other, up to the maximum.
std::uint64_t CountedLoop::iterations_left(const Executor::LoopExit& exit, std::uint64_t most) {
  begin(exit.older, exit.older_version);
  std::uint64_t iterations = 0;
  while (iterations < most && run_iteration(exit.older)) ++iterations;
  restore();
  return iterations;
}

// A step that is one more iteration must change the count as the others do, whatever it has read.
// REQUIRES: that many iterations are left, and two more.
bool CountedLoop::exits_equal_after(std::uint64_t iterations, const Executor::LoopExit& exit) {
  constexpr std::size_t kMaxLeft = 64;
  const std::uint32_t version = machine_.execution_->version_of(operation_.object);
  begin(exit.older, exit.older_version);
  for (std::uint64_t i = 1; i < iterations; ++i) run_iteration(exit.older);
  save_stack();
  const std::uint64_t delta = iteration_difference(exit.older, exit.older_version);
  const Exit later = exit_with(exit.next, version);
  ProgramMemory::Snapshot then;
  machine_.clear_below_stack(context_);
  machine_.program_memory_.snapshot(then);
  const bool is_operation = later.kind == Step::Kind::kOperation;
  bool same = !is_operation || differs_by_count(LazyMemory::stack_in_place(context_), iterations);
  restore();
  begin(exit.next, version);
  const Exit now = exit_with(exit.next, version);
  same = same && later.kind == now.kind && later.counted_by == now.counted_by &&
         (now.counted_by == 0 || now.counted_by == delta);
  same = same && (!is_operation || now.operation == later.operation);
  same = same && equals_but_for_words(then, kMaxLeft);
  restore();
  return same;
}

// Each word of the stack changes linearly with the iterations: its value after two, and the
// difference of four from that, determine what it must be.
bool CountedLoop::differs_by_count(std::span<const std::byte> stack, std::uint64_t iterations) {
  if (iterations == 2) {
    stack_after_two_.assign(stack.begin(), stack.end());
    return true;
  }
  if (stack.size() != stack_after_two_.size()) return false;
  if (iterations == 4) stack_after_four_.assign(stack.begin(), stack.end());
  for (std::size_t at = 0; at < stack.size(); at += sizeof(std::uint64_t)) {
    const std::uint64_t delta = word_at(stack, at) - word_at(stack_after_two_, at);
    const std::uint64_t delta_of_two =
        word_at(stack_after_four_, at) - word_at(stack_after_two_, at);
    if (delta * 2 != delta_of_two * (iterations - 2)) return false;
  }
  return true;
}

// After two iterations, four, eight …, and at the end of the loop: code that uses the count, such
// as a back-off, differs there. At most kMaxCompared iterations in a search; then after two only.
bool CountedLoop::compare_exits(const Executor::LoopExit& exit) {
  constexpr std::uint64_t kMaxCompared = std::uint64_t{1} << 20;
  CountedLoopFindings& loops = machine_.counted_loops_;
  judges_pauses_ = true;
  const bool compares_all = loops.compared < kMaxCompared;
  const std::uint64_t left = iterations_left(exit, compares_all ? kMaxIterations : 4);
  if (left < 4) return left > 0;
  loops.compared += left;
  const std::uint64_t last = left > 6 && compares_all ? left - 2 : 2;
  bool same = true;
  for (std::uint64_t iterations = 2; same && iterations <= last; iterations *= 2) {
    loops.compared += iterations;
    same = exits_equal_after(iterations, exit);
  }
  if (!same || (last > 2 && !exits_equal_after(last, exit))) loops.exits_differ = true;
  return true;
}

std::uint64_t Machine::run_counted_loop(ThreadId thread, const Outcome& outcome,
                                        std::uint32_t version) {
  constexpr std::uint64_t kLastIterations =
      2;  // explored as the first two are: they may be special
  CountedLoop loop(*this, thread);
  const std::uint64_t iterations = loop.count(outcome, version);
  if (iterations < behaviour_.max_explored_iterations ||
      !loop.run_iterations(iterations - kLastIterations, outcome, version))
    return 0;
  symmetry_.note_observed("a loop counts its iterations");
  counted_loops_.sites.insert(
      site_of(*context_of_[index(thread)], execution_->thread(thread).pending.kind));
  return iterations;
}

bool Machine::compare_loop_exits(ThreadId thread, const LoopExit& exit) {
  const Kind kind = execution_->thread(thread).pending.kind;
  if (!counted_loops_.sites.contains(site_of(*context_of_[index(thread)], kind))) return true;
  return CountedLoop(*this, thread).compare_exits(exit);
}

}  // namespace mcheck
