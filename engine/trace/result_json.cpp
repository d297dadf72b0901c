// SPDX-License-Identifier: MIT
#include "engine/trace/result_json.hpp"

#include <cmath>

#include "engine/trace/failure_id.hpp"

namespace mcheck {
namespace {

// "None" is -1 in the structures and null in JSON.
Json or_null(int value) { return value < 0 ? Json() : Json(value); }
int or_none(const Json& json) { return static_cast<int>(json.integer(-1)); }

template <typename T, typename Convert>
Json list_of(const std::vector<T>& values, Convert convert) {
  Json list = Json::array();
  for (const T& value : values) list.add(convert(value));
  return list;
}

template <typename Convert>
auto read_list(const Json& json, Convert convert) {
  std::vector<decltype(convert(json))> values;
  for (const Json& element : json.elements()) values.push_back(convert(element));
  return values;
}

Json step_to_json(const TraceStep& step) {
  Json json = Json::object();
  json.set("thread", step.thread).set("operation", step.operation).set("object", step.object);
  json.set("value", step.value).set("file", step.file).set("line", step.line);
  json.set("function", step.function).set("why", step.why);
  json.set("read_from", or_null(step.read_from)).set("cause", or_null(step.cause));
  json.set("preemption", step.preemption);
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
  step.read_from = or_none(json["read_from"]);
  step.cause = or_none(json["cause"]);
  step.preemption = json["preemption"].boolean();
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

Json stack_to_json(const ToldStack& stack) {
  Json json = Json::object();
  json.set("title", stack.title);
  json.set("frames", list_of(stack.frames, [](const StackFrame& frame) {
             Json each = Json::object();
             each.set("function", frame.function).set("file", frame.file).set("line", frame.line);
             return each;
           }));
  return json;
}

ToldStack stack_from_json(const Json& json) {
  const auto frame_from_json = [](const Json& frame) {
    return StackFrame{.function = frame["function"].text(),
                      .file = frame["file"].text(),
                      .line = static_cast<int>(frame["line"].integer())};
  };
  return {.title = json["title"].text(), .frames = read_list(json["frames"], frame_from_json)};
}

Json suppressed_to_json(const Suppressed& suppressed) {
  Json json = Json::object();
  json.set("by", suppressed.by).set("count", suppressed.count);
  return json;
}

Suppressed suppressed_from_json(const Json& json) {
  return {.by = json["by"].text(), .count = json["count"].natural()};
}

Json values_to_json(const std::vector<NamedValue>& values) {
  Json json = Json::object();
  for (const NamedValue& each : values) json.set(each.name, each.value);
  return json;
}

std::vector<NamedValue> values_from_json(const Json& json) {
  std::vector<NamedValue> values;
  for (const auto& [name, value] : json.members()) values.push_back({name, value.integer()});
  return values;
}

Json state_to_json(const FinalState& state) {
  Json json = Json::object();
  json.set("objects", values_to_json(state.objects)).set("notes", values_to_json(state.notes));
  json.set("count", state.count).set("ended", state.ended);
  return json;
}

FinalState state_from_json(const Json& json) {
  FinalState state;
  state.ended = json["ended"].text();
  state.objects = values_from_json(json["objects"]);
  state.notes = values_from_json(json["notes"]);
  state.count = json["count"].natural();
  return state;
}

// A verdict that is not known is none of the good ones.
Verdict verdict_from(const std::string& name) {
  for (const Verdict verdict : {Verdict::kVerified, Verdict::kBug, Verdict::kNotRepeatable}) {
    if (name == name_of(verdict)) return verdict;
  }
  return Verdict::kIncomplete;
}

}  // namespace

Json to_json(const FailureReport& failure) {
  Json json = Json::object();
  json.set("kind", name_of(failure.kind)).set("id", id_of(failure.kind));
  json.set("message", failure.message);
  json.set("thread", failure.thread).set("schedule", failure.schedule);
  json.set("execution", failure.execution).set("preemptions", failure.preemptions);
  json.set("trace", list_of(failure.trace, step_to_json));
  json.set("threads", list_of(failure.threads, end_to_json));
  json.set("stacks", list_of(failure.stacks, stack_to_json)).set("missing", failure.missing);
  json.set("output", failure.output);
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
  failure.output = json["output"].text();
  return failure;
}

Json to_json(const Warning& warning) {
  Json json = Json::object();
  json.set("kind", name_of(warning.kind)).set("message", warning.message);
  json.set("objects", Json::of(warning.objects));
  json.set("places", list_of(warning.places, [](const WarningPlace& place) {
             Json each = Json::object();
             each.set("thread", place.thread).set("what", place.what).set("file", place.file);
             return each.set("line", place.line).set("function", place.function);
           }));
  return json.set("schedule", warning.schedule);
}

Warning warning_from_json(const Json& json) {
  Warning warning;
  parse_failure_kind(json["kind"].text(), warning.kind);
  warning.message = json["message"].text();
  warning.objects = json["objects"].texts();
  warning.places = read_list(json["places"], [](const Json& each) {
    return WarningPlace{.thread = each["thread"].text(),
                        .what = each["what"].text(),
                        .file = each["file"].text(),
                        .line = static_cast<int>(each["line"].integer()),
                        .function = each["function"].text()};
  });
  warning.schedule = json["schedule"].text();
  return warning;
}

Json to_json(const Result& result) {
  Json json = Json::object();
  json.set("format", kResultFormat).set("program", result.program).set("test", result.test);
  json.set("arguments", Json::of(result.arguments));
  json.set("verdict", name_of(result.verdict)).set("id", id_of(result));
  json.set("reason", result.reason);
  json.set("strategy", result.strategy).set("bound", or_null(result.bound));
  json.set("bound_hit", result.bound_hit).set("executions", result.executions);
  json.set("classes", result.classes);
  json.set("redundant", result.redundant).set("probes", result.probes).set("events", result.events);
  json.set("restored_steps", result.restored_steps).set("rerun_steps", result.rerun_steps);
  json.set("expected_executions", std::round(result.expected_executions));
  json.set("seconds", result.seconds).set("remarks", Json::of(result.remarks));
  json.set("assumptions", Json::of(result.assumptions));
  json.set("failures",
           list_of(result.failures, [](const FailureReport& failure) { return to_json(failure); }));
  json.set("suppressed", list_of(result.suppressed, suppressed_to_json));
  json.set("warnings",
           list_of(result.warnings, [](const Warning& warning) { return to_json(warning); }));
  json.set("final_states",
           result.final_states ? list_of(*result.final_states, state_to_json) : Json());
  return json;
}

Result result_from_json(const Json& json) {
  Result result;
  result.program = json["program"].text();
  result.test = json["test"].text();
  result.arguments = json["arguments"].texts();
  result.verdict = verdict_from(json["verdict"].text());
  result.reason = json["reason"].text();
  result.strategy = json["strategy"].text();
  result.bound = or_none(json["bound"]);
  result.bound_hit = json["bound_hit"].boolean();
  result.executions = json["executions"].natural();
  result.classes = json["classes"].natural();
  result.redundant = json["redundant"].natural();
  result.probes = json["probes"].natural();
  result.events = json["events"].natural();
  result.restored_steps = json["restored_steps"].natural();
  result.rerun_steps = json["rerun_steps"].natural();
  result.expected_executions = json["expected_executions"].number();
  result.seconds = json["seconds"].number();
  result.remarks = json["remarks"].texts();
  result.assumptions = json["assumptions"].texts();
  result.failures = read_list(json["failures"], failure_from_json);
  result.suppressed = read_list(json["suppressed"], suppressed_from_json);
  result.warnings = read_list(json["warnings"], warning_from_json);
  if (json["final_states"].is_array()) {
    result.final_states = read_list(json["final_states"], state_from_json);
  }
  return result;
}

}  // namespace mcheck
