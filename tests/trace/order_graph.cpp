// SPDX-License-Identifier: MIT
#include "tests/trace/order_graph.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kNoEvent = static_cast<std::size_t>(-1);

bool is_one_of(Kind kind, std::initializer_list<Kind> kinds) {
  for (const Kind candidate : kinds) {
    if (candidate == kind) return true;
  }
  return false;
}

bool is_release(MemoryOrder order) {
  return order == MemoryOrder::kRelease || order == MemoryOrder::kAcqRel ||
         order == MemoryOrder::kSeqCst;
}

bool is_acquire(MemoryOrder order) {
  return order == MemoryOrder::kConsume || order == MemoryOrder::kAcquire ||
         order == MemoryOrder::kAcqRel || order == MemoryOrder::kSeqCst;
}

bool is_read_modify_write(const Event& event) {
  return event.operation.kind == Kind::kFetch ||
         (event.operation.kind == Kind::kCompareExchange && !event.failed);
}

bool is_write(const Event& event) {
  return event.operation.kind == Kind::kStore || is_read_modify_write(event);
}

bool reads_atomic(const Event& event) {
  return is_one_of(event.operation.kind, {Kind::kLoad, Kind::kFetch, Kind::kCompareExchange,
                                          Kind::kAtomicWait, Kind::kAwait});
}

MemoryOrder order_of(const Event& event) {
  const bool failed = event.operation.kind == Kind::kCompareExchange && event.failed;
  return failed ? event.operation.failure_order : event.operation.order;
}

// Of two successful operations on one object that is not an atomic: whether the first synchronizes
// with the second.
bool synchronizes_with(const Event& first, const Event& second) {
  const Kind releasing_kind = first.operation.kind;
  switch (second.operation.kind) {
    case Kind::kLock:
    case Kind::kTryLock: return is_one_of(releasing_kind, {Kind::kUnlock, Kind::kUnlockShared});
    case Kind::kLockShared:
    case Kind::kTryLockShared:
    case Kind::kAwait: return releasing_kind == Kind::kUnlock;  // of a mutex, until it is free
    case Kind::kAcquire:
    case Kind::kTryAcquire: return releasing_kind == Kind::kRelease;
    case Kind::kTryWait:
    case Kind::kLatchWait: return releasing_kind == Kind::kCountDown;
    case Kind::kArrive:  // only the last of the phase
      return releasing_kind == Kind::kArrive && second.result % 2 == 1 &&
             first.result / 2 == second.result / 2;
    case Kind::kOnceEnter:
    case Kind::kEventWait:
    case Kind::kEventPoll:
      return is_one_of(releasing_kind, {Kind::kOnceDone, Kind::kOnceFail, Kind::kEventSet});
    default: return false;
  }
}

}  // namespace

OrderGraph::OrderGraph(std::span<const Event> events)
    : events_(events), reaches_(events.size(), std::vector<bool>(events.size(), false)) {
  for (std::size_t i = 0; i < events.size(); ++i) {
    add_program_order(i);
    add_object_order(i);
    if (reads_atomic(events[i])) add_atomic_order(i);
  }
  add_transitive_edges();
}

// A thread without events was spawned nevertheless.
void OrderGraph::add_program_order(std::size_t to) {
  const Event& event = events_[to];
  for (std::size_t i = 0; i < to; ++i) {
    const Event& before = events_[i];
    const bool spawns = before.operation.kind == Kind::kSpawn;
    const bool spawned = spawns && before.result == index(event.thread);
    const Word target = event.operation.a;
    const bool joined = event.operation.kind == Kind::kJoin &&
                        (target == index(before.thread) || (spawns && target == before.result));
    if (before.thread == event.thread || spawned || joined) add(i, to);
  }
}

void OrderGraph::add_object_order(std::size_t to) {
  const Event& event = events_[to];
  if (event.failed || event.operation.object == kNoObject) return;
  for (std::size_t i = 0; i < to; ++i) {
    if (events_[i].operation.object != event.operation.object || events_[i].failed) continue;
    if (synchronizes_with(events_[i], event)) add(i, to);
  }
  if (event.operation.kind == Kind::kPhaseWait) {
    add(nth_phase_end(event.operation.object, event.operation.a), to);
  }
}

std::size_t OrderGraph::nth_phase_end(ObjectId object, Word phase) const {
  for (std::size_t i = 0; i < events_.size(); ++i) {
    const Operation& operation = events_[i].operation;
    if (operation.kind != Kind::kNextPhase || operation.object != object) continue;
    if (phase-- == 0) return i;
  }
  return kNoEvent;
}

// The last write to the event's object before it; kNoEvent if there is none.
std::size_t OrderGraph::write_before(std::size_t event) const {
  for (std::size_t i = event; i > 0; --i) {
    const Event& before = events_[i - 1];
    if (before.operation.object == events_[event].operation.object && is_write(before)) {
      return i - 1;
    }
  }
  return kNoEvent;
}

void OrderGraph::add_atomic_order(std::size_t read) {
  const std::vector<std::size_t> targets = acquirers(read);
  for (std::size_t write = write_before(read); write != kNoEvent; write = write_before(write)) {
    add_from_write(write, targets);
    if (!is_read_modify_write(events_[write])) return;
  }
}

// The read itself, or the acquire fences after it.
std::vector<std::size_t> OrderGraph::acquirers(std::size_t read) const {
  if (is_acquire(order_of(events_[read]))) return {read};
  std::vector<std::size_t> fences;
  for (std::size_t i = read + 1; i < events_.size(); ++i) {
    const Event& event = events_[i];
    if (event.thread == events_[read].thread && event.operation.kind == Kind::kFence &&
        is_acquire(event.operation.order)) {
      fences.push_back(i);
    }
  }
  return fences;
}

void OrderGraph::add_from_write(std::size_t write, const std::vector<std::size_t>& targets) {
  for (const std::size_t target : targets) {
    if (is_release(order_of(events_[write]))) add(write, target);
    for (std::size_t i = 0; i < write; ++i) {
      const Event& event = events_[i];
      if (event.thread == events_[write].thread && event.operation.kind == Kind::kFence &&
          is_release(event.operation.order)) {
        add(i, target);
      }
    }
  }
}

void OrderGraph::add_transitive_edges() {
  for (std::size_t to = 0; to < events_.size(); ++to) {
    for (std::size_t middle = to; middle > 0; --middle) {
      if (!reaches_[middle - 1][to]) continue;
      for (std::size_t from = 0; from < middle - 1; ++from) {
        if (reaches_[from][middle - 1]) reaches_[from][to] = true;
      }
    }
  }
}

std::uint32_t OrderGraph::seen(ThreadId thread, ThreadId of) const {
  std::size_t last = kNoEvent;
  for (std::size_t i = 0; i < events_.size(); ++i) {
    const bool spawned =
        events_[i].operation.kind == Kind::kSpawn && events_[i].result == index(thread);
    if (events_[i].thread == thread || spawned) last = i;
  }
  if (last == kNoEvent) return 0;
  std::uint32_t count = 0;
  std::uint32_t all = 0;
  bool joined = false;
  for (std::size_t i = 0; i < events_.size(); ++i) {
    const bool join =
        events_[i].operation.kind == Kind::kJoin && events_[i].operation.a == index(of);
    joined |= join && reaches(i, last);
    if (events_[i].thread != of) continue;
    ++all;
    if (reaches(i, last)) count = all;
  }
  return joined ? all + 1 : count;
}

}  // namespace mcheck
