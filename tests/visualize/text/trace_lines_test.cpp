// SPDX-License-Identifier: MIT
#include "visualize/text/trace_lines.hpp"

#include <catch2/catch.hpp>

#include "tests/visualize/support/approved.hpp"
#include "tests/visualize/support/samples.hpp"
#include "visualize/model/wording.hpp"
#include "visualize/text/columns.hpp"
#include "visualize/text/failure_section.hpp"

namespace mcheck::trace_lines_test {
namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string text_of(const std::vector<TraceLine>& lines) {
  std::string text;
  for (const TraceLine& line : lines) {
    text += line.thread + ": " + line.text + (line.note.empty() ? "" : ", " + line.note) + "\n";
  }
  return text;
}

// T1 pushes `pushes` times, with three steps in each call; T2 interrupts the last call.
FailureReport pushes(int pushes) {
  FailureReport failure;
  failure.thread = "T2";
  failure.message = "check failed";
  const auto add = [&failure](const char* thread, const char* value, int line, int call) {
    TraceStep step;
    step.thread = thread;
    step.operation = *value == 'l' ? "load" : "store";
    step.object = "(anonymous namespace)::head";
    step.value = value + 1;
    step.state = "7";
    step.file = "stack.cpp";
    step.line = line;
    step.frames = {{"(anonymous namespace)::push(int)", "stack.cpp", line},
                   {"main::{lambda()#1}::operator()() const", "stack.cpp", call}};
    failure.trace.push_back(step);
  };
  for (int i = 0; i < pushes; ++i) {
    add("T1", "l3", 10, 30 + i);
    add("T1", "s3 → 5", 11, 30 + i);
    if (i + 1 == pushes) {
      add("T2", "s5 → 6", 40, 50);
      failure.trace.back().frames.clear();
      failure.trace.back().why = "preempts T1";
      failure.trace.back().preemption = true;
    }
    add("T1", "s5 → 7", 12, 30 + i);
  }
  failure.trace.back().why = "T2 has finished";
  return failure;
}

}  // namespace

TEST_CASE("a short trace is shown step by step") {
  CHECK_FALSE(has(text_of(trace_lines(pushes(3), false)), "…"));
}

TEST_CASE("in a long trace a call is one line, unless a switch happens inside") {
  const std::string text = text_of(trace_lines(pushes(20), false));
  CHECK(has(text, "T1: … push(), 3 steps: head = 7\n"));
  CHECK(has(text, "T1: store head: 3 → 5\nT1: ‖ preempted by T2\nT2: store head: 5 → 6"));
  CHECK(has(text, "T2: └ finished\nT1: store head: 5 → 7"));
  CHECK_FALSE(has(text_of(trace_lines(pushes(20), true)), "…"));
}

TEST_CASE("an iteration of a loop is shown once, with the number of further ones") {
  FailureReport failure = samples::lost_update();
  TraceStep read = failure.trace[2];
  read.why.clear();
  failure.trace.insert(failure.trace.begin() + 3, 9, read);
  const std::string text = text_of(trace_lines(failure, false));
  CHECK(has(text, "T1: load counter: 0\nT1: … the same 9 times more\n"));
}

TEST_CASE("steps without a place in the program are left out, and the legend says so") {
  FailureReport failure = samples::lost_update();
  failure.trace[1].file.clear();
  const std::vector<TraceLine> lines = trace_lines(failure, false);
  CHECK_FALSE(has(text_of(lines), "start thread T2"));
  CHECK(has(legend_text(failure, lines), "--full shows them"));
  for (TraceStep& step : failure.trace) step.file.clear();  // nothing has debug information
  CHECK(has(text_of(trace_lines(failure, false)), "start thread T2"));
}

TEST_CASE("a failure of no thread is shown where the trace ends") {
  FailureReport failure = samples::lost_update();
  failure.kind = FailureKind::kLeak;
  failure.thread.clear();
  CHECK(has(text_of(trace_lines(failure, false)), "main: ✗ memory leak\n"));
}

TEST_CASE("a thread that stops says why in its own column") {
  const std::string text = text_of(trace_lines(samples::lost_update(), false));
  CHECK(has(text, "main: └ then waits for T1\nT1: load counter: 0"));
  CHECK(has(text, "T1: ‖ preempted by T2\nT2: load"));
  CHECK(has(text, "T2: └ finished\nT1: store"));
}

TEST_CASE("a store over a value that the thread has not read names its writer") {
  const std::vector<TraceStep> trace = samples::lost_update().trace;
  CHECK(step_note(trace, 5) == "overwrites T2's value (step 5)");
  CHECK(step_note(trace, 4).empty());
  CHECK(step_note(trace, 8) == "from T1 (step 6)");
}

TEST_CASE("a step that acts on an older value names the newer one") {
  std::vector<TraceStep> trace = samples::lost_update().trace;
  trace[5].superseded_by = 4;  // T1's store is placed before T2's
  trace[8].superseded_by = 4;
  CHECK(step_note(trace, 5) == "before T2's 1 (step 5)");
  CHECK(step_note(trace, 8) == "stale: T2 wrote 1 (step 5); from T1 (step 6)");
  trace[8].read_from = -1;
  CHECK(step_note(trace, 8) == "stale: T2 wrote 1 (step 5)");
}

TEST_CASE("a store over a value that a stale load did not see overwrites it") {
  std::vector<TraceStep> trace = samples::lost_update().trace;
  TraceStep load = trace[2];
  load.superseded_by = 4;
  trace.insert(trace.begin() + 5, load);
  CHECK(step_note(trace, 6) == "overwrites T2's value (step 5)");
  trace[5].superseded_by = -1;
  CHECK(step_note(trace, 6).empty());
}

TEST_CASE("a value from before a thread's start is not new to it") {
  std::vector<TraceStep> trace = samples::lost_update().trace;
  TraceStep first = trace[4];
  first.thread = "main";
  trace.insert(trace.begin(), first);
  trace[3].read_from = 0;
  CHECK(step_note(trace, 3).empty());
}

TEST_CASE("a lost notification is marked as a failure") {
  const std::vector<TraceLine> lines = trace_lines(samples::lost_wakeup(), false);
  CHECK(lines[1].kind == TraceLineKind::kFailure);
  CHECK(lines[1].text == "notify_one ready: no thread waits");
}

TEST_CASE("a wait and the unlock inside it are one step") {
  CHECK(has(text_of(trace_lines(samples::lost_wakeup(), false)), "wait ready, unlocking guard"));
  CHECK(has(text_of(trace_lines(samples::lost_wakeup(), true)), "waiter: unlock guard"));
}

TEST_CASE("a report shows the decisive pair, and what differs if its order is reversed") {
  const std::string text = failure_section(samples::lost_update_with_decisive_pair(), {});
  CHECK(text == approved("decisive_pair.section", text));
}

TEST_CASE("a waiting thread shows the place of its wait, unless the line above shows it") {
  FailureReport failure;
  failure.thread = "T1";
  const auto add = [&failure](const char* thread, const char* operation, int line,
                              const char* why) {
    TraceStep step;
    step.thread = thread;
    step.operation = operation;
    step.file = "join.cpp";
    step.line = line;
    step.why = why;
    failure.trace.push_back(step);
  };
  add("main", "start thread", 1, "");
  add("T1", "lock", 7, "main waits for T1");
  add("main", "join", 2, "T1 waits for guard");
  add("T1", "lock", 7, "main waits for T2");
  failure.threads = {{.thread = "main", .state = "blocked", .file = "join.cpp", .line = 3}};
  const std::vector<TraceLine> lines = trace_lines(failure, true);
  REQUIRE(lines.size() > 6);
  CHECK(lines[1].text == "└ then waits for T1");
  CHECK(lines[1].line == 2);  // at the join, which comes later
  CHECK(lines[3].text == "└ then waits for guard");
  CHECK(lines[3].line == 0);  // at the lock, which the line above shows
  CHECK(lines[5].text == "└ then waits for T2");
  CHECK(lines[5].line == 3);  // for ever
}

TEST_CASE("a deadlock whose message does not contain the cycle of waits shows it") {
  CHECK(has(failure_section(samples::deadlock(), {}), "a cycle: left → right → left"));
}

TEST_CASE("names from the compiler are shortened for people") {
  CHECK(plain_name("(anonymous namespace)::head") == "head");
  CHECK(plain_name("free_or_keep(Node*, std::vector<Node*>&, int)") == "free_or_keep(…)");
  CHECK(plain_name("std::_Invoker<std::tuple<main::{lambda()#1}> >::run()") ==
        "std::_Invoker<…>::run()");
  CHECK(plain_name("operator<(A const&, B const&)") == "operator<(A const&, B const&)");
  CHECK(plain_name("count > 3 (of 4)") == "count > 3 (of 4)");
  CHECK(short_function("void (anonymous namespace)::push<int>(int)") == "push<int>()");
  CHECK(short_function("main::{lambda()#1}::operator()() const") == "a lambda in main");
}

}  // namespace mcheck::trace_lines_test
