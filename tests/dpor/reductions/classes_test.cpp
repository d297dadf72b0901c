// SPDX-License-Identifier: MIT
// Compares the oracle of reductions itself with closed forms and with all interleavings, one by
// one. classes_engine_test.cpp compares it with the real engine.
#include "tests/support/oracle/classes.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <set>

#include "tests/support/generators/random_programs.hpp"
#include "tests/support/generators/small_programs.hpp"

namespace mcheck::classes_test {
namespace {

using table::CallMode;
using table::ClassSet;
using table::Program;
using table::Relation;
using table::Shape;
using table::Theme;
using table::Word;
using Statements = std::vector<table::Statement>;

ClassSet all_classes(const Program& program, Relation relation = Relation::kReadWrite) {
  return table::classes_of(program, relation, 1'000'000).value();
}

std::size_t class_count(const Program& program, Relation relation = Relation::kReadWrite) {
  return all_classes(program, relation).size();
}

std::size_t deadlocks(const ClassSet& classes) {
  return static_cast<std::size_t>(
      std::ranges::count_if(classes, [](const auto& each) { return each.second.deadlock(); }));
}

Program same(std::size_t threads, const Statements& statements) {
  Program program;
  program.threads.assign(threads, statements);
  return program;
}

Program with(Program program, const Statements& statements) {
  program.threads.push_back(statements);
  return program;
}

std::size_t factorial(std::size_t n) { return n <= 1 ? 1 : n * factorial(n - 1); }

// Six forks, since there are two of each kind of lock.
table::Statement fork(std::size_t which, bool up) {
  constexpr std::array kUp = {Word::kLock, Word::kRecursiveLock, Word::kWriteLock};
  constexpr std::array kDown = {Word::kUnlock, Word::kRecursiveUnlock, Word::kWriteUnlock};
  return {(up ? kUp : kDown)[which / 2], static_cast<int>(which % 2)};
}

// Each takes the left fork, then the right one.
Program philosophers(std::size_t n) {
  Program program;
  for (std::size_t t = 0; t < n; ++t) {
    const std::size_t right = (t + 1) % n;
    program.threads.push_back(
        {fork(t, true), fork(right, true), fork(right, false), fork(t, false)});
  }
  return program;
}

// All interleavings, each mapped to its class; none is skipped because its class was seen before.
class Interleavings {
 public:
  Interleavings(const Program& program, Relation relation, std::size_t limit)
      : program_(program), relation_(relation), limit_(limit) {}

  bool find() { return recurse(table::Machine(program_)); }

  ClassSet classes;
  std::map<std::string, table::ClassKey> texts;

 private:
  bool recurse(const table::Machine& machine) {
    bool maximal = true;
    for (int t = 0; t < machine.threads(); ++t) {
      for (int way = 0; way < machine.ways(t); ++way) {
        maximal = false;
        table::Machine next = machine;
        std::vector<table::Edge> edges;
        schedule_.push_back({.thread = t, .label = next.step(t, way, edges).label});
        if (!recurse(next)) return false;
        schedule_.pop_back();
      }
    }
    if (!maximal) return true;
    if (++found_ > limit_) return false;
    const auto replayed = table::class_of(program_, relation_, schedule_);
    REQUIRE(replayed.has_value());
    REQUIRE(replayed->maximal);
    REQUIRE(replayed->outcome == machine.final_state());
    const auto known = classes.emplace(replayed->key, replayed->outcome).first;
    REQUIRE(known->second == replayed->outcome);  // executions of one class end equally
    const auto text =
        texts.emplace(table::class_text(program_, relation_, schedule_), replayed->key).first;
    REQUIRE(text->second == replayed->key);
    return true;
  }

  const Program& program_;
  Relation relation_;
  std::size_t limit_;
  std::size_t found_ = 0;
  std::vector<table::ScheduleStep> schedule_;
};

}  // namespace

TEST_CASE("independent threads have one class, and threads that all write the same have N!") {
  CHECK(class_count(Program{{{{Word::kStore, 0}}, {{Word::kStore, 1}}}}) == 1);
  for (std::size_t n = 1; n <= 6; ++n) {
    CHECK(class_count(same(n, {{Word::kAdd, 0, 0, 1}})) == factorial(n));
  }
}

TEST_CASE("N reads beside a write have 2^N classes, and store buffering has three outcomes") {
  for (std::size_t n = 1; n <= 7; ++n) {
    const Program program = with(same(n, {{Word::kLoad}}), {{Word::kStore, 0, 0, 1}});
    CHECK(class_count(program) == std::size_t{1} << n);
  }
  const Program buffering{
      {{{Word::kStore, 0, 0, 1}, {Word::kLoad, 1}}, {{Word::kStore, 1, 0, 1}, {Word::kLoad, 0}}}};
  CHECK(class_count(buffering) == 3);
}

TEST_CASE("two threads of K critical sections have (2K)!/(K!)^2 classes") {
  for (std::size_t k = 1; k <= 5; ++k) {
    Statements sections;
    for (std::size_t i = 0; i < k; ++i) {
      sections.push_back({Word::kLock});
      sections.push_back({Word::kUnlock});
    }
    CHECK(class_count(same(2, sections)) == factorial(2 * k) / factorial(k) / factorial(k));
  }
}

TEST_CASE("each fork goes first to the left or to the right: 2^n - 1 meals and one deadlock") {
  for (std::size_t n = 2; n <= 6; ++n) {
    const ClassSet classes = all_classes(philosophers(n));
    CHECK(classes.size() == (std::size_t{1} << n) - 1);
    CHECK(deadlocks(classes) == 1);
  }
}

TEST_CASE("shared locks, releases of a semaphore and count-downs may commute") {
  const auto commuting = [](const Program& program) {
    return class_count(program, Relation::kCommuting);
  };
  for (std::size_t n = 1; n <= 4; ++n) {
    const Program readers = same(n, {{Word::kReadLock}, {Word::kReadUnlock}});
    CHECK(commuting(readers) == 1);
    CHECK(commuting(same(n, {{Word::kRelease}})) == 1);
    CHECK(class_count(same(n, {{Word::kRelease}})) == factorial(n));
    Program latch = with(same(n, {{Word::kCountDown}}), {{Word::kLatchTryWait}});
    latch.expected[0] = static_cast<int>(n);
    CHECK(commuting(latch) == std::size_t{1} << n);
    const Program writer = with(readers, {{Word::kWriteLock}, {Word::kWriteUnlock}});
    CHECK(commuting(writer) == std::size_t{1} << n);
  }
}

TEST_CASE("waiters and a thread that notifies all") {
  const Statements waits = {{Word::kLock}, {Word::kWait}, {Word::kUnlock}};
  const ClassSet one = all_classes(with(same(1, waits), {{Word::kNotifyAll}}));
  CHECK(one.size() == 2);
  CHECK(deadlocks(one) == 1);
  const ClassSet two = all_classes(with(same(2, waits), {{Word::kNotifyAll}}));
  CHECK(two.size() == 10);
}

TEST_CASE("a notify wakes any one of the waiting threads") {
  const Statements waits = {{Word::kAtomicWait, 0, 0, 0}};
  const Statements wakes = {{Word::kStore, 0, 0, 1}, {Word::kAtomicNotify}};
  const ClassSet classes = all_classes(with(same(2, waits), wakes));
  std::set<std::pair<bool, bool>> stuck;
  for (const auto& [key, outcome] : classes) {
    stuck.emplace(outcome.threads[0].ended == table::Ended::kStuck,
                  outcome.threads[1].ended == table::Ended::kStuck);
  }
  CHECK(stuck == std::set<std::pair<bool, bool>>{{false, false}, {true, false}, {false, true}});
}

TEST_CASE("choices and causes alone make classes and none") {
  CHECK(class_count(same(3, {{Word::kChoose, 0, 0, 3}})) == 27);
  CHECK(class_count(same(2, {{Word::kEventWait}, {Word::kYield}, {Word::kFence}})) == 1);
  Program spawns = same(2, {{Word::kAdd, 0, 0, 1}});
  spawns.threads[1].insert(spawns.threads[1].begin(), {Word::kSpawn, 0, 0, 0});
  CHECK(class_count(spawns) == 2);
  spawns.threads[1].insert(spawns.threads[1].begin() + 1, {Word::kJoin, 0, 0, 0});
  CHECK(class_count(spawns) == 1);
}

TEST_CASE("each class that is found has a schedule that leads there") {
  const Program program = table::random_program(7, Shape{.theme = Theme::kMix});
  for (const auto& [key, outcome] : all_classes(program)) {
    const auto schedule = table::schedule_of(program, Relation::kReadWrite, key);
    REQUIRE(schedule.has_value());
    const auto replayed = table::class_of(program, Relation::kReadWrite, *schedule);
    REQUIRE(replayed.has_value());
    CHECK(replayed->key == key);
    CHECK(replayed->maximal);
    CHECK(replayed->outcome == outcome);
  }
  CHECK_FALSE(table::schedule_of(program, Relation::kReadWrite, {1, 2}).has_value());
}

TEST_CASE("beyond its limit the oracle gives no result") {
  const Program program = same(5, {{Word::kAdd, 0, 0, 1}, {Word::kAdd, 0, 0, 1}});
  CHECK_FALSE(table::classes_of(program, Relation::kReadWrite).has_value());
}

TEST_CASE("the oracle finds the classes that all interleavings have one by one") {
  for (const Theme theme : table::kThemes) {
    int compared = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      const Program program =
          table::random_program(seed, Shape{.theme = theme, .max_threads = 3, .max_statements = 3});
      INFO(table::name_of(theme) << ", seed " << seed << "\n" << table::text(program));
      for (const Relation relation : {Relation::kReadWrite, Relation::kCommuting}) {
        Interleavings interleavings(program, relation, 1'500);
        if (!interleavings.find()) continue;
        ++compared;
        const ClassSet classes = all_classes(program, relation);
        REQUIRE(classes == interleavings.classes);
        REQUIRE(interleavings.texts.size() == classes.size());
      }
    }
    INFO(table::name_of(theme));
    CHECK(compared > 40);
  }
}

TEST_CASE("there are as many small programs as small_programs.hpp says") {
  const auto count = [](int threads, int operations, table::Alphabet alphabet) {
    return table::for_each_small_program(
        threads, operations, [](const Program&) {}, alphabet);
  };
  for (const auto alphabet :
       {table::Alphabet::kStoresAndLocks, table::Alphabet::kAddsAndTryLocks}) {
    CHECK(count(2, 2, alphabet) == 39);
    CHECK(count(2, 3, alphabet) == 984);
    CHECK(count(3, 2, alphabet) == 500);
    CHECK(count(3, 3, alphabet) == 101'526);
  }
}

}  // namespace mcheck::classes_test
