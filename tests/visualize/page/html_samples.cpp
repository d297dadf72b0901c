// SPDX-License-Identifier: MIT
#include "tests/visualize/page/html_samples.hpp"

namespace mcheck::samples {
namespace {

struct StepFields {
  std::string thread;
  std::string operation;
  std::string object;
  std::string value;
  std::string state;
  int line = 0;
  int read_from = -1;
  int cause = -1;
  std::string why;
};

TraceStep step(const std::string& file, const StepFields& fields) {
  TraceStep made;
  made.thread = fields.thread;
  made.operation = fields.operation;
  made.object = fields.object;
  made.value = fields.value;
  made.state = fields.state;
  made.file = file;
  made.line = fields.line;
  made.function = "body";
  made.read_from = fields.read_from;
  made.cause = fields.cause;
  made.why = fields.why;
  made.preemption = fields.why.starts_with("preempts");
  made.frames = {{"add(int)", file, fields.line}, {"main", file, 17}};
  return made;
}

ThreadEnd ended(const std::string& thread, const std::string& state, const std::string& file,
                int line) {
  return {.thread = thread,
          .state = state,
          .operation = "",
          .object = "",
          .holders = {},
          .file = file,
          .line = line,
          .function = "body"};
}

std::vector<TraceStep> passing_twin(const std::string& file) {
  return {
      step(file, {.thread = "main", .operation = "start thread", .value = "T1", .line = 17}),
      step(file, {.thread = "main", .operation = "start thread", .value = "T2", .line = 18}),
      step(file, {"T1", "load", "count", "0", "0", 13, -1, 0, "main waits for T1"}),
      step(file, {"T1", "store", "count", "0 → 1", "1", 14}),
      step(file, {"T2", "load", "count", "1", "1", 13, 3, 1, "T1 has finished"}),
      step(file, {"T2", "store", "count", "1 → 2", "2", 14}),
      step(file, {"main", "join", "T1", "", "", 19, -1, 3, "T2 has finished"}),
      step(file, {"main", "join", "T2", "", "", 20, -1, 5}),
      step(file, {"main", "load", "count", "2", "2", 22, 5}),
  };
}

}  // namespace

FailureReport detailed_lost_update(const std::string& file) {
  FailureReport failure;
  failure.kind = FailureKind::kCheck;
  failure.message = "both additions count";
  failure.thread = "main";
  failure.schedule = "mc1.lost_update..2vvc.0-0";
  failure.execution = 2;
  failure.preemptions = 1;
  failure.occurrences = 4;
  failure.minimised = "fewest preemptions";
  failure.trace = {
      step(file, {.thread = "main", .operation = "start thread", .value = "T1", .line = 17}),
      step(file, {.thread = "main", .operation = "start thread", .value = "T2", .line = 18}),
      step(file, {"T2", "load", "count", "0", "0", 13, -1, 1, "main waits for T1"}),
      step(file, {"T1", "load", "count", "0", "0", 13, -1, 0, "preempts T2"}),
      step(file, {"T1", "store", "count", "0 → 1", "1", 14}),
      step(file, {"main", "join", "T1", "", "", 19, -1, 4, "T1 has finished"}),
      step(file, {"T2", "store", "count", "1 → 1", "1", 14, -1, -1, "main waits for T2"}),
      step(file, {"main", "join", "T2", "", "", 20, -1, 6, "T2 has finished"}),
      step(file, {"main", "load", "count", "1", "1", 22, 6}),
  };
  failure.threads = {ended("main", "failed", file, 22), ended("T1", "finished", "", 0),
                     ended("T2", "finished", "", 0)};
  failure.decisive_step = DecisiveStep{.step = 3,
                                       .certain = true,
                                       .first = 3,
                                       .second = 6,
                                       .schedule = "mc1.lost_update..2vvc.1",
                                       .passing = passing_twin(file)};
  return failure;
}

FailureReport detailed_deadlock(const std::string& file) {
  FailureReport failure;
  failure.kind = FailureKind::kDeadlock;
  failure.message = "T1 waits for `b`, held by T2; T2 waits for `a`, held by T1";
  failure.schedule = "mc1.abba_deadlock..qptp.1";
  failure.execution = 2;
  failure.preemptions = 1;
  failure.trace = {
      step(file, {.thread = "main", .operation = "start thread", .value = "T1", .line = 17}),
      step(file, {.thread = "main", .operation = "start thread", .value = "T2", .line = 21}),
      step(file, {"T1", "lock", "a", "", "held by T1", 15, -1, 0, "main waits for T1"}),
      step(file, {"T2", "lock", "b", "", "held by T2", 19, -1, 1, "preempts T1"}),
  };
  failure.threads = {ended("main", "blocked", file, 22), ended("T1", "blocked", file, 16),
                     ended("T2", "blocked", file, 20)};
  failure.threads[0].operation = "join";
  failure.threads[0].object = "T1";
  failure.threads[0].holders = {"T1"};
  for (const int own : {1, 2}) {
    ThreadEnd& end = failure.threads[static_cast<std::size_t>(own)];
    end.operation = "lock";
    end.object = own == 1 ? "b" : "a";
    end.holders = {own == 1 ? "T2" : "T1"};
  }
  return failure;
}

FailureReport detailed_race(const std::string& file) {
  FailureReport failure = detailed_lost_update(file);
  failure.kind = FailureKind::kRace;
  failure.message = "data race on `count` (4 bytes)";
  failure.decisive_step.reset();
  failure.stacks = {{"T1 writes", {{"add(int)", file, 14}, {"main", file, 17}}},
                    {"T2 read before", {{"add(int)", file, 13}}}};
  failure.missing = "neither holds a lock";
  return failure;
}

FailureReport long_execution(int steps) {
  constexpr int kThreads = 5;
  FailureReport failure;
  failure.message = "sum == 0";
  failure.thread = "T1";
  failure.execution = 1;
  for (int i = 0; i < steps; ++i) {
    const std::string thread = i % 11 == 0 ? "main" : "T" + std::to_string(i % kThreads + 1);
    const bool lock = i % 3 == 0;
    const std::string object =
        lock ? "guard " + std::to_string(i % 7) : "x" + std::to_string(i % 40);
    const std::string now = std::to_string(i);
    failure.trace.push_back(
        step("long.cpp", {thread, lock ? (i % 2 == 0 ? "lock" : "unlock") : "fetch_add", object,
                          lock ? "" : "0 → " + now, lock ? "free" : now, 10 + i % 30,
                          i > 9 ? i - 9 : -1, i > 40 ? i - 40 : -1, "preempts another"}));
  }
  return failure;
}

FailureReport detailed_hostile() {
  const std::string hostile_text =
      "</script><script>window.pwned = 1</script><!--<img src=x onerror=\"a()\">";
  const std::string unusual = "ключ 鍵 \xe2\x80\xa8\xe2\x80\xae \"'`&amp; \xff\x01";
  const std::string huge(10000, 'w');
  FailureReport failure;
  failure.message = hostile_text + unusual;
  failure.thread = hostile_text;
  failure.schedule = "mc1.x'y " + hostile_text;
  failure.output = hostile_text + "\n" + unusual;
  failure.missing = hostile_text;
  failure.stacks = {{hostile_text, {{hostile_text, hostile_text, 3}}}};
  failure.trace = {
      step(hostile_text, {"main", "start thread", "", hostile_text, "", 1}),
      step(unusual, {hostile_text, "store", unusual, "1 → " + hostile_text, hostile_text, 2, -1, 0,
                     hostile_text}),
      step(huge, {huge, "lock", huge, huge, "held by " + huge, 3, -1, -1, huge}),
      step("a.cpp", {"__proto__", "store", "__proto__", "constructor", "toString", 4}),
  };
  failure.threads = {ended(hostile_text, "failed", hostile_text, 2),
                     ended(huge, "blocked", huge, 3)};
  return failure;
}

Result verified() {
  Result result;
  result.program = "lost_update_right";
  result.test = "lost_update_right";
  result.verdict = Verdict::kVerified;
  result.strategy = "optimal";
  result.executions = 12;
  result.events = 140;
  result.seconds = 0.002;
  result.assumptions = {"sequential consistency"};
  return result;
}

Result warned(const std::string& file) {
  Result result = verified();
  result.bound = 3;
  result.bound_hit = true;
  result.warnings.push_back(
      {.kind = FailureKind::kLockOrder,
       .message = "T1 locks `b` while it holds `a`: in another schedule each may wait",
       .objects = {"a", "b"},
       .places = {{.thread = "T1",
                   .what = "locks `b`, holding `a`",
                   .file = file,
                   .line = 16,
                   .function = "operator()"},
                  {.thread = "<i id=trap>",
                   .what = "locks `a`, holding `b`",
                   .file = file,
                   .line = 20,
                   .function = "operator()"}},
       .schedule = "mc1.sample..b6ue."});
  return result;
}

}  // namespace mcheck::samples
