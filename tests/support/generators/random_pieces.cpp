// SPDX-License-Identifier: MIT
#include "tests/support/generators/random_pieces.hpp"

namespace table {
namespace {

int object(Draw& draw) { return draw.one_in(4) ? 1 : 0; }
int reg(Draw& draw) { return draw.below(kRegisters); }

// Unless the register has a likely value, some of the following statements are skipped.
void add_test(Draw& draw, int of, Statements& thread) {
  thread.push_back({Word::kSkipIfNot, 0, of, draw.below(2), 1 + draw.below(2)});
}

void add_access(Draw& draw, Statements& thread) {
  constexpr std::array kWords = {Word::kLoad, Word::kLoad, Word::kStore,   Word::kStore,
                                 Word::kAdd,  Word::kCas,  Word::kExchange};
  const Word word = draw.one_of(kWords);
  const int v = word == Word::kCas ? draw.below(2) : 1 + draw.below(2);
  thread.push_back({word, object(draw), reg(draw), v, 1 + draw.below(2)});
}

void add_body(Draw& draw, Statements& thread) {
  if (draw.one_in(2)) add_access(draw, thread);
}

void add_variables(Draw& draw, Statements& thread) {
  const int r = reg(draw);
  switch (draw.below(6)) {
    case 0:
    case 1:
      thread.push_back({Word::kLoad, object(draw), r});
      add_test(draw, r, thread);
      add_access(draw, thread);
      break;
    case 2:
      thread.push_back({Word::kCas, object(draw), r, 0, 1});
      add_test(draw, r, thread);
      break;
    case 3:
      if (draw.one_in(3)) thread.push_back({Word::kAwait, object(draw), 0, draw.below(2)});
      break;
    default: add_access(draw, thread); break;
  }
}

// Acquire, perhaps test whether that succeeded, do something, and usually release.
void add_section(Draw& draw, const Statement& take, Word give, Statements& thread) {
  thread.push_back(take);
  if (take.call_mode == CallMode::kTimed && draw.one_in(2)) add_test(draw, take.reg, thread);
  add_body(draw, thread);
  if (!draw.one_in(8)) thread.push_back({give, take.object});
}

void add_locks(Draw& draw, Statements& thread) {
  const int o = object(draw);
  const int r = reg(draw);
  const CallMode call_mode = draw.one_in(3) ? CallMode::kTimed : CallMode::kPlain;
  switch (draw.below(6)) {
    case 0: add_section(draw, {Word::kTryLock, o, r}, Word::kUnlock, thread); break;
    case 1:
      add_section(draw, {Word::kRecursiveLock, o, r, 0, 0, call_mode}, Word::kRecursiveUnlock,
                  thread);
      break;
    case 2:
      thread.push_back({Word::kRecursiveLock, o});
      add_section(draw, {draw.one_in(2) ? Word::kRecursiveTryLock : Word::kRecursiveLock, o, r},
                  Word::kRecursiveUnlock, thread);
      thread.push_back({Word::kRecursiveUnlock, o});
      break;
    case 3:
      thread.push_back({Word::kLock, o});
      add_section(draw, {Word::kLock, 1 - o, r, 0, 0, call_mode}, Word::kUnlock, thread);
      thread.push_back({Word::kUnlock, o});
      break;
    default: add_section(draw, {Word::kLock, o, r, 0, 0, call_mode}, Word::kUnlock, thread); break;
  }
}

void add_readers_writers(Draw& draw, Statements& thread) {
  const int o = object(draw);
  const int r = reg(draw);
  const CallMode call_mode = draw.one_in(4) ? CallMode::kTimed : CallMode::kPlain;
  const CallMode weak = draw.one_in(4) ? CallMode::kWeak : CallMode::kPlain;
  switch (draw.below(7)) {
    case 0:
      add_section(draw, {Word::kTryReadLock, o, r, 0, 0, weak}, Word::kReadUnlock, thread);
      break;
    case 1:
      add_section(draw, {Word::kTryWriteLock, o, r, 0, 0, weak}, Word::kWriteUnlock, thread);
      break;
    case 2:
    case 3:
      add_section(draw, {Word::kWriteLock, o, r, 0, 0, call_mode}, Word::kWriteUnlock, thread);
      break;
    default:
      add_section(draw, {Word::kReadLock, o, r, 0, 0, call_mode}, Word::kReadUnlock, thread);
      break;
  }
}

void add_conditions(Draw& draw, Statements& thread) {
  const int o = object(draw);
  const int r = reg(draw);
  const CallMode call_mode = draw.one_in(3) ? CallMode::kTimed : CallMode::kPlain;
  const Word notify = draw.one_in(3) ? Word::kNotifyAll : Word::kNotify;
  switch (draw.below(6)) {
    case 0:
    case 1:
    case 2:
      thread.push_back({Word::kLock});
      thread.push_back({Word::kWait, o, r, 0, 0, call_mode});
      if (call_mode == CallMode::kTimed && draw.one_in(2)) add_test(draw, r, thread);
      thread.push_back({Word::kUnlock});
      break;
    case 3:
      thread.push_back({Word::kLock});
      thread.push_back({Word::kLoad, o, r});
      thread.push_back({Word::kSkipIfNot, 0, r, 0, 1});
      thread.push_back({Word::kWait, o, r, 0, 0, call_mode});
      thread.push_back({Word::kUnlock});
      break;
    case 4:
      thread.push_back({Word::kLock});
      thread.push_back({Word::kStore, o, 0, 1});
      thread.push_back({notify, o});
      thread.push_back({Word::kUnlock});
      break;
    default: thread.push_back({notify, o}); break;
  }
}

void add_semaphores(Draw& draw, Statements& thread) {
  const int o = object(draw);
  const int r = reg(draw);
  switch (draw.below(7)) {
    case 0: thread.push_back({Word::kAcquire, o}); break;
    case 1: add_section(draw, {Word::kAcquire, o}, Word::kRelease, thread); break;
    case 2:
      add_section(draw, {Word::kAcquire, o, r, 0, 0, CallMode::kTimed}, Word::kRelease, thread);
      break;
    case 3:
      thread.push_back(
          {Word::kTryAcquire, o, r, 0, 0, draw.one_in(2) ? CallMode::kWeak : CallMode::kPlain});
      if (draw.one_in(2)) add_test(draw, r, thread);
      break;
    default: thread.push_back({Word::kRelease, o}); break;
  }
}

void add_barriers(Draw& draw, Statements& thread) {
  const int o = object(draw);
  const int r = reg(draw);
  switch (draw.below(6)) {
    case 0:
    case 1: thread.push_back({Word::kArriveAndWait, o}); break;
    case 2: thread.push_back({Word::kLatchWait, o}); break;
    case 3:
      thread.push_back({Word::kLatchTryWait, o, r});
      if (draw.one_in(2)) add_test(draw, r, thread);
      break;
    default: thread.push_back({Word::kCountDown, o}); break;
  }
}

void add_gates(Draw& draw, Statements& thread) {
  const int o = object(draw);
  const int r = reg(draw);
  switch (draw.below(8)) {
    case 0:
    case 1: thread.push_back({Word::kGateWait, o, 0, 1 + draw.below(2)}); break;
    case 2: thread.push_back({Word::kGateTake, o, 0, 1 + draw.below(2)}); break;
    case 3:
      thread.push_back({Word::kGateArrive, o, r});
      if (draw.one_in(2)) add_test(draw, r, thread);
      break;
    case 4:
      thread.push_back({Word::kProbeLock, o, r});
      add_test(draw, r, thread);
      add_section(draw, {Word::kLock, o}, Word::kUnlock, thread);
      break;
    default: thread.push_back({Word::kGateOpen, o}); break;
  }
}

void add_atomic_waits(Draw& draw, Statements& thread) {
  const int o = object(draw);
  const Word notify = draw.one_in(3) ? Word::kAtomicNotifyAll : Word::kAtomicNotify;
  switch (draw.below(5)) {
    case 0:
    case 1: thread.push_back({Word::kAtomicWait, o, 0, draw.below(2)}); break;
    case 2: thread.push_back({notify, o}); break;
    default:
      thread.push_back({draw.one_in(3) ? Word::kAdd : Word::kStore, o, 0, 1});
      thread.push_back({notify, o});
      break;
  }
}

void add_once(Draw& draw, Statements& thread) {
  const int o = object(draw);
  const int r = reg(draw);
  constexpr std::array kWords = {Word::kOnce,      Word::kOnce,      Word::kOnceFail,
                                 Word::kEventSet,  Word::kEventPoll, Word::kEventSet,
                                 Word::kEventWait, Word::kEventPoll};
  thread.push_back({draw.one_of(kWords), o, r});
  const Word word = thread.back().word;
  if (word != Word::kEventWait && draw.one_in(3)) add_test(draw, r, thread);
}

void add_choices(Draw& draw, Statements& thread) {
  const int o = object(draw);
  const int r = reg(draw);
  switch (draw.below(4)) {
    case 0: thread.push_back({Word::kChoose, 0, r, 2 + draw.below(2)}); break;
    case 1: thread.push_back({Word::kCas, o, r, draw.below(2), 1, CallMode::kWeak}); break;
    case 2:
      add_section(draw, {Word::kTryLock, o, r, 0, 0, CallMode::kWeak}, Word::kUnlock, thread);
      return;
    default:
      add_section(draw, {Word::kRecursiveTryLock, o, r, 0, 0, CallMode::kWeak},
                  Word::kRecursiveUnlock, thread);
      return;
  }
  if (draw.one_in(2)) add_test(draw, r, thread);
}

void add_checks(Draw& draw, Statements& thread) {
  const int r = reg(draw);
  thread.push_back({Word::kLoad, object(draw), r});
  thread.push_back({draw.one_in(3) ? Word::kAssume : Word::kCheck, 0, r, draw.one_in(4) ? 1 : 0});
}

void add_data(Draw& draw, Statements& thread) {
  const int o = object(draw);
  const int r = reg(draw);
  switch (draw.below(6)) {
    case 0: thread.push_back({Word::kFence}); break;
    case 1: thread.push_back({Word::kYield}); break;
    case 2:
      thread.push_back({Word::kLock});
      thread.push_back({Word::kWrite, o, 0, 1 + draw.below(2)});
      thread.push_back({Word::kUnlock});
      break;
    case 3:
      thread.push_back({Word::kLoad, o, r});
      add_test(draw, r, thread);
      thread.push_back({Word::kRead, o, r});
      break;
    case 4: thread.push_back({Word::kRead, o, r}); break;
    default: thread.push_back({Word::kWrite, o, 0, 1 + draw.below(2)}); break;
  }
}

}  // namespace

void add_piece(Draw& draw, Theme theme, Statements& thread) {
  switch (theme) {
    case Theme::kLocks: return add_locks(draw, thread);
    case Theme::kReadersWriters: return add_readers_writers(draw, thread);
    case Theme::kConditions: return add_conditions(draw, thread);
    case Theme::kSemaphores: return add_semaphores(draw, thread);
    case Theme::kBarriers: return add_barriers(draw, thread);
    case Theme::kAtomicWaits: return add_atomic_waits(draw, thread);
    case Theme::kOnce: return add_once(draw, thread);
    case Theme::kChoices: return add_choices(draw, thread);
    case Theme::kChecks: return add_checks(draw, thread);
    case Theme::kData: return add_data(draw, thread);
    case Theme::kGates: return add_gates(draw, thread);
    case Theme::kVariables:
    case Theme::kSpawns:
    case Theme::kMix: return add_variables(draw, thread);
  }
}

}  // namespace table
