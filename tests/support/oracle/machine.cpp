// SPDX-License-Identifier: MIT
// Non-steps, and which steps are enabled.
#include "tests/support/oracle/machine.hpp"

#include <algorithm>
#include <bit>

namespace table {

bool is_try(Word word) {
  switch (word) {
    case Word::kTryLock:
    case Word::kRecursiveTryLock:
    case Word::kTryReadLock:
    case Word::kTryWriteLock:
    case Word::kTryAcquire: return true;
    default: return false;
  }
}

bool is_acquire(Word word) {
  switch (word) {
    case Word::kLock:
    case Word::kRecursiveLock:
    case Word::kReadLock:
    case Word::kWriteLock:
    case Word::kAcquire: return true;
    default: return is_try(word);
  }
}

// Without the edges: nothing has happened that they could order.
Machine::Machine(const Program& program) : program_(&program) {
  std::vector<Edge> edges;
  *this = Machine(program, edges);
}

Machine::Machine(const Program& program, std::vector<Edge>& edges) : program_(&program) {
  by_statements_ = static_cast<std::uint8_t>(started_by_statements(program));
  for (int t = 0; t < threads(); ++t) {
    threads_[static_cast<std::size_t>(t)].running = (by_statements_ & bit(t)) == 0;
  }
  for (std::size_t o = 0; o < kObjects; ++o) {
    permits_[o] = static_cast<std::int16_t>(program.permits[o]);
    latch_[o] = static_cast<std::int16_t>(program.expected[o]);
    still_expected_[o] = static_cast<std::int16_t>(program.participants[o]);
  }
  run_consequences(edges);
}

const Statement* Machine::statement(int t) const {
  const auto& list = program_->threads[static_cast<std::size_t>(t)];
  const std::size_t at = threads_[static_cast<std::size_t>(t)].at;
  return at < list.size() ? &list[at] : nullptr;
}

void Machine::next_statement(int t) {
  Thread& thread = threads_[static_cast<std::size_t>(t)];
  ++thread.at;
  thread.part = 0;
}

void Machine::run_consequences(std::vector<Edge>& edges) {
  for (bool has_advanced = true; has_advanced;) {
    has_advanced = false;
    for (int t = 0; t < threads(); ++t) {
      if (threads_[static_cast<std::size_t>(t)].running)
        has_advanced = advance(t, edges) || has_advanced;
    }
  }
}

// Advances to the next step, or to where the thread waits for a cause.
bool Machine::advance(int t, std::vector<Edge>& edges) {
  Thread& thread = threads_[static_cast<std::size_t>(t)];
  bool has_advanced = false;
  while (thread.running) {
    const Statement* s = statement(t);
    if (s == nullptr) {
      thread.running = false;
      thread.ended = Ended::kDone;
      return true;
    }
    if (!pass_non_step(t, *s, edges)) return has_advanced;
    has_advanced = true;
  }
  return has_advanced;
}

bool Machine::does_not_apply(int t, const Statement& s) const {
  const auto o = static_cast<std::size_t>(s.object);
  switch (s.word) {
    case Word::kUnlock: return mutex_[o] != t;
    case Word::kRecursiveUnlock: return recursive_[o] != t;
    case Word::kWriteUnlock: return writer_[o] != t;
    case Word::kReadUnlock: return (readers_[o] & bit(t)) == 0;
    case Word::kWait: return threads_[static_cast<std::size_t>(t)].part == 0 && mutex_[0] != t;
    default: return false;
  }
}

// Passes this statement, or this part of it, if it is no step and has its cause.
bool Machine::pass_non_step(int t, const Statement& s, std::vector<Edge>& edges) {
  Thread& thread = threads_[static_cast<std::size_t>(t)];
  const bool equal = thread.r[static_cast<std::size_t>(s.reg)] == s.v;
  switch (s.word) {
    case Word::kSkipIfNot:
      if (!equal) thread.at = static_cast<std::uint8_t>(thread.at + s.w);
      break;
    case Word::kFence:
      edges.push_back(
          {Edge::From::kFence, static_cast<std::uint8_t>(s.order), static_cast<std::uint8_t>(t)});
      break;
    case Word::kYield: thread.yielded = true; break;
    case Word::kProgress: progress_ |= bit(t); break;
    case Word::kGoto: thread.at = static_cast<std::uint8_t>(s.v); return true;
    case Word::kCheck:
    case Word::kAssume:
      if (equal) break;
      thread.running = false;
      thread.ended = s.word == Word::kCheck ? Ended::kFailed : Ended::kCutOff;
      return true;
    case Word::kSpawn:
      thread.started |= bit(s.v);
      threads_[static_cast<std::size_t>(s.v)].running = true;
      edges.push_back(
          {Edge::From::kThread, static_cast<std::uint8_t>(t), static_cast<std::uint8_t>(s.v)});
      break;
    default:
      if (does_not_apply(t, s)) break;
      return pass_if_caused(t, s, edges);
  }
  next_statement(t);
  return true;
}

bool Machine::pass_if_caused(int t, const Statement& s, std::vector<Edge>& edges) {
  Thread& thread = threads_[static_cast<std::size_t>(t)];
  const auto to = static_cast<std::uint8_t>(t);
  if (s.word == Word::kJoin) {
    const bool known = ((thread.started | ~by_statements_) & bit(s.v)) != 0;
    if (known) {
      if (threads_[static_cast<std::size_t>(s.v)].ended != Ended::kDone) return false;
      edges.push_back({Edge::From::kThread, static_cast<std::uint8_t>(s.v), to});
    }
    next_statement(t);
    return true;
  }
  if (s.word == Word::kEventWait) {
    if (event_[static_cast<std::size_t>(s.object)] == 0) return false;
    edges.push_back(
        {Edge::From::kObject, static_cast<std::uint8_t>(object_of(Family::kEvent, s)), to});
    next_statement(t);
    return true;
  }
  const bool asleep =
      (s.word == Word::kWait && thread.part == 2 && s.call_mode == CallMode::kPlain) ||
      (s.word == Word::kAtomicWait && thread.part == 1);
  if (!asleep || !thread.woken) return false;
  edges.push_back({Edge::From::kNotify, to, to});
  thread.woken = false;
  thread.part = s.word == Word::kWait ? 3 : 0;
  return true;
}

bool Machine::is_free(int t, const Statement& s) const {
  const auto o = static_cast<std::size_t>(s.object);
  switch (s.word) {
    case Word::kLock:
    case Word::kTryLock: return mutex_[o] < 0;
    case Word::kRecursiveLock:
    case Word::kRecursiveTryLock: return recursive_[o] < 0 || recursive_[o] == t;
    case Word::kReadLock:
    case Word::kTryReadLock: return writer_[o] < 0 && (readers_[o] & bit(t)) == 0;
    case Word::kWriteLock:
    case Word::kTryWriteLock: return writer_[o] < 0 && readers_[o] == 0;
    default: return permits_[o] > 0;
  }
}

int Machine::ways(int t) const {
  if (!threads_[static_cast<std::size_t>(t)].running) return 0;
  const Statement& s = *statement(t);
  if (is_acquire(s.word)) {
    if (is_free(t, s)) return s.call_mode == CallMode::kWeak && is_try(s.word) ? 2 : 1;
    return is_try(s.word) || s.call_mode == CallMode::kTimed ? 1 : 0;
  }
  return ways_on(t, s);
}

int Machine::ways_on(int t, const Statement& s) const {
  const Thread& thread = threads_[static_cast<std::size_t>(t)];
  const auto o = static_cast<std::size_t>(s.object);
  switch (s.word) {
    case Word::kCas: return s.call_mode == CallMode::kWeak && x_[o] == s.v ? 2 : 1;
    case Word::kAwait: return x_[o] == s.v ? 1 : 0;
    case Word::kChoose: return s.v;
    case Word::kNotify: return std::max(1, std::popcount(queue_[o]));
    case Word::kAtomicNotify: return std::max(1, std::popcount(asleep_[o]));
    case Word::kLatchWait: return latch_[o] == 0 ? 1 : 0;
    case Word::kGateWait:
    case Word::kGateTake: return openings_[o] >= s.v ? 1 : 0;
    case Word::kArriveAndWait: return thread.part != 2 || phase_[o] != thread.phase ? 1 : 0;
    case Word::kOnce:
    case Word::kOnceFail: return thread.part == 1 || once_[o] != 1 ? 1 : 0;
    case Word::kAtomicWait: return thread.part == 0 ? 1 : 0;
    case Word::kWait:
      if (thread.part == 2) return s.call_mode == CallMode::kTimed ? 1 : 0;
      return thread.part != 3 || mutex_[0] < 0 ? 1 : 0;
    case Word::kJoin:
    case Word::kEventWait: return 0;
    default: return 1;
  }
}

bool Machine::leaving_is_free(int t) const {
  const Thread& thread = threads_[static_cast<std::size_t>(t)];
  const Statement* s = statement(t);
  if (thread.yielded) return true;
  if (s == nullptr || s->call_mode != CallMode::kTimed) return false;
  if (s->word == Word::kWait) return thread.part == 2 && !thread.woken;
  return is_acquire(s->word) && !is_try(s->word) && !is_free(t, *s);
}

Effect Machine::step(int t, int way, std::vector<Edge>& edges) {
  threads_[static_cast<std::size_t>(t)].yielded = false;
  progress_ = 0;
  const Effect effect = perform(t, *statement(t), way);
  run_consequences(edges);
  return effect;
}

bool Machine::equals_but_for(int t, const Machine& other) const {
  Machine same = other;
  same.progress_ = progress_;
  same.threads_[static_cast<std::size_t>(t)] = threads_[static_cast<std::size_t>(t)];
  return *this == same;
}

bool Machine::waits_for_lock(int t) const {
  const Statement* s = statement(t);
  return threads_[static_cast<std::size_t>(t)].running && s->word == Word::kLock && ways(t) == 0;
}

FinalState Machine::final_state() const {
  FinalState state;
  state.count = static_cast<std::uint8_t>(threads());
  for (std::size_t t = 0; t < state.count; ++t) {
    state.threads[t].r = threads_[t].r;
    state.threads[t].ended = threads_[t].running ? Ended::kStuck : threads_[t].ended;
  }
  state.x = x_;
  state.data = data_;
  return state;
}

}  // namespace table
