// SPDX-License-Identifier: MIT
// Runs a table program under the real search, with no coroutine: every thread is a position and
// some registers. What a statement does is told by the engine's semantics; here is only what it
// asks for, and what becomes of the answer.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "engine/search/execution.hpp"
#include "engine/search/executor.hpp"
#include "tests/support/table.hpp"

namespace table {

class TableExecutor final : public mcheck::Executor {
 public:
  explicit TableExecutor(const Program& program, bool saves = true)
      : program_(program), saves_allowed_(saves) {}

  void begin(mcheck::Execution& execution) override;
  void create(mcheck::ThreadId child, const mcheck::Operation& spawn) override;
  mcheck::Step resume(mcheck::ThreadId thread, const mcheck::Outcome& outcome) override;
  std::optional<Save> save() override;
  void restore(Save save) override;
  void forget(Save save) override { saves_.resize(save); }

  // Registers, thread by thread, and values: the text that enumerate.hpp makes of the same state.
  [[nodiscard]] std::string final_state(const mcheck::Execution& execution) const;

 private:
  struct Thread {
    std::size_t program = 0;  // which thread of the table; the last + 1: main
    std::size_t at = 0;
    int part = 0;
    std::array<int, kRegisters> r{};
    std::array<bool, kObjects> mutex{}, reads{}, writes{};
    bool started = false;
  };

  mcheck::Step main_step(Thread& main, const mcheck::Outcome& outcome);
  mcheck::Step next(Thread& thread);
  void take(Thread& thread, const mcheck::Outcome& outcome);
  [[nodiscard]] mcheck::Operation operation(const Thread& thread, const Statement& s) const;

  const Program& program_;
  bool saves_allowed_;
  std::map<mcheck::ThreadId, Thread> threads_;
  std::vector<mcheck::ThreadId> children_;
  std::vector<std::pair<std::map<mcheck::ThreadId, Thread>, std::vector<mcheck::ThreadId>>> saves_;
  std::array<mcheck::ObjectId, kObjects> x_{}, mutex_{}, shared_{}, condition_{}, permits_{};
};

}  // namespace table
