// SPDX-License-Identifier: MIT
// What pictures show in addition to a trace: the nearest passing execution, two sides of a race, a
// search.
#include "tests/visualize/support/samples_twins.hpp"

#include "tests/visualize/support/samples.hpp"

namespace mcheck::samples {
namespace {

TraceStep passing_step(const FailureReport& failure, std::size_t step, const char* value,
                       const char* why = "") {
  TraceStep made = failure.trace[step];
  made.value = value;
  made.why = why;
  made.preemption = false;
  made.read_from = -1;
  made.cause = -1;
  return made;
}

}  // namespace

FailureReport lost_update_with_twin() {
  FailureReport failure = lost_update();
  DecisiveStep decisive_step{.step = 3, .certain = true, .first = 3, .second = 5};
  decisive_step.schedule = "mc1.lost_update..k3f9.";
  decisive_step.passing = {failure.trace[0],
                           failure.trace[1],
                           failure.trace[2],
                           passing_step(failure, 5, "1"),
                           passing_step(failure, 3, "1", "T1 has finished"),
                           passing_step(failure, 4, "2"),
                           passing_step(failure, 6, "", "T2 has finished"),
                           passing_step(failure, 7, ""),
                           passing_step(failure, 8, "2")};
  decisive_step.passing[4].read_from = 3;
  decisive_step.passing[8].read_from = 5;
  failure.decisive_step = decisive_step;
  return failure;
}

FailureReport data_race() {
  FailureReport failure;
  failure.kind = FailureKind::kRace;
  failure.message =
      "data race on `ready` (1 byte): T1 writes; main read before, and nothing orders them";
  failure.thread = "T1";
  failure.schedule = "mc1.once..k3f9.";
  failure.execution = 1;
  TraceStep start;
  start.thread = "main";
  start.operation = "start thread";
  start.object = "T1";
  start.file = "once.cpp";
  start.line = 5;
  failure.trace = {start};
  failure.threads = {{"main", "blocked", "join", "T1", {"T1"}, "once.cpp", 7, "main"},
                     {"T1", "failed", "", "", {}, "once.cpp", 5, "main::{lambda()#1}"}};
  failure.stacks = {{"T1 writes", {{"main::{lambda()#1}", "once.cpp", 5}}},
                    {"main read before", {{"main", "once.cpp", 6}}}};
  return failure;
}

FailureReport aba() {
  FailureReport failure;
  failure.kind = FailureKind::kUseAfterFree;
  failure.message = "use after free of 8 bytes: main reads; T1 freed them before";
  failure.thread = "main";
  failure.schedule = "mc1.stack..k3f9.4-1";
  failure.execution = 31;
  failure.preemptions = 1;
  const auto add = [&failure](const char* thread, const char* operation, const char* value,
                              int line, int read_from = -1) {
    TraceStep step;
    step.thread = thread;
    step.operation = operation;
    step.object = "head";
    step.value = value;
    step.file = "stack.cpp";
    step.line = line;
    step.read_from = read_from;
    failure.trace.push_back(step);
  };
  add("main", "load", "A", 20);
  add("T1", "compare_exchange", "A → B", 31);
  add("T1", "compare_exchange", "B → nothing", 31);
  add("T1", "compare_exchange", "nothing → A", 40);
  add("main", "compare_exchange", "A → B", 22, 3);
  add("main", "load", "B", 20);
  failure.trace[1].preemption = true;
  failure.trace[1].why = "preempts main";
  failure.trace[4].why = "T1 has finished";
  failure.threads = {{"main", "failed", "", "", {}, "stack.cpp", 21, "take"},
                     {"T1", "finished", "", "", {}, "", 0, ""}};
  failure.stacks = {{"main reads", {{"take", "stack.cpp", 21}}},
                    {"T1 freed them before", {{"drop", "stack.cpp", 33}}}};
  return failure;
}

FailureReport leak() {
  FailureReport failure;
  failure.kind = FailureKind::kLeak;
  failure.message = "leak of a block of 4 bytes that T1 allocated: nothing points to it any more";
  failure.schedule = "mc1.leak..k3f9.0";
  failure.execution = 2;
  failure.trace = {lost_update().trace[0], lost_update().trace[2]};
  failure.threads = {{"main", "finished", "", "", {}, "", 0, ""},
                     {"T1", "finished", "", "", {}, "", 0, ""}};
  return failure;
}

FailureReport livelock() {
  FailureReport failure;
  failure.kind = FailureKind::kLivelock;
  failure.message = "left and right repeat for ever: after 4 steps the state is the same again";
  failure.schedule = "mc1.livelock.g4.k3f9.1-1";
  failure.execution = 5;
  failure.trace = deadlock().trace;
  TraceStep tries = failure.trace[2];
  tries.operation = "try_lock";
  tries.object = "fork 2";
  tries.value = "failed";
  tries.why = "preempts right";
  tries.preemption = true;
  tries.cause = -1;
  tries.read_from = 3;
  failure.trace.push_back(tries);
  tries.operation = "unlock";
  tries.object = "fork 1";
  tries.value = tries.why = "";
  tries.preemption = false;
  tries.read_from = -1;
  failure.trace.push_back(tries);
  return failure;
}

FailureReport many_switches(int steps) {
  FailureReport failure;
  failure.message = "check failed: sum == " + std::to_string(steps);
  failure.thread = "T3";
  failure.execution = 1;
  const char* const threads[] = {"main", "T1", "T2", "T3"};
  for (int i = 0; i < steps; ++i) {
    TraceStep step;
    step.thread = threads[(i / 3 + i / 7) % 4];
    step.operation = i % 5 == 0 ? "store" : "fetch_add";
    step.object = "sum";
    step.value = std::to_string(i) + " → " + std::to_string(i + 1);
    step.file = "sum.cpp";
    step.line = 10 + i % 6;
    step.read_from = i - 1;
    const bool changes = i > 0 && failure.trace.back().thread != step.thread;
    step.preemption = changes && i % 2 == 0;
    if (step.preemption) step.why = "preempts " + failure.trace.back().thread;
    failure.trace.push_back(step);
  }
  failure.trace.back().thread = "T3";
  return failure;
}

std::vector<NamedSample> one_of_each() {
  return {{"lost_update", lost_update_with_twin()},
          {"deadlock", deadlock()},
          {"lost_wakeup", lost_wakeup()},
          {"data_race", data_race()},
          {"aba", aba()},
          {"leak", leak()},
          {"livelock", livelock()}};
}

FailureReport very_hostile() {
  const std::string hostile_text = "</script><b>\"'`]}; end -- %%{init} #35; \\ | é\xff\n";
  FailureReport failure = deadlock();
  failure.message = hostile_text;
  for (TraceStep& step : failure.trace) {
    step.object = hostile_text + step.object;
    step.value = std::string(10'000, 'x');
    step.why = step.why.empty() ? "" : hostile_text;
    step.file = hostile_text + "/" + hostile_text;
  }
  for (TraceStep& step : failure.trace) step.thread = hostile_text + step.thread;
  for (ThreadEnd& end : failure.threads) {
    end.thread = hostile_text + end.thread;
    end.object = end.operation == "join" ? hostile_text + end.object : hostile_text;
    for (std::string& holder : end.holders) holder = hostile_text + holder;
  }
  failure.decisive_step =
      DecisiveStep{.step = 2, .first = 2, .second = 3, .passing = failure.trace};
  return failure;
}

SearchTree small_search() {
  SearchTree tree;
  const auto add = [&tree](int parent, const char* thread, const char* step, unsigned alternatives,
                           const char* end = "") {
    tree.nodes.push_back({parent, thread, step, alternatives, end});
  };
  add(-1, "", "", 2);
  add(0, "T1", "load x: 0", 2);
  add(1, "T1", "store x: 0 → 1", 1);
  add(2, "T2", "load x: 1", 1);
  add(3, "T2", "store x: 1 → 2", 0, kTreeFinished);
  add(1, "T2", "load x: 0", 2);
  add(5, "T1", "store x: 0 → 1", 1);
  add(6, "T2", "store x: 1 → 1", 0, "check");
  add(5, "T2", "store x: 0 → 1", 0, kTreeRedundant);
  add(0, "T2", "load x: 0", 2);
  add(9, "T2", "store x: 0 → 1", 0, kTreeFinished);
  tree.complete = true;
  return tree;
}

SearchTree wide_search(int executions) {
  SearchTree tree;
  tree.nodes.push_back({.alternatives = static_cast<unsigned>(executions)});
  for (int i = 0; i < executions; ++i) {
    tree.nodes.push_back({0, "T" + std::to_string(i % 5),
                          "a step of quite a length: " + std::to_string(i), 3, "deadlock"});
  }
  tree.left_out = 1'000;
  return tree;
}

}  // namespace mcheck::samples
