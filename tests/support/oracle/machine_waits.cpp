// SPDX-License-Identifier: MIT
// Statements with several steps, between which other threads may run.
#include "tests/support/oracle/machine.hpp"

namespace table {

// Enqueue, release the mutex, [be woken], or, if timed, leave; lock the mutex again.
Effect Machine::wait(int t, const Statement& s) {
  Thread& thread = threads_[static_cast<std::size_t>(t)];
  const auto o = static_cast<std::size_t>(s.object);
  const int condition = object_of(Family::kCondition, s);
  const int mutex = static_cast<int>(Family::kMutex) * kObjects;
  switch (thread.part++) {
    case 0: queue_[o] |= bit(t); return {.object = condition, .use = Use::kChanges};
    case 1: mutex_[0] = -1; return {.object = mutex, .use = Use::kChanges, .releases = true};
    case 2: {
      const bool woken = thread.woken;
      thread.woken = false;
      thread.r[static_cast<std::size_t>(s.reg)] = woken ? 1 : 0;
      queue_[o] &= static_cast<std::uint8_t>(~bit(t));
      return {.object = condition, .use = woken ? Use::kReads : Use::kChanges};
    }
    default:
      mutex_[0] = static_cast<std::int8_t>(t);
      next_statement(t);
      return {.object = mutex, .use = Use::kChanges, .acquires = true};
  }
}

// Reads, and sleeps if the value is still the old one; after a wake-up it reads again.
Effect Machine::wait_for_change(int t, const Statement& s) {
  const auto o = static_cast<std::size_t>(s.object);
  const int object = object_of(Family::kAtomic, s);
  if (x_[o] != s.v) {
    next_statement(t);
    return {.object = object};
  }
  asleep_[o] |= bit(t);
  threads_[static_cast<std::size_t>(t)].part = 1;
  return {.object = object, .use = Use::kChanges};
}

// The last to arrive begins the next phase; the others wait for that.
Effect Machine::pass_barrier(int t, const Statement& s) {
  Thread& thread = threads_[static_cast<std::size_t>(t)];
  const auto o = static_cast<std::size_t>(s.object);
  const int object = object_of(Family::kBarrier, s);
  switch (thread.part) {
    case 0:
      thread.phase = phase_[o];
      thread.part = --still_expected_[o] == 0 ? 1 : 2;
      return {.object = object,
              .use = Use::kChanges,
              .acquires = thread.part == 1,
              .releases = true,
              .phase = thread.phase};
    case 1:
      still_expected_[o] = static_cast<std::int16_t>(program_->participants[o]);
      ++phase_[o];
      next_statement(t);
      return {.object = object, .use = Use::kChanges, .releases = true, .phase = thread.phase};
    default: next_statement(t); return {.object = object, .acquires = true, .phase = thread.phase};
  }
}

Effect Machine::call_once(int t, const Statement& s) {
  Thread& thread = threads_[static_cast<std::size_t>(t)];
  const auto o = static_cast<std::size_t>(s.object);
  std::int16_t& r = thread.r[static_cast<std::size_t>(s.reg)];
  const int object = object_of(Family::kOnce, s);
  constexpr std::uint8_t kNotYet = 0, kRunning = 1, kCalled = 2;
  if (thread.part == 1) {
    once_[o] = s.word == Word::kOnce ? kCalled : kNotYet;
    next_statement(t);
    return {.object = object, .use = Use::kChanges, .releases = true};
  }
  if (once_[o] == kCalled) {
    r = 0;
    next_statement(t);
    return {.object = object, .acquires = true};
  }
  r = 1;
  once_[o] = kRunning;
  thread.part = 1;
  return {.object = object, .use = Use::kChanges, .acquires = true};
}

}  // namespace table
