// SPDX-License-Identifier: MIT
#include "engine/trace/results/result_json.hpp"

#include <catch2/catch.hpp>

namespace mcheck::result_json_test {
namespace {

FailureReport full_failure() {
  FailureReport failure;
  failure.kind = FailureKind::kDeadlock;
  failure.message = "nobody can go on";
  failure.thread = "T1";
  failure.schedule = "mc1.x..y.1";
  failure.execution = 12;
  failure.preemptions = 1;
  failure.trace = {{"T1", "load", "counter", "0 → 1", "a.cpp", 7, "f", "preempts T2", 0, 1, true}};
  failure.trace.back().superseded_by = 2;
  failure.threads = {{"T1", "blocked", "lock", "fork", {"T2", "T3"}, "a.cpp", 8, "g"}};
  failure.stacks = {{"T1 writes", {{"f", "a.cpp", 9}, {"main", "a.cpp", 12}}}};
  failure.missing = "no lock";
  return failure;
}

Result full_result() {
  Result result;
  result.program = "philosophers";
  result.test = "three";
  result.arguments = {"3", "x y"};
  result.verdict = Verdict::kBug;
  result.reason = "why";
  result.strategy = "dfs";
  result.bound = 2;
  result.weak_memory = true;
  result.bound_hit = true;
  result.complete = true;
  result.executions = 18446744073709551615u;
  result.classes = 5;
  result.redundant = 1;
  result.probes = 1;
  result.events = 2;
  result.restored_steps = 3;
  result.rerun_steps = 4;
  result.cached_steps = 7;
  result.cached_ends = 6;
  result.restarts = 7;
  result.states = 9;
  result.transitions = 11;
  result.schedules = 12;
  result.expected_executions = 5;
  result.seconds = 0.25;
  result.branching = {{"count", 4}};
  result.remarks = {"c"};
  result.assumptions = {"a", "b"};
  FailureReport limit;
  limit.kind = FailureKind::kLimitSteps;
  result.failures = {full_failure(), FailureReport{}, limit};
  result.suppressed = {{"race:f", 3}};
  result.warnings = {{.message = "a, then b",
                      .objects = {"a", "b"},
                      .places = {{"T1", "locks `a`", "a.cpp", 9, "f"}},
                      .schedule = "mc1.x..y."}};
  result.final_states = {{FinalState{"finished", {{"x", -1}, {"y", 2}}, {{"T1.r0", 3}}, 4},
                          FinalState{"deadlock", {}, {}, 5}}};
  result.tree = {.nodes = {{.alternatives = 2}, {0, "T1", "load x: 0", 0, "finished"}},
                 .statistics = {.executions = 4,
                                .failed = 2,
                                .first_failed = 3,
                                .least_choices = 5,
                                .most_choices = 6,
                                .choices = 7,
                                .alternatives = 16},
                 .left_out = 3,
                 .complete = true};
  return result;
}

TEST_CASE("classes that were not counted are null, not 0") {
  Result result;
  result.executions = 342;
  CHECK(to_json(result)["classes"].is_null());
  CHECK(result_from_json(to_json(result)).classes == 0);
  result.classes = 341;
  CHECK(result_from_json(to_json(result)).classes == 341);
}

TEST_CASE("a result survives the way from the program to the command, field by field") {
  const Result full = full_result();
  const Json json = to_json(full);
  const Result again = result_from_json(json);
  CHECK(to_json(again).dump() == json.dump());
  CHECK(again.executions == 18446744073709551615u);
  CHECK(again.failures.at(0).trace.at(0).value == "0 → 1");
  CHECK(again.failures.at(0).trace.at(0).preemption);
  CHECK(again.failures.at(0).trace.at(0).superseded_by == 2);
  CHECK(again.failures.at(0).threads.at(0).holders == std::vector<std::string>{"T2", "T3"});
  CHECK(again.failures.at(0).stacks.at(0).frames.at(1).line == 12);
  CHECK(again.failures.at(0).missing == "no lock");
  CHECK(again.suppressed == std::vector<Suppressed>{{"race:f", 3}});
  CHECK(again.failures.at(1).trace.empty());
  CHECK(again.failures.at(2).kind == FailureKind::kLimitSteps);
  CHECK(json["failures"].elements().size() == 2);
  CHECK(json["limit"]["kind"].text() == "limit-steps");
  CHECK(again.final_states->at(0).objects.at(0) == NamedValue{"x", -1});
  CHECK(again.final_states->at(1).count == 5);
  CHECK(again.tree == full.tree);
  CHECK(json["final_states"].elements().at(0).dump() ==
        R"({"objects":{"x":-1,"y":2},"notes":{"T1.r0":3},"count":4,"ended":"finished"})");
}

TEST_CASE("final states that nobody asked for are null, and none at all are an empty list") {
  Result result;
  CHECK(to_json(result)["final_states"].is_null());
  CHECK_FALSE(result_from_json(to_json(result)).final_states.has_value());
  result.final_states.emplace();
  CHECK(to_json(result)["final_states"].is_array());
  CHECK(result_from_json(to_json(result)).final_states.has_value());
}

TEST_CASE("every field of a result differs from its default after the round trip") {
  // Detects a field that both directions forget.
  const Result result = full_result();
  const Result again = result_from_json(to_json(result));
  const std::string full = to_json(again).dump();
  const Result none;
  const Json empty = to_json(none);
  for (const auto& [name, value] : empty.members()) {
    if (name == "format") continue;
    CAPTURE(name);
    CHECK(full.find("\"" + name + "\":" + value.dump() + ",") == std::string::npos);
  }
}

TEST_CASE("no bound, no value read and no cause are null in JSON") {
  Result result = full_result();
  result.bound = -1;
  result.failures[0].trace[0].read_from = -1;
  result.failures[0].trace[0].cause = -1;
  result.failures[0].trace[0].superseded_by = -1;
  const Json json = to_json(result);
  CHECK(json["bound"].is_null());
  CHECK(json["failures"].elements()[0]["trace"].elements()[0]["read_from"].is_null());
  CHECK(json["failures"].elements()[0]["trace"].elements()[0]["superseded_by"].is_null());
  CHECK(result_from_json(json).bound == -1);
  CHECK(result_from_json(json).failures[0].trace[0].cause == -1);
}

TEST_CASE("a verdict that is missing or unknown is incomplete") {
  CHECK(result_from_json(Json::object()).verdict == Verdict::kIncomplete);
  CHECK(result_from_json(Json::object().set("verdict", "splendid")).verdict ==
        Verdict::kIncomplete);
}

}  // namespace
}  // namespace mcheck::result_json_test
