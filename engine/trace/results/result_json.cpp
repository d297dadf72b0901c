// SPDX-License-Identifier: MIT
#include "engine/trace/results/result_json.hpp"

#include <cmath>
#include <limits>

#include "engine/trace/failures/failure_id.hpp"
#include "engine/trace/results/json_parts.hpp"

namespace mcheck {
namespace {

Json state_to_json(const FinalState& state) {
  Json json = Json::object();
  json.set("objects", to_json(state.objects)).set("notes", to_json(state.notes));
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

// An unknown verdict is never a good one.
Verdict verdict_from(const std::string& name) {
  for (const Verdict verdict : {Verdict::kVerified, Verdict::kBug, Verdict::kNotRepeatable}) {
    if (name == name_of(verdict)) return verdict;
  }
  return Verdict::kIncomplete;
}

// A limit is a separate member: readers of "failures" expect failures of the program.
void add_failures(Json& json, const Result& result) {
  Json failures = Json::array();
  Json limit;
  for (const FailureReport& failure : result.failures) {
    if (is_limit(failure.kind)) {
      limit = to_json(failure);
    } else {
      failures.add(to_json(failure));
    }
  }
  json.set("failures", std::move(failures)).set("limit", std::move(limit));
}

}  // namespace

Json to_json(const std::vector<Suppressed>& suppressed) {
  return list_of(suppressed, [](const Suppressed& each) {
    return Json::object().set("by", each.by).set("count", each.count);
  });
}

std::vector<Suppressed> suppressed_from_json(const Json& json) {
  return read_list(json, [](const Json& each) {
    return Suppressed{.by = each["by"].text(), .count = each["count"].natural()};
  });
}

Json to_json(const std::vector<NamedValue>& values) {
  Json json = Json::object();
  for (const NamedValue& each : values) json.set(each.name, each.value);
  return json;
}

std::vector<NamedValue> values_from_json(const Json& json) {
  std::vector<NamedValue> values;
  for (const auto& [name, value] : json.members()) values.push_back({name, value.integer()});
  return values;
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
  json.set("memory", result.weak_memory ? "rc11" : "sc");
  if (result.assumes_sc) json.set("assumes_sc", true);
  json.set("bound_hit", result.bound_hit).set("complete", result.complete);
  if (!result.quantifier.empty()) json.set("quantifier", result.quantifier);
  json.set("executions", result.executions);
  json.set("classes", result.classes == 0 ? Json() : Json(result.classes));
  json.set("redundant", result.redundant).set("probes", result.probes).set("events", result.events);
  json.set("restored_steps", result.restored_steps).set("rerun_steps", result.rerun_steps);
  json.set("known_steps", result.cached_steps).set("known_ends", result.cached_ends);
  if (result.restarts > 0) json.set("restarts", result.restarts);
  json.set("states", result.states == 0 ? Json() : Json(result.states));
  json.set("transitions", result.states == 0 ? Json() : Json(result.transitions));
  json.set("schedules", result.schedules == 0 ? Json() : Json(result.schedules));
  json.set("expected_executions", std::round(result.expected_executions));
  json.set("branching", to_json(result.branching));
  json.set("seconds", result.seconds).set("remarks", Json::of(result.remarks));
  json.set("assumptions", Json::of(result.assumptions));
  if (!result.unreached.empty()) json.set("unreached", Json::of(result.unreached));
  if (result.unfollowed > 0) json.set("unfollowed", result.unfollowed);
  add_failures(json, result);
  json.set("suppressed", to_json(result.suppressed));
  json.set("warnings",
           list_of(result.warnings, [](const Warning& warning) { return to_json(warning); }));
  json.set("final_states",
           result.final_states ? list_of(*result.final_states, state_to_json) : Json());
  json.set("tree", result.tree ? to_json(*result.tree) : Json());
  if (!result.order_sites.empty())
    json.set("order_sites",
             list_of(result.order_sites, [](const OrderSite& site) { return to_json(site); }));
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
  result.bound = int_or_none(json["bound"]);
  result.weak_memory = json["memory"].text() == "rc11";
  result.assumes_sc = json["assumes_sc"].boolean(false);
  result.bound_hit = json["bound_hit"].boolean();
  result.complete = json["complete"].boolean();
  result.quantifier = json["quantifier"].text();
  result.executions = json["executions"].natural();
  result.classes = json["classes"].natural();
  result.redundant = json["redundant"].natural();
  result.probes = json["probes"].natural();
  result.events = json["events"].natural();
  result.restored_steps = json["restored_steps"].natural();
  result.rerun_steps = json["rerun_steps"].natural();
  result.cached_steps = json["known_steps"].natural();
  result.cached_ends = json["known_ends"].natural();
  result.restarts = json["restarts"].natural();
  result.states = json["states"].natural();
  result.transitions = json["transitions"].natural();
  result.schedules = json["schedules"].number(std::numeric_limits<double>::infinity());
  result.expected_executions = json["expected_executions"].number();
  result.seconds = json["seconds"].number();
  result.branching = values_from_json(json["branching"]);
  result.remarks = json["remarks"].texts();
  result.assumptions = json["assumptions"].texts();
  result.unreached = json["unreached"].texts();
  result.unfollowed = json["unfollowed"].natural();
  result.failures = read_list(json["failures"], failure_from_json);
  if (json["limit"].is_object()) result.failures.push_back(failure_from_json(json["limit"]));
  result.suppressed = suppressed_from_json(json["suppressed"]);
  result.warnings = read_list(json["warnings"], warning_from_json);
  if (json["final_states"].is_array()) {
    result.final_states = read_list(json["final_states"], state_from_json);
  }
  result.order_sites = read_list(json["order_sites"], order_site_from_json);
  if (json["tree"].is_object()) result.tree = search_tree_from_json(json["tree"]);
  return result;
}

}  // namespace mcheck
