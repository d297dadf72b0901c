// SPDX-License-Identifier: MIT
// Programs as lists of raw operations: every kind, threads started by any thread, threads that fail
// or make a false assumption. What the tables of tests/support cannot express.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/search/execution/execution.hpp"
#include "engine/search/steps/executor.hpp"

namespace script {

struct Instruction {
  enum class What { kOperation, kFail, kAssumeFalse } what = What::kOperation;
  // Its object is 1 + an index into Program::objects; a spawn or join names a thread of the
  // program.
  mcheck::Operation operation;
  int required_result = -1;  // the thread's last result must be this; below 0: in any case
};

struct Object {
  mcheck::ObjectKind kind{};
  mcheck::State first;
};

// Thread 0 is main. Each other thread is spawned at most once, and joined by the thread that
// spawned it.
struct Program {
  std::vector<Object> objects;
  std::vector<std::vector<Instruction>> threads;
};

[[nodiscard]] std::string text(const Program& program);

// Up to five threads of about `length` operations in all, the same for the same seed.
[[nodiscard]] Program random_program(std::uint64_t seed, int length);

class ScriptExecutor final : public mcheck::Executor {
 public:
  explicit ScriptExecutor(const Program& program) : program_(program) {}

  void begin(mcheck::Execution& execution) override;
  void create(mcheck::ThreadId child, const mcheck::Operation& spawn) override;
  const mcheck::Step& resume(mcheck::ThreadId thread, const mcheck::Outcome& outcome) override;
  std::optional<Snapshot> snapshot() override;
  void restore(Snapshot snapshot) override;
  void forget(Snapshot snapshot) override { saves_.resize(snapshot); }

  // Results of each thread, in order, and the value of each object.
  [[nodiscard]] std::string final_state(const mcheck::Execution& execution) const;

 private:
  struct Thread {
    std::size_t program = 0;
    std::size_t at = 0;
    bool started = false;
    mcheck::Word last = 0;
    std::string results;
  };
  struct ScriptState {
    std::map<mcheck::ThreadId, Thread> threads;
    std::map<std::size_t, mcheck::ThreadId> ids;  // by thread of the program
  };

  const Program& program_;
  ScriptState state_;
  std::vector<ScriptState> saves_;
  mcheck::Step step_;
  std::vector<mcheck::ObjectId> objects_;
};

}  // namespace script
