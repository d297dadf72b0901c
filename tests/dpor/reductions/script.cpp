// SPDX-License-Identifier: MIT
#include "tests/dpor/reductions/script.hpp"

namespace script {

using mcheck::Kind;
using mcheck::Step;
using mcheck::ThreadId;

void ScriptExecutor::begin(mcheck::Execution& execution) {
  state_ = {};
  saves_.clear();
  objects_.clear();
  state_.threads[mcheck::kMainThread] = {};
  state_.ids[0] = mcheck::kMainThread;
  for (const Object& object : program_.objects) {
    mcheck::ObjectRecord record;
    record.kind = object.kind;
    const mcheck::ObjectId id = execution.identities().object_at(objects_.size() + 1);
    objects_.push_back(execution.add_object(id, record, object.first));
  }
}

void ScriptExecutor::create(ThreadId child, const mcheck::Operation& spawn) {
  state_.threads[child].program = spawn.a;
  state_.ids[spawn.a] = child;
}

const Step& ScriptExecutor::resume(ThreadId id, const mcheck::Outcome& outcome) {
  Thread& thread = state_.threads[id];
  const std::vector<Instruction>& list = program_.threads[thread.program];
  if (thread.started) {
    const Kind kind = list[thread.at++].operation.kind;
    thread.last = outcome.failed && kind == Kind::kCompareExchange ? 99 : outcome.result;
    if (kind != Kind::kSpawn && kind != Kind::kJoin) {
      thread.results += std::to_string(thread.last) + " ";
    }
  }
  thread.started = true;
  while (thread.at < list.size() && list[thread.at].required_result >= 0 &&
         static_cast<mcheck::Word>(list[thread.at].required_result) != thread.last) {
    ++thread.at;
  }
  step_ = {};
  if (thread.at == list.size()) return step_;
  const Instruction& next = list[thread.at];
  if (next.what == Instruction::What::kAssumeFalse) {
    step_.kind = Step::Kind::kFalseAssumption;
  } else if (next.what == Instruction::What::kFail) {
    step_.kind = Step::Kind::kFailed;
    step_.failure.message = "fails";
  } else {
    step_.kind = Step::Kind::kOperation;
    step_.operation = next.operation;
    if (next.operation.object != mcheck::kNoObject) {
      step_.operation.object = objects_[mcheck::index(next.operation.object) - 1];
    }
    if (next.operation.kind == Kind::kJoin) {
      step_.operation.a = mcheck::index(state_.ids.at(next.operation.a));
    }
  }
  return step_;
}

std::optional<mcheck::Executor::Snapshot> ScriptExecutor::snapshot() {
  saves_.push_back(state_);
  return static_cast<Snapshot>(saves_.size() - 1);
}

void ScriptExecutor::restore(Snapshot snapshot) {
  saves_.resize(snapshot + 1);
  state_ = saves_[snapshot];
}

std::string ScriptExecutor::final_state(const mcheck::Execution& execution) const {
  std::string state;
  for (const auto& [number, id] : state_.ids) {
    const Thread& thread = state_.threads.at(id);
    state += std::to_string(number) + " at " + std::to_string(thread.at) + ": " + thread.results;
  }
  for (const mcheck::ObjectId id : objects_) {
    state += std::to_string(execution.state_of(id).value) + ",";
  }
  return state;
}

std::string text(const Program& program) {
  std::string text;
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    text += "thread " + std::to_string(t) + "\n";
    for (const Instruction& next : program.threads[t]) {
      const mcheck::Operation& operation = next.operation;
      text += "  ";
      if (next.required_result >= 0) text += "if " + std::to_string(next.required_result) + ": ";
      if (next.what == Instruction::What::kFail) {
        text += "fail\n";
      } else if (next.what == Instruction::What::kAssumeFalse) {
        text += "assume false\n";
      } else {
        text += std::string(name_of(operation)) + " object " +
                std::to_string(mcheck::index(operation.object)) + " a " +
                std::to_string(operation.a) + " b " + std::to_string(operation.b) +
                (operation.may_fail ? " may fail" : "") + "\n";
      }
    }
  }
  return text;
}

}  // namespace script
