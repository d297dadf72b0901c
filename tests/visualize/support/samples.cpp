// SPDX-License-Identifier: MIT
#include "tests/visualize/support/samples.hpp"

#include <algorithm>

namespace mcheck::samples {
namespace {

TraceStep step(const char* thread, const char* operation, const char* object, const char* value,
               int line) {
  TraceStep made;
  made.thread = thread;
  made.operation = operation;
  made.object = object;
  made.value = value;
  made.file = "/home/ann/checks/sample.cpp";
  made.line = line;
  made.function = "body";
  return made;
}

TraceStep because(TraceStep made, const char* why, bool preemption = false) {
  made.why = why;
  made.preemption = preemption;
  return made;
}

TraceStep after(TraceStep made, int cause, int read_from = -1) {
  made.cause = cause;
  made.read_from = read_from;
  return made;
}

ThreadEnd blocked(const char* thread, const char* operation, const char* object,
                  std::vector<std::string> holders, int line) {
  return {thread, "blocked", operation, object, std::move(holders), "sample.cpp", line, "body"};
}

}  // namespace

FailureReport deadlock() {
  FailureReport failure;
  failure.kind = FailureKind::kDeadlock;
  failure.message = "nobody can go on: each thread waits for another";
  failure.schedule = "mc1.philosophers..k3f9.2";
  failure.execution = 12;
  failure.preemptions = 1;
  failure.trace = {
      step("main", "start thread", "left", "", 20),
      step("main", "start thread", "right", "", 21),
      after(because(step("left", "lock", "fork 1", "", 9), "main waits for left"), 0),
      after(because(step("right", "lock", "fork 2", "", 14), "preempts left", true), 1),
  };
  failure.threads = {blocked("main", "join", "left", {"left"}, 23),
                     blocked("left", "lock", "fork 2", {"right"}, 10),
                     blocked("right", "lock", "fork 1", {"left"}, 15)};
  return failure;
}

FailureReport lost_update() {
  FailureReport failure;
  failure.kind = FailureKind::kCheck;
  failure.message = "counter is 2";
  failure.thread = "main";
  failure.schedule = "mc1.lost_update..k3f9.5-3";
  failure.execution = 3;
  failure.preemptions = 1;
  failure.trace = {
      step("main", "start thread", "T1", "", 12),
      step("main", "start thread", "T2", "", 13),
      after(because(step("T1", "load", "counter", "0", 7), "main waits for T1"), 0),
      after(because(step("T2", "load", "counter", "0", 7), "preempts T1", true), 1),
      step("T2", "store", "counter", "0 → 1", 8),
      because(step("T1", "store", "counter", "1 → 1", 8), "T2 has finished"),
      after(because(step("main", "join", "T1", "", 14), "T1 has finished"), 5),
      after(step("main", "join", "T2", "", 15), 4),
      after(step("main", "load", "counter", "1", 16), -1, 5),
  };
  failure.threads = {{"main", "failed", "", "", {}, "sample.cpp", 16, "body"},
                     {"T1", "finished", "", "", {}, "", 0, ""},
                     {"T2", "finished", "", "", {}, "", 0, ""}};
  return failure;
}

FailureReport lost_update_with_decisive_pair() {
  FailureReport failure = lost_update();
  failure.occurrences = 1024;
  failure.minimised = "fewest preemptions";
  DecisiveStep decisive_step;
  decisive_step.step = 3;
  decisive_step.certain = true;
  decisive_step.first = 3;
  decisive_step.second = 5;
  decisive_step.schedule = "mc1.lost_update..k3f9.0";
  decisive_step.passing = failure.trace;
  std::rotate(decisive_step.passing.begin() + 3, decisive_step.passing.begin() + 5,
              decisive_step.passing.begin() + 6);
  decisive_step.passing[3].value = "0 → 1";
  decisive_step.passing[4].value = "1";
  decisive_step.passing[5].value = "1 → 2";
  decisive_step.passing[8].value = "2";
  failure.decisive_step = decisive_step;
  return failure;
}

FailureReport lost_wakeup() {
  FailureReport failure;
  failure.kind = FailureKind::kLostWakeUp;
  failure.message =
      "main waits for the end of waiter; waiter waits for a notify of `ready`; the notify_one by "
      "main came before waiter waited, and no thread received it";
  failure.schedule = "mc1.lost_wakeup..k3f9.1";
  failure.execution = 2;
  failure.trace = {
      step("main", "start thread", "waiter", "", 8),
      step("main", "notify_one", "ready", "no thread waits", 9),
      after(because(step("waiter", "lock", "guard", "", 4), "main waits for waiter"), 0),
      step("waiter", "wait", "ready", "", 5),
      step("waiter", "unlock", "guard", "", 5),
  };
  failure.threads = {blocked("main", "join", "waiter", {"waiter"}, 10),
                     blocked("waiter", "wake up", "ready", {}, 5)};
  return failure;
}

FailureReport long_run(int threads, int steps) {
  FailureReport failure;
  failure.message = "check failed: sum == 0";
  failure.thread = "T1";
  failure.execution = 1;
  for (int thread = 1; thread <= threads; ++thread) {
    const std::string name = "T" + std::to_string(thread);
    failure.trace.push_back(step("main", "start thread", name.c_str(), "", 30));
  }
  for (int thread = threads; thread >= 1; --thread) {
    const std::string name = "T" + std::to_string(thread);
    for (int i = 0; i < steps; ++i) {
      const std::string value = std::to_string(i) + " → " + std::to_string(i + 1);
      failure.trace.push_back(step(name.c_str(), "fetch_add", "sum", value.c_str(), 10));
    }
    const auto first = failure.trace.end() - steps;
    first->why = thread == threads ? "main waits for T1" : "the thread before finished";
  }
  return failure;
}

FailureReport hostile() {
  FailureReport failure;
  failure.kind = FailureKind::kException;
  failure.message = "std::runtime_error: \x1b[2J<b>\"no\"</b>\n  second line \xff";
  failure.thread = "a\"b\\n<i>";
  failure.schedule = "mc1.x'y";
  failure.trace = {
      step("main", "start thread", "a\"b\\n<i>", "", 1),
      because(step("a\"b\\n<i>", "store", "</TD>&\n\x1b[31m", "\"]; evil [", 2), "main\twaits")};
  failure.trace[1].file = "dir/we\"ird<>.cpp";
  return failure;
}

Result result_with(FailureReport failure) {
  Result result;
  result.program = "sample";
  result.test = "sample";
  result.verdict = Verdict::kBug;
  result.strategy = "dfs";
  result.bound = 3;
  result.executions = failure.execution;
  result.events = 100;
  result.seconds = 0.0042;
  result.assumptions = {"sequential consistency: memory orders are not told apart"};
  result.failures.push_back(std::move(failure));
  return result;
}

}  // namespace mcheck::samples
