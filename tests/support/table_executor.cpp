// SPDX-License-Identifier: MIT
#include "tests/support/table_executor.hpp"

namespace table {

using mcheck::Kind;
using mcheck::ObjectKind;
using mcheck::Operation;
using mcheck::Outcome;
using mcheck::Step;
using mcheck::ThreadId;

void TableExecutor::begin(mcheck::Execution& execution) {
  threads_.clear();
  children_.clear();
  saves_.clear();
  threads_[mcheck::kMainThread].program = program_.threads.size();
  std::uint64_t place = 1;
  const auto add = [&](ObjectKind kind, std::array<mcheck::ObjectId, kObjects>& ids) {
    for (mcheck::ObjectId& id : ids) {
      mcheck::ObjectRecord record;
      record.kind = kind;
      mcheck::State first;
      first.extra = kind == ObjectKind::kSemaphore ? 99 : 0;
      id = execution.add_object(execution.identities().object_at(place++), record, first);
    }
  };
  add(ObjectKind::kAtomic, x_);
  add(ObjectKind::kMutex, mutex_);
  add(ObjectKind::kSharedMutex, shared_);
  add(ObjectKind::kCondition, condition_);
  add(ObjectKind::kSemaphore, permits_);
}

void TableExecutor::create(ThreadId child, const Operation& spawn) {
  threads_[child].program = spawn.a;
  children_.push_back(child);
}

Step TableExecutor::resume(ThreadId id, const Outcome& outcome) {
  Thread& thread = threads_[id];
  if (thread.program == program_.threads.size()) return main_step(thread, outcome);
  if (thread.started) take(thread, outcome);
  thread.started = true;
  return next(thread);
}

Step TableExecutor::main_step(Thread& main, const Outcome&) {
  const std::size_t count = program_.threads.size();
  const std::size_t at = main.at++;
  Step step;
  step.kind = at < 2 * count ? Step::Kind::kOperation : Step::Kind::kFinished;
  if (at < count) step.operation = {.kind = Kind::kSpawn, .a = at};
  if (at >= count && at < 2 * count) {
    step.operation = {.kind = Kind::kJoin, .a = mcheck::index(children_[at - count])};
  }
  return step;
}

Step TableExecutor::next(Thread& thread) {
  const std::vector<Statement>& list = program_.threads[thread.program];
  while (thread.at < list.size()) {
    const Statement& s = list[thread.at];
    const auto o = static_cast<std::size_t>(s.object);
    if (s.word == Word::kSkipIfNot) {
      const bool holds = thread.r[static_cast<std::size_t>(s.reg)] == s.v;
      thread.at += 1 + static_cast<std::size_t>(holds ? 0 : s.w);
      continue;
    }
    const bool skipped = (s.word == Word::kUnlock && !thread.mutex[o]) ||
                         (s.word == Word::kWriteUnlock && !thread.writes[o]) ||
                         (s.word == Word::kReadUnlock && !thread.reads[o]) ||
                         (s.word == Word::kWait && thread.part == 0 && !thread.mutex[0]);
    if (skipped) {
      ++thread.at;
      continue;
    }
    Step step;
    step.kind = Step::Kind::kOperation;
    step.operation = operation(thread, s);
    return step;
  }
  return {};
}

Operation TableExecutor::operation(const Thread& thread, const Statement& s) const {
  const auto o = static_cast<std::size_t>(s.object);
  const auto v = static_cast<mcheck::Word>(s.v);
  const auto w = static_cast<mcheck::Word>(s.w);
  switch (s.word) {
    case Word::kLoad: return {.kind = Kind::kLoad, .object = x_[o]};
    case Word::kStore: return {.kind = Kind::kStore, .object = x_[o], .a = v};
    case Word::kAdd:
      return {
          .kind = Kind::kFetch, .arithmetic = mcheck::Arithmetic::kAdd, .object = x_[o], .a = v};
    case Word::kExchange: return {.kind = Kind::kFetch, .object = x_[o], .a = v};
    case Word::kCas: return {.kind = Kind::kCompareExchange, .object = x_[o], .a = v, .b = w};
    case Word::kAwait: return {.kind = Kind::kAwait, .object = x_[o], .a = v};
    case Word::kLock: return {.kind = Kind::kLock, .object = mutex_[o]};
    case Word::kUnlock: return {.kind = Kind::kUnlock, .object = mutex_[o]};
    case Word::kTryLock: return {.kind = Kind::kTryLock, .object = mutex_[o]};
    case Word::kReadLock: return {.kind = Kind::kLockShared, .object = shared_[o]};
    case Word::kReadUnlock: return {.kind = Kind::kUnlockShared, .object = shared_[o]};
    case Word::kWriteLock: return {.kind = Kind::kLock, .object = shared_[o]};
    case Word::kWriteUnlock: return {.kind = Kind::kUnlock, .object = shared_[o]};
    case Word::kNotify: return {.kind = Kind::kNotifyOne, .object = condition_[o]};
    case Word::kNotifyAll: return {.kind = Kind::kNotifyAll, .object = condition_[o]};
    case Word::kAcquire: return {.kind = Kind::kAcquire, .object = permits_[o]};
    case Word::kRelease: return {.kind = Kind::kRelease, .object = permits_[o], .a = 1};
    case Word::kTryAcquire: return {.kind = Kind::kTryAcquire, .object = permits_[o]};
    case Word::kChoose: return {.kind = Kind::kChoose, .a = v};
    case Word::kWait:
      if (thread.part == 0) return {.kind = Kind::kEnqueue, .object = condition_[o]};
      if (thread.part == 1) return {.kind = Kind::kUnlock, .object = mutex_[0]};
      if (thread.part == 2) return {.kind = Kind::kAwaken, .object = condition_[o]};
      return {.kind = Kind::kLock, .object = mutex_[0]};
    case Word::kSkipIfNot: break;
  }
  return {};
}

void TableExecutor::take(Thread& thread, const Outcome& outcome) {
  const Statement& s = program_.threads[thread.program][thread.at];
  const auto o = static_cast<std::size_t>(s.object);
  int& r = thread.r[static_cast<std::size_t>(s.reg)];
  switch (s.word) {
    case Word::kLoad:
    case Word::kAdd:
    case Word::kExchange:
    case Word::kChoose: r = static_cast<int>(outcome.result); break;
    case Word::kCas: r = outcome.failed ? 0 : 1; break;
    case Word::kTryAcquire: r = static_cast<int>(outcome.result); break;
    case Word::kTryLock:
      r = static_cast<int>(outcome.result);
      if (r == 1) thread.mutex[o] = true;
      break;
    case Word::kLock: thread.mutex[o] = true; break;
    case Word::kUnlock: thread.mutex[o] = false; break;
    case Word::kReadLock: thread.reads[o] = true; break;
    case Word::kReadUnlock: thread.reads[o] = false; break;
    case Word::kWriteLock: thread.writes[o] = true; break;
    case Word::kWriteUnlock: thread.writes[o] = false; break;
    case Word::kWait:
      if (++thread.part < 4) return;
      thread.part = 0;
      break;
    default: break;
  }
  ++thread.at;
}

std::optional<mcheck::Executor::Save> TableExecutor::save() {
  if (!saves_allowed_) return std::nullopt;
  saves_.emplace_back(threads_, children_);
  return static_cast<Save>(saves_.size() - 1);
}

void TableExecutor::restore(Save save) {
  saves_.resize(save + 1);
  threads_ = saves_[save].first;
  children_ = saves_[save].second;
}

std::string TableExecutor::final_state(const mcheck::Execution& execution) const {
  std::string state;
  bool stuck = false;
  for (const ThreadId child : children_) {
    const Thread& thread = threads_.at(child);
    stuck = stuck || thread.at < program_.threads[thread.program].size();
    for (const int r : thread.r) state += std::to_string(r) + " ";
  }
  for (const mcheck::ObjectId x : x_) {
    state += std::to_string(static_cast<int>(execution.state_of(x).value)) + " ";
  }
  return state + (stuck ? "stuck" : "done");
}

}  // namespace table
