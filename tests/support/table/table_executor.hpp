// SPDX-License-Identifier: MIT
// Runs a table program under the real search without coroutines: every thread is a position and
// some registers. The engine's semantics define what a statement does; this only requests it and
// applies the result.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "engine/search/execution/execution.hpp"
#include "engine/search/steps/executor.hpp"
#include "tests/support/table/final_state.hpp"
#include "tests/support/table/table.hpp"

namespace table {

class TableExecutor final : public mcheck::Executor {
 public:
  // Faults in the identity of a state, on purpose.
  enum class Fault : std::uint8_t { kHealthy, kForgetsRegisters };

  explicit TableExecutor(const Program& program, bool saves = true, Fault fault = Fault::kHealthy)
      : program_(program),
        started_(started_by_statements(program)),
        saves_allowed_(saves),
        fault_(fault) {}

  void begin(mcheck::Execution& execution) override;
  void create(mcheck::ThreadId child, const mcheck::Operation& spawn) override;
  const mcheck::Step& resume(mcheck::ThreadId thread, const mcheck::Outcome& outcome) override;
  std::optional<mcheck::Fingerprint> state_of_program() override;  // table_state.cpp
  std::optional<Snapshot> snapshot() override;
  void restore(Snapshot snapshot) override;
  void forget(Snapshot snapshot) override { saves_.resize(snapshot); }

  // The final state in the terms of machine.hpp.
  [[nodiscard]] FinalState outcome(const mcheck::Execution& execution) const;
  [[nodiscard]] std::string final_state(const mcheck::Execution& execution) const {
    return text(outcome(execution));
  }

  // The index of the thread in the table; for main, the number of threads there.
  [[nodiscard]] int program_thread(mcheck::ThreadId thread) const {
    return static_cast<int>(threads_.at(thread).program);
  }
  // All objects, in the order of the oracle's families (machine.hpp).
  [[nodiscard]] const std::vector<mcheck::ObjectId>& objects() const { return objects_; }

 private:
  // How often a thread holds each lock.
  struct Holds {
    std::array<int, kObjects> mutex{}, recursive{}, reads{}, writes{};
  };
  struct Thread {
    std::size_t program = 0;  // index in the table; the number of threads: main
    std::size_t at = 0;
    int part = 0;                      // of a statement with several operations
    mcheck::Word previous_result = 0;  // of the part before
    std::array<int, kRegisters> r{};
    Holds holds;
    bool started = false;
    Ended ended = Ended::kStuck;  // until it has ended
  };
  struct SavedState {
    std::map<mcheck::ThreadId, Thread> threads;
    std::map<std::size_t, mcheck::ThreadId> ids;  // of started threads
  };

  // table_executor.cpp
  mcheck::Step main_step(Thread& main);
  mcheck::Step next(Thread& thread);
  [[nodiscard]] bool does_not_apply(const Thread& thread, const Statement& s) const;
  [[nodiscard]] bool has_started(const Thread& thread, std::size_t target) const;
  // table_operations.cpp
  [[nodiscard]] mcheck::Operation operation(const Thread& thread, const Statement& s) const;
  [[nodiscard]] mcheck::Operation lock_operation(const Statement& s) const;
  [[nodiscard]] mcheck::Operation memory_operation(const Statement& s) const;
  [[nodiscard]] mcheck::Operation other_operation(const Thread& thread, const Statement& s) const;
  // table_answers.cpp
  void apply_result(Thread& thread, const mcheck::Outcome& outcome);
  static void apply_lock_result(Thread& thread, const Statement& s, const mcheck::Outcome& outcome);
  static bool apply_part_result(Thread& thread, const Statement& s, const mcheck::Outcome& outcome);

  using Ids = std::array<mcheck::ObjectId, kObjects>;

  const Program& program_;
  std::uint32_t started_;  // bit set of threads that main does not start
  bool saves_allowed_;
  Fault fault_;
  mcheck::Step step_;
  std::map<mcheck::ThreadId, Thread> threads_;
  std::map<std::size_t, mcheck::ThreadId> ids_;  // by thread of the table
  std::vector<SavedState> saves_;
  std::vector<mcheck::ObjectId> objects_;
  Ids x_{}, mutex_{}, recursive_{}, shared_{}, condition_{}, permits_{}, latch_{}, barrier_{},
      once_{}, event_{}, data_{}, gate_{};
};

}  // namespace table
