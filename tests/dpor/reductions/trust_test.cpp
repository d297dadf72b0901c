// SPDX-License-Identifier: MIT
// Data structures that run-based TruSt has for speed and that must not change its results: sets of
// nodes instead of clocks, one stack for all tasks, and an order in which executions share most.
#include "dpor/trust/trust.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "dpor/trust/worklist.hpp"
#include "engine/base/random.hpp"
#include "engine/search/driver/search.hpp"
#include "tests/support/generators/random_programs.hpp"
#include "tests/support/oracle/classes.hpp"
#include "tests/support/table/table_executor.hpp"

namespace mcheck::trust_test {
namespace {

using mcheck::SearchReport;
using mcheck::ThreadId;
using mcheck::trust::ExecutionGraph;
using mcheck::trust::Pin;
using mcheck::trust::Stamp;
using mcheck::trust::Task;
using mcheck::trust::TaskStack;
using mcheck::trust::Worklist;
using table::Program;
using table::Word;
using Thread = std::vector<table::Statement>;

constexpr std::size_t kClocksOnly = 0;

SearchReport explore(const Program& program, std::size_t max_words) {
  table::TableExecutor executor(program);
  mcheck::Identities identities;
  mcheck::Execution execution(identities);
  mcheck::Trust trust(-1, mcheck::Canary::kHealthy, max_words);
  mcheck::SearchOptions options;
  options.executions = 5'000;
  options.stop_after = 0;
  options.backtrack = mcheck::Backtrack::kRestore;
  options.fingerprint_traces = true;
  mcheck::Search search(execution, executor, trust, options);
  return search.explore();
}

// The same executions in the same order.
bool same(const SearchReport& one, const SearchReport& other) {
  return one.executions == other.executions && one.events == other.events &&
         one.traces == other.traces;
}

// Three additions to a variable, and other work between them.
Thread with_work(const Thread& work) {
  Thread thread;
  for (int addition = 0; addition < 3; ++addition) {
    if (addition > 0) thread.insert(thread.end(), work.begin(), work.end());
    thread.push_back({Word::kAdd, 1, 0, 1});
  }
  return thread;
}

Thread repeat(int times, const Thread& part) {
  Thread whole;
  for (int i = 0; i < times; ++i) whole.insert(whole.end(), part.begin(), part.end());
  return whole;
}

Task task_of(Stamp first, std::size_t steps, std::size_t pins) {
  Task task;
  for (std::size_t i = 0; i < steps; ++i) {
    task.steps.push_back({.thread = ThreadId(1), .read = first + static_cast<Stamp>(i)});
  }
  for (std::size_t i = 0; i < pins; ++i) task.pins.push_back({.stamp = first});
  task.threads = first;
  return task;
}

bool equal_tasks(const Task& task, const Task& other) {
  const auto same_step = [](const auto& a, const auto& b) { return a.read == b.read; };
  return task.threads == other.threads && task.new_write == other.new_write &&
         std::ranges::equal(task.steps, other.steps, same_step) &&
         std::ranges::equal(task.pins, other.pins, {}, &Pin::stamp, &Pin::stamp);
}

// A child of an execution: some of its first steps, and one of its own.
struct Child {
  std::size_t shared = 0;
  std::uint32_t label = 0;
};

// A child that shares the first steps of the execution sorts after it.
void add_children(Worklist& worklist, const Task& execution, const std::vector<Child>& children,
                  bool can_wait = true) {
  const std::size_t others = worklist.stack_size();
  worklist.stack().begin_family(execution.steps);
  for (const Child& child : children) {
    worklist.stack().push();
    worklist.stack().keep_steps(0, child.shared);
    worklist.stack().add({.thread = ThreadId(2), .label = child.label});
    worklist.stack().entry(worklist.stack_size() - 1).threads = child.label;
  }
  worklist.place_children(others, [can_wait](const TaskStack::Entry&) { return can_wait; });
}

std::vector<std::uint32_t> labels_in_order(Worklist& worklist) {
  std::vector<std::uint32_t> labels;
  for (Task task; !worklist.empty();) {
    worklist.pop(task);
    labels.push_back(task.steps.back().label);
  }
  return labels;
}

}  // namespace

TEST_CASE("with sets of nodes and with clocks TruSt runs the same executions in the same order") {
  for (std::uint64_t seed = 1; seed <= 1'500; ++seed) {
    const table::Theme theme = table::kThemes[seed % table::kThemes.size()];
    const table::Shape shape{.theme = theme,
                             .max_threads = 2 + static_cast<int>(seed % 4),
                             .max_statements = 3 + static_cast<int>(seed % 3),
                             .max_total_statements = 9};
    const Program program = table::random_program(seed, shape);
    INFO(table::name_of(theme) << ", seed " << seed);
    const SearchReport sets = explore(program, ExecutionGraph::kMaxWords);
    CHECK(same(sets, explore(program, kClocksOnly)));
    // Longer executions with clocks, shorter ones with sets.
    CHECK(same(sets, explore(program, sets.events / std::max<std::uint64_t>(sets.executions, 1))));
  }
}

TEST_CASE("executions of more choices than a word has bits are each a class, and all are run") {
  // C(6, 3) orders of the additions; 44 to 104 choices besides.
  for (const int times : {11, 16, 26}) {
    const Thread stores = repeat(2 * times, {{Word::kStore, 0, 0, 1}});
    const Thread sections = repeat(times, {{Word::kLock, 0}, {Word::kUnlock, 0}});
    const Program program{{with_work(stores), with_work(sections)}};
    const SearchReport sets = explore(program, ExecutionGraph::kMaxWords);
    CHECK(sets.executions == 20);
    CHECK(sets.redundant + sets.probes == 0);
    CHECK(same(sets, explore(program, kClocksOnly)));
  }
}

TEST_CASE("tasks are taken from both ends of the stack as they were put there") {
  TaskStack stack;
  std::vector<Task> expected;
  Stamp next = 1;
  for (int round = 0; round < 50; ++round) {
    for (int i = 0; i < 1 + round % 4; ++i) {
      expected.push_back(task_of(next, next % 7, next % 3));
      stack.push(expected.back());
      ++next;
    }
    if (round % 3 != 0) {
      stack.drop_oldest();
      expected.erase(expected.begin());
    } else {
      Task newest;
      stack.pop(newest);
      CHECK(equal_tasks(newest, expected.back()));
      expected.pop_back();
    }
    REQUIRE(stack.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
      CHECK(equal_tasks(stack.task(i), expected[i]));
  }
  while (!stack.empty()) stack.drop_oldest();
  stack.push(task_of(1, 2, 1));
  CHECK(equal_tasks(stack.task(0), task_of(1, 2, 1)));
}

TEST_CASE("waiting tasks run in order: the one with the longest common prefix first") {
  Worklist worklist;
  add_children(worklist, task_of(1, 10, 0), {{8, 1}, {2, 2}, {9, 3}, {3, 4}, {5, 5}});
  CHECK(worklist.size() == 5);
  CHECK(worklist.stack_size() == 0);
  add_children(worklist, task_of(1, 10, 0), {{7, 6}, {1, 7}, {8, 0}});
  CHECK(labels_in_order(worklist) == std::vector<std::uint32_t>{3, 0, 1, 6, 5, 4, 2, 7});
}

TEST_CASE("tasks that may not wait, or are too long to, run before all waiting ones") {
  Worklist worklist;
  add_children(worklist, task_of(1, 10, 0), {{8, 1}, {2, 2}});
  add_children(worklist, task_of(1, 10, 0), {{1, 3}, {4, 4}}, false);
  CHECK(worklist.stack_size() == 2);
  add_children(worklist, task_of(1, 1'000, 0), {{999, 5}, {3, 6}, {990, 7}});
  CHECK(worklist.stack_size() == 4);
  CHECK(labels_in_order(worklist) == std::vector<std::uint32_t>{5, 7, 4, 3, 1, 6, 2});
}

// Compares with a sorted list of all waiting tasks.
TEST_CASE("of few waiting tasks the first one in order always runs next") {
  mcheck::Random random(11);
  const Task execution = task_of(1, 12, 0);
  Worklist worklist;
  std::set<std::pair<std::size_t, std::uint32_t>> waiting;  // what shares most comes first
  for (std::uint32_t label = 1; label < 5'000; ++label) {
    if (waiting.size() < 400 && random.below(9) < 5) {
      const std::size_t shared = random.below(execution.steps.size());
      add_children(worklist, execution, {{shared, label}});
      waiting.emplace(execution.steps.size() - shared, label);
    } else if (!waiting.empty() && random.below(8) == 0) {
      CHECK(worklist.drop_oldest().threads == waiting.rbegin()->second);
      waiting.erase(std::prev(waiting.end()));
    } else if (!waiting.empty()) {
      Task task;
      worklist.pop(task);
      CHECK(task.threads == waiting.begin()->second);
      waiting.erase(waiting.begin());
    }
    REQUIRE(worklist.size() == waiting.size());
  }
}

TEST_CASE("of many waiting tasks each is run, listed or given away once") {
  mcheck::Random random(7);
  Worklist worklist;
  const Task execution = task_of(1, 12, 0);
  std::set<std::uint32_t> waiting;
  std::uint32_t next = 1;
  std::size_t max_queued = 0;
  for (int round = 0; round < 9'000; ++round) {
    std::vector<Child> children(round < 5'000 ? random.below(4) : 0);
    for (Child& child : children) {
      child = {.shared = random.below(execution.steps.size()), .label = next++};
      waiting.insert(child.label);
    }
    add_children(worklist, execution, children, random.below(9) > 0);
    max_queued = std::max(max_queued, waiting.size());
    REQUIRE(worklist.size() == waiting.size());
    if (round % 500 == 0) {
      std::set<std::uint32_t> listed;
      for (std::size_t i = 0; i < worklist.size(); ++i) listed.insert(worklist.task(i).threads);
      CHECK(listed == waiting);
    }
    if (worklist.empty()) continue;
    if (round % 17 == 0) {
      CHECK(waiting.erase(worklist.drop_oldest().threads) == 1);
      continue;
    }
    Task task;
    worklist.pop(task);
    CHECK(task.steps.back().label == task.threads);
    CHECK(waiting.erase(task.threads) == 1);
  }
  CHECK(max_queued > 2'000);  // in segments within segments
  const std::size_t left = worklist.size();
  CHECK(labels_in_order(worklist).size() == left);
  CHECK(left == waiting.size());
}

// Two threads store to each variable, and load the other.
TEST_CASE("waiting tasks are listed, given away and taken over like all others") {
  Program program;
  for (int t = 0; t < 4; ++t) {
    program.threads.push_back({{Word::kStore, t % 2, 0, t}, {Word::kLoad, (t + 1) % 2}});
  }
  mcheck::Random random(3);
  std::vector<std::string> parts;
  std::uint64_t executions = 0;
  for (bool first = true; first || !parts.empty(); first = false) {
    table::TableExecutor executor(program);
    mcheck::Identities identities;
    mcheck::Execution execution(identities);
    mcheck::Trust trust;
    if (!first) {
      trust.start_empty();
      for (const std::string& part : parts) REQUIRE(trust.take_over(part, identities));
      parts.clear();
    }
    mcheck::SearchOptions options;
    options.stop_after = 0;
    options.pause = [&](const mcheck::SearchReport&) {
      if (auto given = random.below(8) == 0 ? trust.give_shard(identities) : std::nullopt) {
        parts.push_back(*given);
      }
      return random.below(60) == 0;
    };
    mcheck::Search search(execution, executor, trust, options);
    executions += search.explore().executions;
    const std::vector<std::string> left = trust.outstanding(identities);
    parts.insert(parts.end(), left.begin(), left.end());
  }
  const auto classes = table::classes_of(program, table::Relation::kReadWrite, 100'000);
  REQUIRE(classes.has_value());
  CHECK(executions == classes->size());
  CHECK(executions > 100);
}

}  // namespace mcheck::trust_test
