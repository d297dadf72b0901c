// SPDX-License-Identifier: MIT
#include "engine/trace/protocol/commit.hpp"

#include <array>
#include <utility>

#include "engine/trace/results/result_json.hpp"

namespace mcheck {
namespace {

using CounterMember = std::uint64_t Counts::*;

constexpr std::array<std::pair<const char*, CounterMember>, 13> kCounters = {{
    {"executions", &Counts::executions},
    {"redundant", &Counts::redundant},
    {"cut_off", &Counts::cut_off},
    {"unmet", &Counts::unmet},
    {"beyond_bound", &Counts::beyond_bound},
    {"failing", &Counts::failing},
    {"limited", &Counts::limited},
    {"limit_cost", &Counts::limit_cost},
    {"events", &Counts::events},
    {"restored_steps", &Counts::restored_steps},
    {"rerun_steps", &Counts::rerun_steps},
    {"known_steps", &Counts::cached_steps},
    {"known_ends", &Counts::cached_ends},
}};

}  // namespace

Counts& Counts::operator+=(const Counts& more) {
  for (const auto& [name, number] : kCounters) this->*number += more.*number;
  mass += more.mass;
  return *this;
}

Counts& Counts::operator-=(const Counts& less) {
  for (const auto& [name, number] : kCounters) this->*number -= less.*number;
  mass -= less.mass;
  return *this;
}

Json to_json(const Counts& counts) {
  Json json = Json::object();
  for (const auto& [name, number] : kCounters) json.set(name, counts.*number);
  return json.set("mass", counts.mass);
}

Counts counts_from_json(const Json& json) {
  Counts counts;
  for (const auto& [name, number] : kCounters) counts.*number = json[name].natural();
  counts.mass = json["mass"].number();
  return counts;
}

Json to_json(const Commit& commit) {
  Json failures = Json::array();
  for (const FailureReport& failure : commit.failures) failures.add(to_json(failure));
  Json json = Json::object();
  json.set("type", "commit").set("counts", to_json(commit.counts)).set("waits", commit.is_waiting);
  json.set("exhaustive", commit.exhaustive).set("bound_hit", commit.bound_hit);
  json.set("why_not_exhaustive", commit.why_not_exhaustive);
  json.set("reuse_rooms", commit.reuse_size_classes);
  json.set("needs_weak_memory", commit.needs_weak_memory);
  json.set("not_repeatable", commit.not_repeatable).set("failures", std::move(failures));
  Json repeated = Json::array();
  for (const RepeatedBug& each : commit.repeated) {
    repeated.add(Json::object().set("bug", each.bug).set("count", each.count));
  }
  json.set("repeated", std::move(repeated));
  Json warnings = Json::array();
  for (const Warning& warning : commit.warnings) warnings.add(to_json(warning));
  json.set("warnings", std::move(warnings));
  json.set("suppressed", to_json(commit.suppressed)).set("branching", to_json(commit.branching));
  json.set("assumptions", Json::of(commit.assumptions));
  json.set("remarks", Json::of(commit.remarks)).set("schedule", commit.schedule_use.to_json());
  json.set("outstanding", Json::of(commit.outstanding)).set("given", Json::of(commit.shards_given));
  return json;
}

Commit commit_from_json(const Json& json) {
  Commit commit;
  commit.counts = counts_from_json(json["counts"]);
  commit.is_waiting = json["waits"].boolean();
  commit.exhaustive = json["exhaustive"].boolean();
  commit.why_not_exhaustive = json["why_not_exhaustive"].text();
  commit.bound_hit = json["bound_hit"].boolean();
  commit.reuse_size_classes = json["reuse_rooms"].natural();
  commit.needs_weak_memory = json["needs_weak_memory"].boolean();
  commit.not_repeatable = json["not_repeatable"].text();
  for (const Json& failure : json["failures"].elements()) {
    commit.failures.push_back(failure_from_json(failure));
  }
  for (const Json& each : json["repeated"].elements()) {
    commit.repeated.push_back({.bug = each["bug"].text(), .count = each["count"].natural()});
  }
  for (const Json& warning : json["warnings"].elements()) {
    commit.warnings.push_back(warning_from_json(warning));
  }
  commit.suppressed = suppressed_from_json(json["suppressed"]);
  commit.branching = values_from_json(json["branching"]);
  commit.assumptions = json["assumptions"].texts();
  commit.remarks = json["remarks"].texts();
  commit.schedule_use = ScheduleUse::from_json(json["schedule"]);
  commit.outstanding = json["outstanding"].texts();
  commit.shards_given = json["given"].texts();
  return commit;
}

}  // namespace mcheck
