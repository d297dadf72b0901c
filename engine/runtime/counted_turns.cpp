// SPDX-License-Identifier: MIT
#include "engine/runtime/counted_turns.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "engine/platform/raw_copy.hpp"

namespace mcheck {
namespace {

// A count, and copies of it that the compiler keeps in registers.
constexpr std::size_t kMostWords = 8;
// A loop of more iterations is assumed to be endless.
constexpr std::uint64_t kMostTurns = std::uint64_t{1} << 14;

std::uint64_t word_at(std::span<const std::byte> bytes, std::size_t at) {
  std::uint64_t word = 0;
  raw_copy(&word, bytes.data() + at, std::min(sizeof word, bytes.size() - at));
  return word;
}

// A hash of each place that differs, and by how much. 0: none, or too many.
std::uint64_t difference(std::span<const std::byte> before, std::span<const std::byte> now,
                         std::size_t most = kMostWords) {
  constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15;
  if (before.size() != now.size()) return 0;
  std::uint64_t hash = 0;
  std::size_t words = 0;
  for (std::size_t at = 0; at < now.size(); at += sizeof(std::uint64_t)) {
    const std::uint64_t step = word_at(now, at) - word_at(before, at);
    if (step == 0) continue;
    if (++words > most) return 0;
    hash = (std::rotl(hash, 23) ^ at) * kSpread;
    hash = (std::rotl(hash, 23) ^ step) * kSpread;
  }
  return words == 0 ? 0 : hash | 1;
}

}  // namespace

std::uint64_t CountedTurns::since(Machine& machine, const WatchedStep& then) {
  const Resident& resident = *machine.resident_;
  if (machine.time_of(resident.thread) != then.time) return 0;
  const std::span<const std::byte> now = machine.stack_of(resident);
  std::span<const std::byte> before = then.stack;
  if (then.piece) before = machine.memory_.stack_in(*then.piece, resident);
  return difference(before, now);
}

CountedTurns::CountedTurns(Machine& machine, ThreadId thread)
    : machine_(machine),
      thread_(thread),
      resident_(*machine.resident_of_[index(thread)]),
      wanted_(machine.execution_->thread(thread).pending),
      announced_(machine.step_),
      time_(machine.time_of(thread)),
      event_(machine.execution_->thread(thread).events),
      capturing_(machine.capture_),
      decider_(std::exchange(machine.decider_, nullptr)) {
  machine.leave_state();
  if (machine.journal_ != nullptr) machine.capture_ = false;
  if (machine.capture_) noted_ = machine.frames_of(thread, event_);
  machine.heap_watch_.capture(false);
  machine.trying_ = true;
  machine.sweep_below(resident_);
  machine.world_.save(machine.before_try_);
  machine.execution_->mark(machine.mark_before_try_);
}

CountedTurns::~CountedTurns() {
  machine_.step_ = announced_;
  if (machine_.capture_) machine_.keep_place(thread_, event_, noted_);
  machine_.capture_ = capturing_;
  machine_.decider_ = decider_;
  machine_.heap_watch_.capture(capturing_);
  machine_.trying_ = false;
  machine_.tried_after_ = 0;
}

void CountedTurns::begin(const Outcome& outcome, std::uint32_t version) {
  if (machine_.accesses_) {
    machine_.accesses_->begin_try(thread_, *machine_.execution_, outcome, version);
  }
  if (machine_.surroundings_ != nullptr) machine_.surroundings_->note();
  keep_stack();
}

void CountedTurns::take_back() {
  machine_.world_.restore(machine_.before_try_);
  if (machine_.accesses_) machine_.accesses_->end_try(false);
  if (machine_.surroundings_ != nullptr) machine_.surroundings_->take_back();
  machine_.execution_->rewind(machine_.mark_before_try_);
}

// False: the thread is somewhere else, or its clock has advanced.
bool CountedTurns::turn(const Outcome& outcome) {
  machine_.resume(thread_, outcome);
  const Step& step = machine_.step_;
  while (step.kind == Step::Kind::kOperation && is_pause(step.operation.kind)) {
    if (orders_ && machine_.accesses_) machine_.accesses_->pause_in_try(thread_, step.operation);
    machine_.resume(thread_, {});
  }
  return step.kind == Step::Kind::kOperation && step.operation == wanted_ &&
         machine_.time_of(thread_) == time_ &&
         machine_.execution_->is_at(machine_.mark_before_try_);
}

void CountedTurns::keep_stack() {
  const std::span<const std::byte> stack = KnownMemory::stack_there(resident_);
  stack_.resize(stack.size());
  raw_copy(stack_.data(), stack.data(), stack.size());
}

// Since the iteration began. Begins another.
std::uint64_t CountedTurns::note_difference() {
  const std::uint64_t by = difference(stack_, KnownMemory::stack_there(resident_));
  keep_stack();
  return by;
}

// Except for that many words of the thread's local state.
bool CountedTurns::is_like(const World::Save& then, std::size_t words) {
  machine_.sweep_below(resident_);
  const auto same = [&](const std::byte* before, const std::byte* now, std::size_t size) {
    return raw_equal(before, now, size) || difference({before, size}, {now, size}, words) != 0;
  };
  return machine_.world_.is_at(then, resident_.number, same);
}

// All memory is compared only now and then: other threads see none of it before the last iteration.
std::uint64_t CountedTurns::count(const Outcome& outcome, std::uint32_t version) {
  begin(outcome, version);
  std::uint64_t turns = 0;
  std::uint64_t by = 0;
  while (turns < kMostTurns && turn(outcome)) {
    const std::uint64_t now = note_difference();
    if (now == 0 || (turns > 0 && now != by)) break;
    by = now;
    if (std::has_single_bit(turns + 1) && !is_like(machine_.before_try_, kMostWords)) break;
    ++turns;
  }
  take_back();
  return turns < kMostTurns ? turns : 0;
}

bool CountedTurns::take(std::uint64_t turns, const Outcome& outcome, std::uint32_t version) {
  begin(outcome, version);
  bool alike = true;
  for (std::uint64_t i = 0; i < turns && alike; ++i) alike = turn(outcome);
  alike = alike && is_like(machine_.before_try_, kMostWords);
  if (!alike) {
    take_back();
    return false;
  }
  if (machine_.accesses_) machine_.accesses_->end_try(true);
  return true;
}

// What an iteration reads orders what the thread accesses afterwards.
std::uint64_t CountedTurns::turn_by(const Outcome& outcome, std::uint32_t version) {
  if (machine_.accesses_) {
    machine_.accesses_->begin_try(thread_, *machine_.execution_, outcome, version);
  }
  return turn(outcome) ? note_difference() : 0;
}

// The stack holds what the iteration before has read: only an iteration after one that has read the
// same shows the count.
CountedTurns::Exit CountedTurns::exit_with(const Outcome& outcome, std::uint32_t version) {
  std::uint64_t by = turn_by(outcome, version);
  if (by != 0) by = turn_by(outcome, version);
  return {.kind = machine_.step_.kind, .operation = machine_.step_.operation, .counted_by = by};
}

// How many iterations that read the older version follow each other, up to the maximum.
std::uint64_t CountedTurns::turns_left(const Executor::LoopExit& exit) {
  begin(exit.older, exit.older_version);
  std::uint64_t turns = 0;
  while (turns < kMostTurns && turn(exit.older)) ++turns;
  take_back();
  return turns;
}

// A step that is one more iteration must change the count as the others do, whatever it has read.
// REQUIRES: that many iterations are left, and two more.
bool CountedTurns::exits_alike_after(std::uint64_t turns, const Executor::LoopExit& exit) {
  constexpr std::size_t kMostLeft = 64;
  const std::uint32_t version = machine_.execution_->version_of(wanted_.object);
  begin(exit.older, exit.older_version);
  for (std::uint64_t i = 1; i < turns; ++i) turn(exit.older);
  keep_stack();
  const std::uint64_t by = turn_by(exit.older, exit.older_version);
  const Exit later = exit_with(exit.next, version);
  World::Save then;
  machine_.sweep_below(resident_);
  machine_.world_.save(then);
  const bool operates = later.kind == Step::Kind::kOperation;
  bool same = !operates || differs_as_count(KnownMemory::stack_there(resident_), turns);
  take_back();
  begin(exit.next, version);
  const Exit now = exit_with(exit.next, version);
  same = same && later.kind == now.kind && later.counted_by == now.counted_by &&
         (now.counted_by == 0 || now.counted_by == by);
  same = same && (!operates || now.operation == later.operation);
  same = same && is_like(then, kMostLeft);
  take_back();
  return same;
}

// Each word of the stack changes linearly with the iterations: its value after two, and the
// difference of four from that, determine what it must be.
bool CountedTurns::differs_as_count(std::span<const std::byte> stack, std::uint64_t turns) {
  if (turns == 2) {
    after_two_.assign(stack.begin(), stack.end());
    return true;
  }
  if (stack.size() != after_two_.size()) return false;
  if (turns == 4) after_four_.assign(stack.begin(), stack.end());
  for (std::size_t at = 0; at < stack.size(); at += sizeof(std::uint64_t)) {
    const std::uint64_t by = word_at(stack, at) - word_at(after_two_, at);
    const std::uint64_t by_two = word_at(after_four_, at) - word_at(after_two_, at);
    if (by * 2 != by_two * (turns - 2)) return false;
  }
  return true;
}

// After two iterations, four, eight …, and at the end of the loop: code that uses the count, such
// as a back-off, differs there. At most kMaxCompared iterations in a search; then after two only.
bool CountedTurns::compare_exits(const Executor::LoopExit& exit) {
  constexpr std::uint64_t kMostCompared = std::uint64_t{1} << 20;
  CountedLoops& loops = machine_.counted_;
  orders_ = true;
  const std::uint64_t left = turns_left(exit);
  if (left < 4) return left > 0;
  loops.compared += left;
  const std::uint64_t last = left > 6 && loops.compared < kMostCompared ? left - 2 : 2;
  bool same = true;
  for (std::uint64_t turns = 2; same && turns <= last; turns *= 2) {
    loops.compared += turns;
    same = exits_alike_after(turns, exit);
  }
  if (!same || (last > 2 && !exits_alike_after(last, exit))) loops.exits_differ = true;
  return true;
}

std::uint64_t Machine::run_counted_loop(ThreadId thread, const Outcome& outcome,
                                        std::uint32_t version) {
  constexpr std::uint64_t kLast = 2;  // explored as the first two are: they may be special
  CountedTurns loop(*this, thread);
  const std::uint64_t turns = loop.count(outcome, version);
  if (turns < behaviour_.few_turns || !loop.take(turns - kLast, outcome, version)) return 0;
  counted_.sites.insert(
      site_of(*resident_of_[index(thread)], execution_->thread(thread).pending.kind));
  return turns;
}

bool Machine::compare_loop_exits(ThreadId thread, const LoopExit& exit) {
  const Kind kind = execution_->thread(thread).pending.kind;
  if (!counted_.sites.contains(site_of(*resident_of_[index(thread)], kind))) return true;
  return CountedTurns(*this, thread).compare_exits(exit);
}

}  // namespace mcheck
