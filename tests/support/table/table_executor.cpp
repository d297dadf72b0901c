// SPDX-License-Identifier: MIT
// Runs threads from operation to operation; table_operations.cpp and table_results.cpp handle the
// single words.
#include "tests/support/table/table_executor.hpp"

namespace table {

using mcheck::Kind;
using mcheck::ObjectKind;
using mcheck::Operation;
using mcheck::Outcome;
using mcheck::Step;
using mcheck::ThreadId;

void TableExecutor::begin(mcheck::Execution& execution) {
  threads_.clear();
  ids_.clear();
  saves_.clear();
  objects_.clear();
  threads_[mcheck::kMainThread].program = program_.threads.size();
  std::uint64_t place = 1;
  const auto add = [&](ObjectKind kind, Ids& ids, const auto& first) {
    for (std::size_t o = 0; o < kObjects; ++o) {
      mcheck::ObjectRecord record;
      record.kind = kind;
      ids[o] = execution.add_object(execution.identities().object_at(place++), record, first(o));
      objects_.push_back(ids[o]);
    }
  };
  const auto word = [](int number) { return static_cast<mcheck::Word>(number); };
  const auto zero = [](std::size_t) { return mcheck::State{}; };
  add(ObjectKind::kAtomic, x_, zero);
  add(ObjectKind::kMutex, mutex_, zero);
  add(ObjectKind::kMutex, recursive_, zero);
  add(ObjectKind::kSharedMutex, shared_, zero);
  add(ObjectKind::kCondition, condition_, zero);
  add(ObjectKind::kSemaphore, permits_, [&](std::size_t o) {
    return mcheck::State{.value = word(program_.permits[o]), .extra = 99};
  });
  add(ObjectKind::kLatch, latch_,
      [&](std::size_t o) { return mcheck::State{.value = word(program_.expected[o])}; });
  add(ObjectKind::kBarrier, barrier_, [&](std::size_t o) {
    const mcheck::Word participants = word(program_.participants[o]);
    return mcheck::State{.value = participants, .extra = participants};
  });
  add(ObjectKind::kOnce, once_, zero);
  add(ObjectKind::kEvent, event_, zero);
  add(ObjectKind::kData, data_, zero);
  add(ObjectKind::kGate, gate_, zero);
}

void TableExecutor::create(ThreadId child, const Operation& spawn) {
  threads_[child].program = spawn.a;
  ids_[spawn.a] = child;
}

const Step& TableExecutor::resume(ThreadId id, const Outcome& outcome) {
  Thread& thread = threads_[id];
  if (thread.program == program_.threads.size()) return step_ = main_step(thread);
  if (thread.started) apply_result(thread, outcome);
  thread.started = true;
  return step_ = next(thread);
}

// Starts the threads, then joins them.
Step TableExecutor::main_step(Thread& main) {
  const std::size_t count = program_.threads.size();
  while (main.at < 2 * count && (started_ >> main.at % count & 1) != 0) ++main.at;
  const std::size_t at = main.at++;
  if (at >= 2 * count) return {};
  Step step;
  step.kind = Step::Kind::kOperation;
  step.operation = {.kind = Kind::kSpawn, .a = at};
  if (at >= count) step.operation = {.kind = Kind::kJoin, .a = mcheck::index(ids_.at(at - count))};
  return step;
}

bool TableExecutor::has_started(const Thread& thread, std::size_t target) const {
  if ((started_ >> target & 1) == 0) return true;
  const std::vector<Statement>& list = program_.threads[thread.program];
  for (std::size_t at = 0; at < thread.at; ++at) {
    const bool spawns = list[at].word == Word::kSpawn;
    if (spawns && list[at].v == static_cast<int>(target)) return ids_.contains(target);
  }
  return false;
}

bool TableExecutor::does_not_apply(const Thread& thread, const Statement& s) const {
  const auto o = static_cast<std::size_t>(s.object);
  switch (s.word) {
    case Word::kUnlock: return thread.holds.mutex[o] == 0;
    case Word::kRecursiveUnlock: return thread.holds.recursive[o] == 0;
    case Word::kWriteUnlock: return thread.holds.writes[o] == 0;
    case Word::kReadUnlock: return thread.holds.reads[o] == 0;
    case Word::kWait: return thread.part == 0 && thread.holds.mutex[0] == 0;
    case Word::kJoin: return !has_started(thread, static_cast<std::size_t>(s.v));
    default: return false;
  }
}

Step TableExecutor::next(Thread& thread) {
  const std::vector<Statement>& list = program_.threads[thread.program];
  Step step;
  for (; thread.at < list.size(); ++thread.at) {
    while (list[thread.at].word == Word::kGoto) {
      thread.at = static_cast<std::size_t>(list[thread.at].v);
    }
    const Statement& s = list[thread.at];
    const bool equal = thread.r[static_cast<std::size_t>(s.reg)] == s.v;
    if (s.word == Word::kSkipIfNot) {
      if (!equal) thread.at += static_cast<std::size_t>(s.w);
    } else if (s.word == Word::kCheck || s.word == Word::kAssume) {
      if (equal) continue;
      const bool check = s.word == Word::kCheck;
      thread.ended = check ? Ended::kFailed : Ended::kCutOff;
      step.kind = check ? Step::Kind::kFailed : Step::Kind::kFalseAssumption;
      step.failure.message = text(s);
      return step;
    } else if (!does_not_apply(thread, s)) {
      step.kind = Step::Kind::kOperation;
      step.operation = operation(thread, s);
      return step;
    }
  }
  thread.ended = Ended::kDone;
  return step;
}

std::optional<mcheck::Executor::Snapshot> TableExecutor::snapshot() {
  if (!saves_allowed_) return std::nullopt;
  saves_.push_back({threads_, ids_});
  return static_cast<Snapshot>(saves_.size() - 1);
}

void TableExecutor::restore(Snapshot snapshot) {
  saves_.resize(snapshot + 1);
  threads_ = saves_[snapshot].threads;
  ids_ = saves_[snapshot].ids;
}

FinalState TableExecutor::outcome(const mcheck::Execution& execution) const {
  FinalState state;
  state.count = static_cast<std::uint8_t>(program_.threads.size());
  for (const auto& [program, id] : ids_) {
    const Thread& thread = threads_.at(id);
    state.threads[program].ended = thread.ended;
    for (std::size_t r = 0; r < kRegisters; ++r) {
      state.threads[program].r[r] = static_cast<std::int16_t>(thread.r[r]);
    }
  }
  for (std::size_t o = 0; o < kObjects; ++o) {
    state.x[o] = static_cast<std::int16_t>(execution.state_of(x_[o]).value);
    state.data[o] = static_cast<std::int16_t>(execution.state_of(data_[o]).value);
  }
  return state;
}

}  // namespace table
