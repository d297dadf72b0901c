// SPDX-License-Identifier: MIT
#include "tests/dpor/reductions/section_executor.hpp"

#include "engine/search/driver/search.hpp"
#include "engine/search/execution/sections.hpp"

namespace sections {

using mcheck::Kind;
using mcheck::ObjectKind;
using mcheck::Operation;
using mcheck::Step;
using mcheck::ThreadId;

void SectionExecutor::begin(mcheck::Execution& execution) {
  execution_ = &execution;
  threads_.clear();
  started_by_main_.clear();
  main_at_ = 0;
  saves_.clear();
  std::size_t objects = 0;
  const auto make = [&](ObjectKind kind) {
    mcheck::ObjectRecord record;
    record.kind = kind;
    return execution.add_object(execution.identities().object_at(++objects), record, {});
  };
  for (std::size_t i = 0; i < kObjects; ++i) {
    x_[i] = make(ObjectKind::kAtomic);
    mutex_[i] = make(ObjectKind::kMutex);
    condition_[i] = make(ObjectKind::kCondition);
  }
  section_ = make(ObjectKind::kSection);
}

void SectionExecutor::create(ThreadId child, const Operation& spawn) {
  threads_[child].program = spawn.a;
}

const Step& SectionExecutor::resume(ThreadId id, const mcheck::Outcome& outcome) {
  step_ = {};
  if (id == mcheck::kMainThread) {
    if (main_at_ > 0 && main_at_ <= program_.threads.size()) {
      started_by_main_.push_back(ThreadId(outcome.result));
    }
    main_step();
    return step_;
  }
  Thread& thread = threads_.at(id);
  if (thread.started) apply_result(id, thread, outcome);
  thread.started = true;
  next(id, thread);
  return step_;
}

// Starts all threads that no statement starts, and joins them.
void SectionExecutor::main_step() {
  const std::size_t threads = program_.threads.size();
  std::size_t next = main_at_;
  while (next < threads && is_started_by_statement(program_, next)) ++next;
  if (next < threads) {
    step_.kind = Step::Kind::kOperation;
    step_.operation = {.kind = Kind::kSpawn, .a = next};
    main_at_ = next + 1;
    return;
  }
  const std::size_t joined = main_at_ <= threads ? 0 : main_at_ - threads;
  if (joined == started_by_main_.size()) return;
  step_.kind = Step::Kind::kOperation;
  step_.operation = {.kind = Kind::kJoin, .a = index(started_by_main_[joined])};
  main_at_ = threads + joined + 1;
}

// Applies the result of the thread's operation.
void SectionExecutor::apply_result(ThreadId id, Thread& thread, const mcheck::Outcome& outcome) {
  const Statement& s = program_.threads[thread.program][thread.place.at];
  const auto object = static_cast<std::size_t>(s.object);
  switch (s.word) {
    case Word::kLoad:
    case Word::kAdd: thread.place.r = static_cast<int>(outcome.result); break;
    case Word::kLock: thread.holds[object] = true; break;
    case Word::kUnlock: thread.holds[object] = false; break;
    case Word::kWait:
      if (thread.part++ == 0) return;
      break;
    case Word::kBegin:
      if (thread.depth++ == 0) thread.before_section = thread.place;
      break;
    case Word::kEnd: {
      const bool was_end = execution_->events().back().operation.kind == Kind::kEndSection;
      if (!was_end || execution_->events().back().thread != id) return;
      --thread.depth;
      break;
    }
    default: break;
  }
  thread.part = 0;
  ++thread.place.at;
}

void SectionExecutor::next(ThreadId id, Thread& thread) {
  const std::vector<Statement>& statements = program_.threads[thread.program];
  while (thread.place.at < statements.size() &&
         has_no_effect(thread, statements[thread.place.at])) {
    ++thread.place.at;
  }
  if (thread.place.at == statements.size()) return;
  const Statement& s = statements[thread.place.at];
  if (s.word == Word::kAssume) {
    step_.kind = Step::Kind::kFalseAssumption;
  } else if (s.word == Word::kCheck) {
    step_.kind = Step::Kind::kFailed;
    step_.failure.message = place_text(thread.program, thread.place.at, 0);
  } else {
    step_.kind = Step::Kind::kOperation;
    step_.operation = operation(id, thread, s);
  }
}

// Statements without effect, which no other thread can observe.
bool SectionExecutor::has_no_effect(Thread& thread, const Statement& s) {
  if (s.word == Word::kUnlock) return !thread.holds[static_cast<std::size_t>(s.object)];
  if (s.word == Word::kAssume) return thread.place.r == s.value;
  return s.word == Word::kCheck && thread.place.r != s.value;
}

Operation SectionExecutor::end_of_section(ThreadId id, const Thread& thread) const {
  const mcheck::ObjectId taken = mcheck::taken_by_section(*execution_, id);
  if (thread.depth == 1 && taken != mcheck::kNoObject) {
    return {.kind = Kind::kSectionRelease, .object = taken};
  }
  return {.kind = Kind::kEndSection, .object = section_};
}

Operation SectionExecutor::operation(ThreadId id, const Thread& thread, const Statement& s) const {
  const auto o = static_cast<std::size_t>(s.object);
  const auto v = static_cast<mcheck::Word>(s.value);
  constexpr auto kAdd = static_cast<mcheck::Word>(mcheck::Arithmetic::kAdd);
  const bool in = thread.depth > 0 && fault_ != Fault::kIgnoresSections;
  const auto on = [&](Kind kind, mcheck::ObjectId object, mcheck::Word a = 0, mcheck::Word b = 0) {
    return Operation{.kind = kind, .in_section = in, .object = object, .a = a, .b = b};
  };
  switch (s.word) {
    case Word::kLoad: return on(Kind::kLoad, x_[o]);
    case Word::kStore: return on(Kind::kStore, x_[o], v);
    case Word::kAdd: return on(Kind::kFetch, x_[o], v, kAdd);
    case Word::kLock: return on(Kind::kLock, mutex_[o]);
    case Word::kUnlock: return on(Kind::kUnlock, mutex_[o]);
    case Word::kWait: return on(thread.part == 0 ? Kind::kEnqueue : Kind::kAwaken, condition_[o]);
    case Word::kNotify: return on(Kind::kNotifyAll, condition_[o]);
    case Word::kSpawn: return {.kind = Kind::kSpawn, .a = v};
    case Word::kBegin: return on(Kind::kBeginSection, section_);
    case Word::kEnd: return end_of_section(id, thread);
    case Word::kAssume:
    case Word::kCheck: break;
  }
  return {};
}

std::optional<mcheck::Executor::Snapshot> SectionExecutor::snapshot() {
  saves_.push_back({threads_, started_by_main_, main_at_});
  return static_cast<Snapshot>(saves_.size() - 1);
}

void SectionExecutor::restore(Snapshot snapshot) {
  saves_.resize(snapshot + 1);
  threads_ = saves_[snapshot].threads;
  started_by_main_ = saves_[snapshot].started_by_main;
  main_at_ = saves_[snapshot].main_at;
}

std::string SectionExecutor::final_state() const {
  std::map<std::size_t, std::string> by_program;
  for (const auto& [id, thread] : threads_) {
    by_program[thread.program] = place_text(thread.program, thread.place.at, thread.place.r);
  }
  std::string state;
  for (const auto& [number, text] : by_program) state += text + "; ";
  for (const mcheck::ObjectId x : x_) state += std::to_string(execution_->state_of(x).value) + " ";
  return state;
}

// A thread that was started in a section was not started where the section has not begun.
std::string SectionExecutor::deadlock_state() const {
  std::map<std::size_t, std::string> by_program;
  for (const auto& [id, thread] : threads_) {
    if (!thread.started) continue;
    const Place& place = thread.depth > 0 ? thread.before_section : thread.place;
    by_program[thread.program] = place_text(thread.program, place.at, place.r);
  }
  std::string state;
  for (const auto& [number, text] : by_program) state += text + "; ";
  return state;
}

Explored explore(const Program& program, mcheck::Strategy& strategy, std::uint64_t max_executions,
                 Fault fault) {
  SectionExecutor executor(program, fault);
  mcheck::Identities identities;
  mcheck::Execution execution(identities);
  Explored found;
  mcheck::SearchOptions options{.executions = max_executions,
                                .stop_after = 0,
                                .backtrack = mcheck::Backtrack::kRestore,
                                .count_classes = true};
  options.on_end = [&](mcheck::Ending ending, const std::optional<mcheck::Failure>& failure) {
    for (const mcheck::Stop& stop : execution.stops()) {
      if (stop.failed()) found.outcomes.failures.insert(stop.failure.message);
    }
    if (ending == mcheck::Ending::kFinished) {
      found.outcomes.final_states.insert(executor.final_state());
    } else if (ending == mcheck::Ending::kFailed && failure && execution.stops().empty()) {
      const bool partial = failure->kind == mcheck::FailureKind::kPartialDeadlock ||
                           failure->kind == mcheck::FailureKind::kSelfDeadlock;
      (partial ? found.partial_deadlocks : found.outcomes.deadlocks)
          .insert(executor.deadlock_state());
    }
  };
  mcheck::Search search(execution, executor, strategy, options);
  const mcheck::SearchReport report = search.explore();
  found.complete = report.stop == mcheck::SearchReport::Stop::kExhausted;
  found.executions = report.executions;
  found.redundant = report.redundant;
  found.classes = report.classes;
  return found;
}

}  // namespace sections
