// SPDX-License-Identifier: MIT
// Compares depth-first search of table programs under the real engine with the oracle of
// reductions. They share no code, so each checks the other: what a step does, what it happens
// before, and how executions end.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <map>

#include "dpor/bounds/depth_first.hpp"
#include "engine/search/driver/search.hpp"
#include "tests/support/deep.hpp"
#include "tests/support/generators/random_programs.hpp"
#include "tests/support/oracle/enumerate.hpp"
#include "tests/support/table/table_schedule.hpp"

namespace mcheck::classes_engine_test {
namespace {

using mcheck::Event;
using mcheck::Kind;
using mcheck::Mode;
using table::ClassSet;
using table::Program;
using table::Relation;
using table::Shape;
using table::Theme;

// The happens-before relation of an execution, computed from its events alone: for each pair,
// whether the first happens before the second.
class EventOrder {
 public:
  EventOrder(const mcheck::Execution& execution, Relation relation)
      : execution_(execution),
        relation_(relation),
        events_(execution.events()),
        past_(events_.size()) {
    for (std::size_t later = 0; later < events_.size(); ++later) {
      past_[later].assign(events_.size(), false);
      for (std::size_t earlier = later; earlier-- > 0;) {
        if (!past_[later][earlier] && directly_precedes(earlier, later)) add(later, earlier);
      }
    }
  }

  // The number of choices of the thread that happen before this event, itself included.
  [[nodiscard]] int choices_before(std::size_t at, mcheck::ThreadId thread) const {
    int count = 0;
    for (std::size_t i = 0; i <= at; ++i) {
      const bool counts = !events_[i].eager && events_[i].thread == thread;
      if (counts && (i == at || past_[at][i])) ++count;
    }
    return count;
  }

 private:
  void add(std::size_t later, std::size_t earlier) {
    past_[later][earlier] = true;
    for (std::size_t i = 0; i < earlier; ++i) {
      if (past_[earlier][i]) past_[later][i] = true;
    }
  }

  [[nodiscard]] bool directly_precedes(std::size_t earlier, std::size_t later) const {
    const Event& a = events_[earlier];
    const Event& b = events_[later];
    if (a.thread == b.thread) return true;
    if (a.operation.kind == Kind::kSpawn && mcheck::ThreadId(a.result) == b.thread) return true;
    if (b.operation.kind == Kind::kJoin) return mcheck::ThreadId(b.operation.a) == a.thread;
    if (a.operation.object == mcheck::kNoObject || a.operation.object != b.operation.object) {
      return false;
    }
    if (b.operation.kind == Kind::kAwaken)
      return wakes(a, b.thread) && !woken_since(earlier, later);
    if (a.operation.kind == Kind::kAwaken || a.operation.kind == Kind::kEventWait) return false;
    if (b.operation.kind == Kind::kEventWait) return a.mode != Mode::kRead;
    if (relation_ == Relation::kCommuting && commutes(a) && commutes(b)) return false;
    return a.mode != Mode::kRead || b.mode != Mode::kRead;
  }

  static bool commutes(const Event& event) {
    switch (event.operation.kind) {
      case Kind::kLockShared:
      case Kind::kTryLockShared:
      case Kind::kUnlockShared:
      case Kind::kRelease:
      case Kind::kCountDown: return event.mode != Mode::kRead;
      case Kind::kGateOpen: return event.operation.b == 0;
      default: return false;
    }
  }

  [[nodiscard]] bool wakes(const Event& event, mcheck::ThreadId thread) const {
    if (event.mode != Mode::kExclusive) return false;
    const auto waits = [&](std::uint32_t version) {
      return execution_.state_at(version).threads.has(thread);
    };
    return waits(event.version_before) && !waits(event.version_after);
  }

  [[nodiscard]] bool woken_since(std::size_t earlier, std::size_t later) const {
    const Event& awaken = events_[later];
    for (std::size_t i = earlier + 1; i < later; ++i) {
      const bool same_object = events_[i].operation.object == awaken.operation.object;
      if (same_object && wakes(events_[i], awaken.thread)) return true;
    }
    return false;
  }

  const mcheck::Execution& execution_;
  Relation relation_;
  std::span<const Event> events_;
  std::vector<std::vector<bool>> past_;
};

// What the oracle says of every execution of depth-first search.
class OracleComparison final : public mcheck::Strategy {
 public:
  OracleComparison(const Program& program, Relation relation, const table::TableExecutor& executor)
      : program_(program), relation_(relation), executor_(executor) {}

  std::optional<mcheck::Begin> begin_execution() override { return inner_.begin_execution(); }
  mcheck::Pick pick(const mcheck::View& view) override { return inner_.pick(view); }
  void end_execution(const mcheck::Execution& execution, mcheck::Ending ending) override {
    inner_.end_execution(execution, ending);
    const std::vector<table::ScheduleStep> schedule = table::schedule_of(execution, executor_);
    const auto replayed = table::class_of(program_, relation_, schedule);
    possible = possible && replayed.has_value();
    if (!replayed) return;
    maximal = maximal && replayed->maximal;
    same_outcome = same_outcome && replayed->outcome == executor_.outcome(execution);
    classes.emplace(replayed->key, replayed->outcome);
    const auto steps = table::steps_of(program_, relation_, schedule);
    same_uses = same_uses && same_uses_of_objects(execution, *steps);
    if (compares_order) same_order = same_order && same_happens_before(execution, *steps);
  }
  [[nodiscard]] bool exhaustive() const override { return true; }

  bool compares_order = true;
  bool possible = true;      // the oracle can do every step
  bool same_uses = true;     // each step uses the same object in the same way
  bool same_order = true;    // and as many steps of each thread happen before it
  bool maximal = true;       // no step is left at the end
  bool same_outcome = true;  // and the end is the same
  ClassSet classes;

 private:
  static bool same_uses_of_objects(const mcheck::Execution& execution,
                                   const std::vector<table::OracleStep>& steps) {
    std::map<mcheck::ObjectId, int> objects;
    std::size_t at = 0;
    for (const Event& event : execution.events()) {
      if (event.eager) continue;
      const table::OracleStep& step = steps[at++];
      const bool reads = step.use == table::Use::kReads;
      if (reads != (event.mode == Mode::kRead)) return false;
      const mcheck::ObjectId object = event.operation.object;
      if (objects.emplace(object, step.object).first->second != step.object) return false;
    }
    return true;
  }

  [[nodiscard]] bool same_happens_before(const mcheck::Execution& execution,
                                         const std::vector<table::OracleStep>& steps) const {
    const EventOrder order(execution, relation_);
    std::size_t step = 0;
    for (std::size_t at = 0; at < execution.events().size(); ++at) {
      if (execution.events()[at].eager) continue;
      const table::Clock& clock = steps[step++].clock;
      for (const mcheck::ThreadRecord& record : execution.threads()) {
        if (record.id == mcheck::kMainThread) continue;
        const auto thread = static_cast<std::size_t>(executor_.program_thread(record.id));
        if (order.choices_before(at, record.id) != clock.of[thread]) return false;
      }
    }
    return true;
  }

  mcheck::DepthFirst inner_{-1};
  const Program& program_;
  Relation relation_;
  const table::TableExecutor& executor_;
};

void search_all(const Program& program, OracleComparison& strategy,
                table::TableExecutor& executor) {
  mcheck::Identities identities;
  mcheck::Execution execution(identities);
  mcheck::SearchOptions options;
  options.stop_after = 0;
  mcheck::Search search(execution, executor, strategy, options);
  search.explore();
  INFO(table::text(program));
  REQUIRE(strategy.possible);
  REQUIRE(strategy.same_uses);
  REQUIRE(strategy.same_order);
}

void compare(const Program& program, Relation relation, bool compares_order) {
  table::TableExecutor executor(program);
  OracleComparison strategy(program, relation, executor);
  strategy.compares_order = compares_order;
  search_all(program, strategy, executor);
  INFO(table::text(program));
  REQUIRE(strategy.maximal);
  REQUIRE(strategy.same_outcome);
  REQUIRE(strategy.classes == table::classes_of(program, relation, 1'000'000));
}

}  // namespace

TEST_CASE("depth-first search under the engine visits exactly the classes that the oracle finds") {
  for (const Theme theme : table::kThemesAndGates) {
    int compared = 0;
    Shape shape{.theme = theme, .max_statements = 3, .max_total_statements = 8, .stops = false};
    const std::uint64_t seeds = is_deep() ? 5'000 : 300;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      const Program program = table::random_program(seed, shape);
      const table::Enumeration all = table::enumerate(program, -1, 1'000);
      if (!all.complete) continue;
      ++compared;
      INFO(table::name_of(theme) << ", seed " << seed);
      compare(program, Relation::kReadWrite, all.schedules < 200);
      compare(program, Relation::kCommuting, all.schedules < 200);
    }
    INFO(table::name_of(theme));
    CHECK(compared > 100);
  }
}

// The engine ends an execution where a thread fails or is cut off; the oracle continues.
TEST_CASE("where the engine stops at a failure, the oracle can take the same steps") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Program program = table::random_program(
        seed, Shape{.theme = Theme::kChecks, .max_statements = 3, .max_total_statements = 8});
    if (!table::enumerate(program, -1, 1'000).complete) continue;
    table::TableExecutor executor(program);
    OracleComparison strategy(program, Relation::kReadWrite, executor);
    INFO("seed " << seed);
    search_all(program, strategy, executor);
  }
}

}  // namespace mcheck::classes_engine_test
