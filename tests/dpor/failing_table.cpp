// SPDX-License-Identifier: MIT
#include "tests/dpor/failing_table.hpp"

#include <algorithm>

#include "dpor/random_walk.hpp"
#include "dpor/replay.hpp"
#include "tests/support/enumerate.hpp"
#include "tests/support/random_programs.hpp"
#include "tests/support/table_schedule.hpp"

namespace failing {

table::Ends Subject::fails() const {
  return [bad = bad_end](const table::FinalState& state) {
    return bad.empty() ? state.deadlock() : table::text(state) == bad;
  };
}

table::Ends Subject::passes() const {
  return [bad = bad_end](const table::FinalState& state) {
    return !state.deadlock() && (bad.empty() || table::text(state) != bad);
  };
}

std::optional<Subject> random_subject(std::uint64_t seed, std::uint64_t limit) {
  const table::Shape shape{.theme = table::kThemes.at(seed % table::kThemes.size()),
                           .most_threads = 2 + static_cast<int>(seed % 3),
                           .most_statements = 4,
                           .most_together = 8,
                           .stops = false};
  Subject subject{.program = table::random_program(seed, shape), .bad_end = {}};
  const table::Enumeration all = table::enumerate(subject.program, -1, limit);
  // Half of the failures take at least one preemption, a quarter two.
  const int too_few = static_cast<int>(seed % 4) - 2;
  table::Enumeration plain;
  if (too_few >= 0) plain = table::enumerate(subject.program, too_few, limit);
  if (!all.complete || all.final_states.size() < 2) return std::nullopt;
  const bool may_stick = all.deadlocks > 0 && all.deadlocks < all.schedules;
  if (may_stick && plain.deadlocks == 0 && seed % 3 == 0) return subject;
  // The final state that is reached least.
  std::uint64_t least = all.schedules;
  int passing = 0;
  for (const auto& [state, count] : all.final_states) {
    if (state.find("stuck") != std::string::npos) continue;
    ++passing;
    if (count >= least || plain.final_states.contains(state)) continue;
    least = count;
    subject.bad_end = state;
  }
  if (passing < 2 || subject.bad_end.empty()) return std::nullopt;
  return subject;
}

// A table executor; an execution that ends in the failing state fails.
class Bench::Executor final : public mcheck::Executor {
 public:
  Executor(const Subject& subject, const mcheck::Execution& execution)
      : subject_(subject), execution_(execution), inner_(subject.program) {}

  void begin(mcheck::Execution& execution) override { inner_.begin(execution); }
  std::optional<mcheck::Failure> at_end() override {
    const std::string state = inner_.final_state(execution_);
    if (subject_.bad_end.empty() || state != subject_.bad_end) return std::nullopt;
    return mcheck::Failure{.kind = mcheck::FailureKind::kCheck, .message = "ends in " + state};
  }
  void create(mcheck::ThreadId child, const mcheck::Operation& spawn) override {
    inner_.create(child, spawn);
  }
  const mcheck::Step& resume(mcheck::ThreadId thread, const mcheck::Outcome& result) override {
    return inner_.resume(thread, result);
  }
  std::optional<Save> save() override { return inner_.save(); }
  void restore(Save save) override { inner_.restore(save); }
  void forget(Save save) override { inner_.forget(save); }

  [[nodiscard]] const table::TableExecutor& inner() const { return inner_; }

 private:
  const Subject& subject_;
  const mcheck::Execution& execution_;
  table::TableExecutor inner_;
};

Bench::Bench(const Subject& subject)
    : subject_(subject),
      executor_(std::make_unique<Executor>(subject, execution_)),
      trials_{.execution = execution_, .run = {}, .alike = {}, .shows = {}} {
  trials_.run = [this](mcheck::Strategy& strategy, mcheck::SearchOptions options) {
    return mcheck::Search(execution_, *executor_, strategy, std::move(options)).explore();
  };
  trials_.alike = [this](const mcheck::Failure& failure) {
    return subject_.bad_end.empty() ? mcheck::is_deadlock(failure.kind) ||
                                          failure.kind == mcheck::FailureKind::kPartialDeadlock
                                    : failure.kind == mcheck::FailureKind::kCheck;
  };
  trials_.shows = [this](const std::vector<mcheck::Move>& moves) {
    mcheck::Follow follow(moves);
    const mcheck::SearchReport report = trials_.run(follow, {.executions = 1, .stop_after = 1});
    return !report.failures.empty() && trials_.alike(report.failures[0].failure);
  };
}

Bench::~Bench() = default;

std::optional<std::vector<mcheck::Move>> Bench::found_at_random(std::uint64_t seed) {
  mcheck::RandomWalk walk(mcheck::SamplerOptions{.seed = seed});
  std::optional<std::vector<mcheck::Move>> found;
  mcheck::TrialBudget budget(10, 200'000);
  (void)trials_.look(walk, budget,
                     [&](mcheck::Ending ending, const std::optional<mcheck::Failure>& failure) {
                       if (ending != mcheck::Ending::kFailed) return false;
                       if (!trials_.alike(*failure)) return false;
                       found = mcheck::moves_of(execution_);
                       return true;
                     });
  return found;
}

std::vector<table::ScheduleStep> Bench::told(const std::vector<mcheck::Move>& moves) {
  (void)trials_.shows(moves);
  return table::schedule_of(execution_, executor_->inner());
}

}  // namespace failing
