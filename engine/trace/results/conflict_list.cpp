// SPDX-License-Identifier: MIT
#include "engine/trace/results/conflict_list.hpp"

namespace mcheck {
namespace {

Json site_to_json(const CallSite& site) {
  Json json = Json::object();
  json.set("file", site.file).set("line", site.line).set("function", site.function);
  json.set("call", site.call).set("reads", site.reads).set("writes", site.writes);
  return json.set("frees", site.frees);
}

CallSite site_from_json(const Json& json) {
  return {.file = json["file"].text(),
          .line = static_cast<int>(json["line"].integer()),
          .function = json["function"].text(),
          .call = json["call"].text(),
          .reads = json["reads"].boolean(),
          .writes = json["writes"].boolean(),
          .frees = json["frees"].boolean()};
}

}  // namespace

Json to_json(const ConflictList& list) {
  Json pairs = Json::array();
  for (const ConflictPair& pair : list.pairs) {
    Json json = Json::object();
    json.set("first", site_to_json(pair.first)).set("second", site_to_json(pair.second));
    json.set("object", pair.object).set("execution", pair.execution);
    pairs.add(json.set("schedule", pair.schedule));
  }
  Json json = Json::object();
  json.set("program", list.program).set("test", list.test);
  json.set("arguments", Json::of(list.arguments)).set("pairs", std::move(pairs));
  json.set("executions", list.executions).set("seconds", list.seconds);
  json.set("complete", list.complete);
  return json.set("remarks", Json::of(list.remarks));
}

ConflictList conflict_list_from_json(const Json& json) {
  ConflictList list;
  list.program = json["program"].text();
  list.test = json["test"].text();
  list.arguments = json["arguments"].texts();
  for (const Json& pair : json["pairs"].elements()) {
    list.pairs.push_back({.first = site_from_json(pair["first"]),
                          .second = site_from_json(pair["second"]),
                          .object = pair["object"].text(),
                          .execution = pair["execution"].natural(),
                          .schedule = pair["schedule"].text()});
  }
  list.executions = json["executions"].natural();
  list.seconds = json["seconds"].number();
  list.complete = json["complete"].boolean();
  list.remarks = json["remarks"].texts();
  return list;
}

Json to_json(const std::vector<UserClass>& classes) {
  Json list = Json::array();
  for (const UserClass& each : classes) {
    list.add(Json::object()
                 .set("name", each.name)
                 .set("reads", Json::of(each.reads))
                 .set("writes", Json::of(each.writes))
                 .set("safe", each.safe));
  }
  return list;
}

std::vector<UserClass> user_classes_from_json(const Json& json) {
  std::vector<UserClass> classes;
  for (const Json& each : json.elements()) {
    classes.push_back({.name = each["name"].text(),
                       .reads = each["reads"].texts(),
                       .writes = each["writes"].texts(),
                       .safe = each["safe"].boolean()});
  }
  return classes;
}

}  // namespace mcheck
