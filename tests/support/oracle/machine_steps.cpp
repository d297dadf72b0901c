// SPDX-License-Identifier: MIT
// Statements with one step.
#include "tests/support/oracle/machine.hpp"

namespace table {

Effect Machine::perform(int t, const Statement& s, int way) {
  if (is_acquire(s.word)) return acquire(t, s, way);
  switch (s.word) {
    case Word::kWait: return wait(t, s);
    case Word::kAtomicWait: return wait_for_change(t, s);
    case Word::kArriveAndWait: return pass_barrier(t, s);
    case Word::kOnce:
    case Word::kOnceFail: return call_once(t, s);
    default: break;
  }
  next_statement(t);
  switch (s.word) {
    case Word::kUnlock:
    case Word::kRecursiveUnlock:
    case Word::kReadUnlock:
    case Word::kWriteUnlock:
    case Word::kRelease: return release(t, s);
    case Word::kNotify:
    case Word::kNotifyAll:
    case Word::kAtomicNotify:
    case Word::kAtomicNotifyAll: return notify(s, way);
    case Word::kCountDown:
    case Word::kLatchWait:
    case Word::kLatchTryWait:
    case Word::kEventSet:
    case Word::kEventPoll: return count(t, s);
    case Word::kGateOpen:
    case Word::kGateArrive:
    case Word::kGateWait:
    case Word::kGateTake: return pass_gate(t, s);
    default: return access(t, s, way);
  }
}

Effect Machine::acquire(int t, const Statement& s, int way) {
  const auto o = static_cast<std::size_t>(s.object);
  const auto owner = static_cast<std::int8_t>(t);
  const bool taken = is_free(t, s) && way == 0;
  if (is_try(s.word) || s.call_mode == CallMode::kTimed) {
    threads_[static_cast<std::size_t>(t)].r[static_cast<std::size_t>(s.reg)] = taken ? 1 : 0;
  }
  next_statement(t);
  Effect effect{.use = taken ? Use::kChanges : Use::kReads, .label = way, .acquires = taken};
  switch (s.word) {
    case Word::kLock:
    case Word::kTryLock:
      effect.object = object_of(Family::kMutex, s);
      if (taken) mutex_[o] = owner;
      break;
    case Word::kRecursiveLock:
    case Word::kRecursiveTryLock:
      effect.object = object_of(Family::kRecursive, s);
      if (taken) recursive_[o] = owner, ++depth_[o];
      break;
    case Word::kReadLock:
    case Word::kTryReadLock:
      effect.object = object_of(Family::kShared, s);
      if (taken) readers_[o] |= bit(t), effect.use = Use::kCommutes;
      break;
    case Word::kWriteLock:
    case Word::kTryWriteLock:
      effect.object = object_of(Family::kShared, s);
      if (taken) writer_[o] = owner;
      break;
    default:
      effect.object = object_of(Family::kSemaphore, s);
      if (taken) --permits_[o];
      break;
  }
  return effect;
}

Effect Machine::release(int t, const Statement& s) {
  const auto o = static_cast<std::size_t>(s.object);
  switch (s.word) {
    case Word::kUnlock:
      mutex_[o] = -1;
      return {.object = object_of(Family::kMutex, s), .use = Use::kChanges, .releases = true};
    case Word::kRecursiveUnlock:
      if (--depth_[o] == 0) recursive_[o] = -1;
      return {.object = object_of(Family::kRecursive, s), .use = Use::kChanges, .releases = true};
    case Word::kReadUnlock:
      readers_[o] &= static_cast<std::uint8_t>(~bit(t));
      return {.object = object_of(Family::kShared, s), .use = Use::kCommutes, .releases = true};
    case Word::kWriteUnlock:
      writer_[o] = -1;
      return {.object = object_of(Family::kShared, s), .use = Use::kChanges, .releases = true};
    default:
      ++permits_[o];
      return {.object = object_of(Family::kSemaphore, s), .use = Use::kCommutes, .releases = true};
  }
}

// Memory, and a choice. A store of the current value changes the object, too.
Effect Machine::access(int t, const Statement& s, int way) {
  const auto o = static_cast<std::size_t>(s.object);
  std::int16_t& r = threads_[static_cast<std::size_t>(t)].r[static_cast<std::size_t>(s.reg)];
  const auto v = static_cast<std::int16_t>(s.v);
  const Effect reads{.object = object_of(Family::kAtomic, s), .use = Use::kReads, .label = way};
  const Effect changes{.object = reads.object, .use = Use::kChanges};
  switch (s.word) {
    case Word::kLoad: r = x_[o]; return reads;
    case Word::kAwait: return reads;
    case Word::kStore: x_[o] = v; return changes;
    case Word::kAdd:
      r = x_[o];
      x_[o] = static_cast<std::int16_t>(x_[o] + v);
      return changes;
    case Word::kExchange:
      r = x_[o];
      x_[o] = v;
      return changes;
    case Word::kCas:
      r = x_[o] == v && way == 0 ? 1 : 0;
      if (r == 0) return reads;
      x_[o] = static_cast<std::int16_t>(s.w);
      return changes;
    case Word::kProbeLock:
      r = mutex_[o] < 0 ? 0 : 1;
      return {.object = object_of(Family::kMutex, s)};
    case Word::kRead: r = data_[o]; return {.object = object_of(Family::kData, s)};
    case Word::kWrite:
      data_[o] = v;
      return {.object = object_of(Family::kData, s), .use = Use::kChanges};
    default:  // kChoose
      r = static_cast<std::int16_t>(way);
      return {.label = way};
  }
}

Effect Machine::notify(const Statement& s, int way) {
  const auto o = static_cast<std::size_t>(s.object);
  const bool atomic = s.word == Word::kAtomicNotify || s.word == Word::kAtomicNotifyAll;
  std::uint8_t& waiting = atomic ? asleep_[o] : queue_[o];
  Effect effect{.object = object_of(atomic ? Family::kAtomic : Family::kCondition, s)};
  if (waiting == 0) return effect;
  effect.use = Use::kChanges;
  const bool all = s.word == Word::kNotifyAll || s.word == Word::kAtomicNotifyAll;
  for (int t = 0; t < threads(); ++t) {
    if ((waiting & bit(t)) == 0 || (!all && way-- != 0)) continue;
    effect.woken |= bit(t);
    if (!all) effect.label = t;
    threads_[static_cast<std::size_t>(t)].woken = true;
  }
  waiting &= static_cast<std::uint8_t>(~effect.woken);
  return effect;
}

// Objects that count in one direction only: latches and events.
Effect Machine::count(int t, const Statement& s) {
  const auto o = static_cast<std::size_t>(s.object);
  std::int16_t& r = threads_[static_cast<std::size_t>(t)].r[static_cast<std::size_t>(s.reg)];
  const int latch = object_of(Family::kLatch, s);
  const int event = object_of(Family::kEvent, s);
  switch (s.word) {
    case Word::kCountDown:
      --latch_[o];
      return {.object = latch, .use = Use::kCommutes, .releases = true};
    case Word::kLatchTryWait:
      r = latch_[o] == 0 ? 1 : 0;
      return {.object = latch, .acquires = r == 1};
    case Word::kEventPoll: r = event_[o]; return {.object = event, .acquires = r == 1};
    case Word::kEventSet:
      r = event_[o] == 0 ? 1 : 0;
      event_[o] = 1;
      return {.object = event, .use = r == 1 ? Use::kChanges : Use::kReads, .releases = r == 1};
    default: return {.object = latch, .acquires = true};  // kLatchWait
  }
}

Effect Machine::pass_gate(int t, const Statement& s) {
  const auto o = static_cast<std::size_t>(s.object);
  const int gate = object_of(Family::kGate, s);
  switch (s.word) {
    case Word::kGateOpen:
      ++openings_[o];
      return {.object = gate, .use = Use::kCommutes, .releases = true};
    case Word::kGateArrive:
      threads_[static_cast<std::size_t>(t)].r[static_cast<std::size_t>(s.reg)] = openings_[o]++;
      return {.object = gate, .use = Use::kChanges, .acquires = true, .releases = true};
    case Word::kGateTake:
      openings_[o] = static_cast<std::int16_t>(openings_[o] - s.v);
      return {.object = gate, .use = Use::kChanges, .acquires = true};
    default: return {.object = gate, .acquires = true};  // kGateWait
  }
}

}  // namespace table
