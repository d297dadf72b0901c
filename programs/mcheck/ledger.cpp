// SPDX-License-Identifier: MIT
#include "programs/mcheck/ledger.hpp"

#include <algorithm>
#include <tuple>

#include "engine/trace/bug.hpp"
#include "engine/trace/result_json.hpp"

namespace mcheck::command {
namespace {

void add_new(std::vector<std::string>& lines, const std::vector<std::string>& more) {
  for (const std::string& line : more) {
    if (std::ranges::find(lines, line) == lines.end()) lines.push_back(line);
  }
}

// Adds numbers by name.
template <class Each, class Name, class Number>
void add_up(std::vector<Each>& all, const std::vector<Each>& more, Name name, Number number) {
  for (const Each& each : more) {
    const auto known = std::ranges::find(all, each.*name, name);
    if (known == all.end()) {
      all.push_back(each);
    } else {
      (*known).*number += each.*number;
    }
  }
}

}  // namespace

double Ledger::expected_executions() const {
  const auto done = static_cast<double>(counts.executions);
  if (is_complete()) return exhaustive ? done : 0;
  return counts.mass > 0 ? std::max(done, done / counts.mass) : 0;
}

void Ledger::enter(const Commit& commit) {
  for (FailureReport failure : commit.failures) {
    failure.execution += counts.executions;
    enter(failure);
  }
  for (const Repeated& repeated : commit.repeated) {
    const auto known = std::ranges::find(failures, repeated.bug, bug_of);
    if (known != failures.end()) known->occurrences += repeated.count;
  }
  counts += commit.counts;
  exhaustive = exhaustive && commit.exhaustive;
  if (why_not_exhaustive.empty()) why_not_exhaustive = commit.why_not_exhaustive;
  bound_hit = bound_hit || commit.bound_hit;
  reuse_rooms |= commit.reuse_rooms;
  if (not_repeatable.empty()) not_repeatable = commit.not_repeatable;
  add_new(assumptions, commit.assumptions);
  add_new(remarks, commit.remarks);
  add_up(suppressed, commit.suppressed, &Suppressed::by, &Suppressed::count);
  add_up(branching, commit.branching, &NamedValue::name, &NamedValue::value);
  for (const Warning& warning : commit.warnings) {
    const auto is_like = [&](const Warning& known) {
      return known.kind == warning.kind && known.objects == warning.objects;
    };
    if (std::ranges::any_of(warnings, is_like)) continue;
    warnings.push_back(warning);
  }
}

Ledger Ledger::begun_anew() const {
  Ledger fresh;
  fresh.counts.redundant = counts.redundant + counts.executions;
  fresh.counts.events = counts.events;
  fresh.counts.restored_steps = counts.restored_steps;
  fresh.counts.rerun_steps = counts.rerun_steps;
  fresh.counts.known_steps = counts.known_steps;
  fresh.counts.known_ends = counts.known_ends;
  fresh.reuse_rooms = reuse_rooms;
  fresh.seconds = seconds;
  return fresh;
}

std::vector<NamedValue> Ledger::most_branching() const {
  std::vector<NamedValue> most = branching;
  std::ranges::stable_sort(most, std::ranges::greater(), &NamedValue::value);
  if (most.size() > kMostBranching) most.resize(kMostBranching);
  return most;
}

void Ledger::enter(const FailureReport& failure) {
  const auto is_like = [&, bug = bug_of(failure)](const FailureReport& known) {
    return (is_limit(failure.kind) && is_limit(known.kind)) || bug_of(known) == bug;
  };
  const auto known = std::ranges::find_if(failures, is_like);
  if (known == failures.end()) return failures.push_back(failure);
  const std::uint64_t occurrences = known->occurrences + failure.occurrences;
  if (simpler(failure, *known)) *known = failure;
  known->occurrences = occurrences;
}

bool simpler(const FailureReport& a, const FailureReport& b) {
  const auto rank = [](const FailureReport& failure) {
    return std::tuple(failure.preemptions, failure.schedule.size(), failure.schedule);
  };
  return rank(a) < rank(b);
}

Json to_json(const Ledger& ledger) {
  Json failures = Json::array();
  for (const FailureReport& failure : ledger.failures) failures.add(to_json(failure));
  Json json = Json::object();
  json.set("complete", ledger.is_complete()).set("counts", to_json(ledger.counts));
  json.set("exhaustive", ledger.exhaustive).set("bound_hit", ledger.bound_hit);
  json.set("why_not_exhaustive", ledger.why_not_exhaustive);
  json.set("reuse_rooms", ledger.reuse_rooms);
  json.set("not_repeatable", ledger.not_repeatable).set("failures", std::move(failures));
  Json warnings = Json::array();
  for (const Warning& warning : ledger.warnings) warnings.add(to_json(warning));
  json.set("warnings", std::move(warnings));
  json.set("suppressed", to_json(ledger.suppressed)).set("branching", to_json(ledger.branching));
  json.set("assumptions", Json::of(ledger.assumptions)).set("seconds", ledger.seconds);
  json.set("remarks", Json::of(ledger.remarks));
  json.set("untouched", ledger.untouched).set("outstanding", Json::of(ledger.outstanding));
  return json;
}

Ledger ledger_from_json(const Json& json) {
  Ledger ledger;
  ledger.counts = counts_from_json(json["counts"]);
  ledger.exhaustive = json["exhaustive"].boolean();
  ledger.why_not_exhaustive = json["why_not_exhaustive"].text();
  ledger.bound_hit = json["bound_hit"].boolean();
  ledger.reuse_rooms = json["reuse_rooms"].natural();
  ledger.not_repeatable = json["not_repeatable"].text();
  for (const Json& failure : json["failures"].elements()) {
    ledger.failures.push_back(failure_from_json(failure));
  }
  for (const Json& warning : json["warnings"].elements()) {
    ledger.warnings.push_back(warning_from_json(warning));
  }
  ledger.suppressed = suppressed_from_json(json["suppressed"]);
  ledger.branching = values_from_json(json["branching"]);
  ledger.assumptions = json["assumptions"].texts();
  ledger.remarks = json["remarks"].texts();
  ledger.seconds = json["seconds"].number();
  ledger.untouched = json["untouched"].boolean(true);
  ledger.outstanding = json["outstanding"].texts();
  return ledger;
}

}  // namespace mcheck::command
