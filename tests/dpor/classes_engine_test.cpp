// SPDX-License-Identifier: MIT
// Depth-first search of table programs under the real engine against the oracle of reductions. They
// share no code, so this holds each against the other: what a step does, what it happens before,
// and how executions end.
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "dpor/depth_first.hpp"
#include "engine/search/search.hpp"
#include "tests/support/enumerate.hpp"
#include "tests/support/random_programs.hpp"
#include "tests/support/table_schedule.hpp"

namespace {

using mcheck::Event;
using mcheck::Kind;
using mcheck::Mode;
using table::ClassSet;
using table::Program;
using table::Relation;
using table::Shape;
using table::Theme;

// The happens-before relation of an execution, out of nothing but its events: for each pair of
// them, whether the first happens before the second.
class EventOrder {
 public:
  explicit EventOrder(const mcheck::Execution& execution)
      : execution_(execution), events_(execution.events()), past_(events_.size()) {
    for (std::size_t later = 0; later < events_.size(); ++later) {
      past_[later].assign(events_.size(), false);
      for (std::size_t earlier = later; earlier-- > 0;) {
        if (!past_[later][earlier] && leads_to(earlier, later)) add(later, earlier);
      }
    }
  }

  // The choices with what happens before each, as sets that do not depend on the order of the rest.
  using Name = std::pair<mcheck::ThreadId, std::uint32_t>;  // and place in it
  using Class = std::map<Name, std::pair<mcheck::Word, std::set<Name>>>;
  [[nodiscard]] Class class_of_execution() const {
    Class result;
    for (std::size_t later = 0; later < events_.size(); ++later) {
      if (events_[later].eager) continue;
      auto& [label, past] = result[name(later)];
      label = events_[later].label;
      for (std::size_t earlier = 0; earlier < later; ++earlier) {
        if (past_[later][earlier] && !events_[earlier].eager) past.insert(name(earlier));
      }
    }
    return result;
  }

 private:
  [[nodiscard]] Name name(std::size_t at) const { return {events_[at].thread, events_[at].index}; }

  void add(std::size_t later, std::size_t earlier) {
    past_[later][earlier] = true;
    for (std::size_t i = 0; i < earlier; ++i) {
      if (past_[earlier][i]) past_[later][i] = true;
    }
  }

  [[nodiscard]] bool leads_to(std::size_t earlier, std::size_t later) const {
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
    if (b.operation.kind == Kind::kEventWait) return a.mode == Mode::kExclusive;
    return a.mode == Mode::kExclusive || b.mode == Mode::kExclusive;
  }

  [[nodiscard]] bool wakes(const Event& event, mcheck::ThreadId thread) const {
    if (event.mode != Mode::kExclusive) return false;
    const auto waits = [&](std::uint32_t version) {
      return execution_.versions()[version].state.threads.has(thread);
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
  std::span<const Event> events_;
  std::vector<std::vector<bool>> past_;
};

// Where every execution of depth-first search leads, by the oracle's reckoning.
class Mapping final : public mcheck::Strategy {
 public:
  Mapping(const Program& program, Relation relation, const table::TableExecutor& executor)
      : program_(program), relation_(relation), executor_(executor) {}

  std::optional<mcheck::Begin> begin_execution() override { return inner_.begin_execution(); }
  mcheck::Pick pick(const mcheck::View& view) override { return inner_.pick(view); }
  void end_execution(const mcheck::Execution& execution, mcheck::Ending ending) override {
    inner_.end_execution(execution, ending);
    const std::vector<table::ScheduleStep> schedule = table::schedule_of(execution, executor_);
    const auto replayed = table::class_of(program_, relation_, schedule);
    possible = possible && replayed.has_value() && uses_agree(execution, schedule);
    if (!replayed) return;
    maximal = maximal && replayed->maximal;
    agreed = agreed && replayed->outcome == executor_.outcome(execution);
    const bool is_new = classes.emplace(replayed->key, replayed->outcome).second;
    if (!orders_too || relation_ != Relation::kReadWrite) return;
    const auto order = EventOrder(execution).class_of_execution();
    const auto known = orders_.emplace(order, replayed->key);
    same_order = same_order && known.second == is_new && known.first->second == replayed->key;
  }
  [[nodiscard]] bool exhaustive() const override { return true; }

  bool orders_too = true;
  bool possible = true;    // the oracle could do every step, and said the same of its use
  bool maximal = true;     // at the end there was no other step
  bool agreed = true;      // and the end was the same
  bool same_order = true;  // two executions are of one class exactly if the events say so
  ClassSet classes;

 private:
  // Each step was on the same object, and changed it or not, by the engine's account, too.
  [[nodiscard]] bool uses_agree(const mcheck::Execution& execution,
                                const std::vector<table::ScheduleStep>& schedule) const {
    const auto steps = table::steps_of(program_, relation_, schedule);
    if (!steps) return false;
    std::map<mcheck::ObjectId, int> objects;
    std::size_t at = 0;
    for (const Event& event : execution.events()) {
      if (event.eager) continue;
      const table::Step& step = (*steps)[at++];
      const bool reads = step.use == table::Use::kReads;
      if (reads != (event.mode == Mode::kRead)) return false;
      const mcheck::ObjectId object = event.operation.object;
      if (objects.emplace(object, step.object).first->second != step.object) return false;
    }
    return true;
  }

  mcheck::DepthFirst inner_{-1};
  std::map<EventOrder::Class, table::ClassKey> orders_;
  const Program& program_;
  Relation relation_;
  const table::TableExecutor& executor_;
};

void search_all(const Program& program, Mapping& strategy, table::TableExecutor& executor) {
  mcheck::Identities identities;
  mcheck::Execution execution(identities);
  mcheck::SearchOptions options;
  options.stop_after = 0;
  mcheck::Search search(execution, executor, strategy, options);
  search.explore();
  INFO(table::text(program));
  REQUIRE(strategy.possible);
}

void compare(const Program& program, Relation relation, bool orders_too) {
  table::TableExecutor executor(program);
  Mapping strategy(program, relation, executor);
  strategy.orders_too = orders_too;
  search_all(program, strategy, executor);
  INFO(table::text(program));
  REQUIRE(strategy.maximal);
  REQUIRE(strategy.agreed);
  REQUIRE(strategy.same_order);
  REQUIRE(strategy.classes == table::classes_of(program, relation, 1'000'000));
}

}  // namespace

TEST_CASE("depth-first search under the engine visits exactly the classes that the oracle finds") {
  for (const Theme theme : table::kThemes) {
    int compared = 0;
    Shape shape{.theme = theme, .most_statements = 3, .most_together = 8, .stops = false};
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
      const Program program = table::random_program(seed, shape);
      const table::Enumeration all = table::enumerate(program, -1, 1'000);
      if (!all.complete) continue;
      ++compared;
      INFO(table::name_of(theme) << ", seed " << seed);
      compare(program, Relation::kReadWrite, all.schedules < 200);
      compare(program, Relation::kCommuting, false);
    }
    INFO(table::name_of(theme));
    CHECK(compared > 100);
  }
}

// Today the engine ends an execution where a thread fails or is cut off; the oracle goes on.
TEST_CASE("where the engine stops at a failure, it has come there by steps that the oracle knows") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Program program = table::random_program(
        seed, Shape{.theme = Theme::kChecks, .most_statements = 3, .most_together = 8});
    if (!table::enumerate(program, -1, 1'000).complete) continue;
    table::TableExecutor executor(program);
    Mapping strategy(program, Relation::kReadWrite, executor);
    strategy.orders_too = false;
    INFO("seed " << seed);
    search_all(program, strategy, executor);
  }
}
