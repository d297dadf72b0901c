// SPDX-License-Identifier: MIT
#include "engine/trace/failures/failure_id.hpp"
#include "engine/trace/results/json_parts.hpp"
#include "engine/trace/results/result_json.hpp"

namespace mcheck {
namespace {

Json frame_to_json(const StackFrame& frame) {
  Json json = Json::object();
  json.set("function", frame.function).set("file", frame.file).set("line", frame.line);
  return json;
}

StackFrame frame_from_json(const Json& json) {
  return {.function = json["function"].text(),
          .file = json["file"].text(),
          .line = static_cast<int>(json["line"].integer())};
}

Json step_to_json(const TraceStep& step) {
  Json json = Json::object();
  json.set("thread", step.thread).set("operation", step.operation).set("object", step.object);
  json.set("value", step.value).set("file", step.file).set("line", step.line);
  json.set("function", step.function).set("why", step.why);
  json.set("read_from", or_null(step.read_from)).set("cause", or_null(step.cause));
  json.set("superseded_by", or_null(step.superseded_by));
  json.set("preemption", step.preemption).set("state", step.state);
  json.set("frames", list_of(step.frames, frame_to_json));
  return json;
}

TraceStep step_from_json(const Json& json) {
  TraceStep step;
  step.thread = json["thread"].text();
  step.operation = json["operation"].text();
  step.object = json["object"].text();
  step.value = json["value"].text();
  step.file = json["file"].text();
  step.line = static_cast<int>(json["line"].integer());
  step.function = json["function"].text();
  step.why = json["why"].text();
  step.read_from = int_or_none(json["read_from"]);
  step.superseded_by = int_or_none(json["superseded_by"]);
  step.cause = int_or_none(json["cause"]);
  step.preemption = json["preemption"].boolean();
  step.state = json["state"].text();
  step.frames = read_list(json["frames"], frame_from_json);
  return step;
}

Json end_to_json(const ThreadEnd& end) {
  Json json = Json::object();
  json.set("thread", end.thread).set("state", end.state).set("operation", end.operation);
  json.set("object", end.object).set("holders", Json::of(end.holders));
  json.set("file", end.file).set("line", end.line).set("function", end.function);
  return json;
}

ThreadEnd end_from_json(const Json& json) {
  ThreadEnd end;
  end.thread = json["thread"].text();
  end.state = json["state"].text();
  end.operation = json["operation"].text();
  end.object = json["object"].text();
  end.holders = json["holders"].texts();
  end.file = json["file"].text();
  end.line = static_cast<int>(json["line"].integer());
  end.function = json["function"].text();
  return end;
}

Json stack_to_json(const ReportedStack& stack) {
  Json json = Json::object();
  return json.set("title", stack.title).set("frames", list_of(stack.frames, frame_to_json));
}

ReportedStack stack_from_json(const Json& json) {
  return {.title = json["title"].text(), .frames = read_list(json["frames"], frame_from_json)};
}

Json decisive_step_to_json(const std::optional<DecisiveStep>& decisive_step) {
  if (!decisive_step) return {};
  Json json = Json::object();
  json.set("step", or_null(decisive_step->step)).set("certain", decisive_step->certain);
  json.set("first", or_null(decisive_step->first)).set("second", or_null(decisive_step->second));
  json.set("waiting", or_null(decisive_step->waiting));
  json.set("schedule", decisive_step->schedule)
      .set("passing", lazy_list_of(decisive_step->passing, step_to_json));
  return json;
}

std::optional<DecisiveStep> decisive_step_from_json(const Json& json) {
  if (!json.is_object()) return std::nullopt;
  return DecisiveStep{.step = int_or_none(json["step"]),
                      .certain = json["certain"].boolean(),
                      .first = int_or_none(json["first"]),
                      .second = int_or_none(json["second"]),
                      .waiting = int_or_none(json["waiting"]),
                      .schedule = json["schedule"].text(),
                      .passing = read_list(json["passing"], step_from_json)};
}

}  // namespace

Json to_json(const FailureReport& failure) {
  Json json = Json::object();
  json.set("kind", name_of(failure.kind)).set("id", id_of(failure.kind));
  json.set("message", failure.message);
  json.set("thread", failure.thread).set("schedule", failure.schedule);
  json.set("execution", failure.execution).set("preemptions", failure.preemptions);
  json.set("trace", lazy_list_of(failure.trace, step_to_json));
  json.set("threads", list_of(failure.threads, end_to_json));
  json.set("stacks", list_of(failure.stacks, stack_to_json)).set("missing", failure.missing);
  json.set("missing_order", failure.missing_order);
  json.set("output", failure.output).set("occurrences", failure.occurrences);
  json.set("minimised", failure.minimised)
      .set("turning", decisive_step_to_json(failure.decisive_step));
  return json;
}

FailureReport failure_from_json(const Json& json) {
  FailureReport failure;
  parse_failure_kind(json["kind"].text(), failure.kind);
  failure.message = json["message"].text();
  failure.thread = json["thread"].text();
  failure.schedule = json["schedule"].text();
  failure.execution = json["execution"].natural();
  failure.preemptions = static_cast<std::uint32_t>(json["preemptions"].natural());
  failure.trace = read_list(json["trace"], step_from_json);
  failure.threads = read_list(json["threads"], end_from_json);
  failure.stacks = read_list(json["stacks"], stack_from_json);
  failure.missing = json["missing"].text();
  failure.missing_order = json["missing_order"].text();
  failure.output = json["output"].text();
  failure.occurrences = json["occurrences"].natural();
  failure.minimised = json["minimised"].text();
  failure.decisive_step = decisive_step_from_json(json["turning"]);
  return failure;
}

}  // namespace mcheck
