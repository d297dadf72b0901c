// SPDX-License-Identifier: MIT
// Runs programs with atomic sections under the real search, with no coroutine.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "engine/search/execution.hpp"
#include "engine/search/executor.hpp"
#include "engine/search/strategy.hpp"
#include "tests/support/sections.hpp"

namespace sections {

// Faults in how a program is run, on purpose.
enum class Wrong : std::uint8_t { kNothing, kTakesNothing };

class SectionExecutor final : public mcheck::Executor {
 public:
  explicit SectionExecutor(const Program& program, Wrong wrong = Wrong::kNothing)
      : program_(program), wrong_(wrong) {}

  void begin(mcheck::Execution& execution) override;
  void create(mcheck::ThreadId child, const mcheck::Operation& spawn) override;
  const mcheck::Step& resume(mcheck::ThreadId thread, const mcheck::Outcome& outcome) override;
  std::optional<Save> save() override;
  void restore(Save save) override;
  void forget(Save save) override { saves_.resize(save); }

  [[nodiscard]] std::string final_state() const;
  [[nodiscard]] std::string standstill() const;

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
  void take(mcheck::ThreadId id, Thread& thread, const mcheck::Outcome& outcome);
  void next(mcheck::ThreadId id, Thread& thread);
  bool skips(Thread& thread, const Statement& s);
  [[nodiscard]] mcheck::Operation operation(mcheck::ThreadId id, const Thread& thread,
                                            const Statement& s) const;
  [[nodiscard]] mcheck::Operation end_of_section(mcheck::ThreadId id, const Thread& thread) const;

  using Ids = std::array<mcheck::ObjectId, kObjects>;

  const Program& program_;
  Wrong wrong_;
  mcheck::Execution* execution_ = nullptr;
  mcheck::Step step_;
  Threads threads_;
  std::vector<mcheck::ThreadId> started_by_main_;
  std::size_t main_at_ = 0;
  struct World {
    Threads threads;
    std::vector<mcheck::ThreadId> started_by_main;
    std::size_t main_at = 0;
  };
  std::vector<World> saves_;
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
                               std::uint64_t most, Wrong wrong = Wrong::kNothing);

}  // namespace sections
