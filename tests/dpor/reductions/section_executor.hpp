// SPDX-License-Identifier: MIT
// Runs programs with atomic sections under the real search, with no coroutine.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "engine/search/execution/execution.hpp"
#include "engine/search/steps/executor.hpp"
#include "engine/search/strategy/strategy.hpp"
#include "tests/support/oracle/sections.hpp"

namespace sections {

// Faults in how a program is run, on purpose.
enum class Fault : std::uint8_t { kNothing, kIgnoresSections };

class SectionExecutor final : public mcheck::Executor {
 public:
  explicit SectionExecutor(const Program& program, Fault fault = Fault::kNothing)
      : program_(program), fault_(fault) {}

  void begin(mcheck::Execution& execution) override;
  void create(mcheck::ThreadId child, const mcheck::Operation& spawn) override;
  const mcheck::Step& resume(mcheck::ThreadId thread, const mcheck::Outcome& outcome) override;
  std::optional<Snapshot> snapshot() override;
  void restore(Snapshot snapshot) override;
  void forget(Snapshot snapshot) override { saves_.resize(snapshot); }

  [[nodiscard]] std::string final_state() const;
  [[nodiscard]] std::string deadlock_state() const;

 private:
  struct Place {
    std::size_t at = 0;
    int r = 0;
  };
  struct Thread {
    std::size_t program = 0;
    Place place;
    Place before_section;
    int depth = 0;
    int part = 0;  // of a statement with several operations
    bool started = false;
    std::array<bool, kObjects> holds{};
  };
  using Threads = std::map<mcheck::ThreadId, Thread>;

  void main_step();
  void apply_result(mcheck::ThreadId id, Thread& thread, const mcheck::Outcome& outcome);
  void next(mcheck::ThreadId id, Thread& thread);
  bool has_no_effect(Thread& thread, const Statement& s);
  [[nodiscard]] mcheck::Operation operation(mcheck::ThreadId id, const Thread& thread,
                                            const Statement& s) const;
  [[nodiscard]] mcheck::Operation end_of_section(mcheck::ThreadId id, const Thread& thread) const;

  using Ids = std::array<mcheck::ObjectId, kObjects>;

  const Program& program_;
  Fault fault_;
  mcheck::Execution* execution_ = nullptr;
  mcheck::Step step_;
  Threads threads_;
  std::vector<mcheck::ThreadId> started_by_main_;
  std::size_t main_at_ = 0;
  struct SavedState {
    Threads threads;
    std::vector<mcheck::ThreadId> started_by_main;
    std::size_t main_at = 0;
  };
  std::vector<SavedState> saves_;
  Ids x_{}, mutex_{}, condition_{};
  mcheck::ObjectId section_{};
};

struct Explored {
  Outcomes outcomes;
  std::set<std::string> partial_deadlocks;  // some threads wait for each other; others may be
                                            // enabled
  std::uint64_t executions = 0;
  std::uint64_t redundant = 0;
  std::uint64_t classes = 0;
  bool complete = false;
};

// Runs at most this many executions.
[[nodiscard]] Explored explore(const Program& program, mcheck::Strategy& strategy,
                               std::uint64_t max_executions, Fault fault = Fault::kNothing);

}  // namespace sections
