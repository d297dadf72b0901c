// SPDX-License-Identifier: MIT
#include "programs/mcheck/search/search_state.hpp"

#include <algorithm>
#include <tuple>

#include "engine/trace/failures/bug.hpp"
#include "engine/trace/results/result_json.hpp"

namespace mcheck::command {
namespace {

void add_missing(std::vector<std::string>& lines, const std::vector<std::string>& more) {
  for (const std::string& line : more) {
    if (std::ranges::find(lines, line) == lines.end()) lines.push_back(line);
  }
}

// Adds numbers by name.
template <class Each, class Name, class Number>
void add_counts(std::vector<Each>& all, const std::vector<Each>& more, Name name, Number number) {
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

double SearchState::expected_executions() const {
  const auto done = static_cast<double>(counts.executions);
  if (is_complete()) return exhaustive ? done : 0;
  return counts.mass > 0 ? std::max(done, done / counts.mass) : 0;
}

void SearchState::add(const Commit& commit) {
  for (FailureReport failure : commit.failures) {
    failure.execution += counts.executions;
    add(failure);
  }
  for (const RepeatedBug& repeated : commit.repeated) {
    const auto known = std::ranges::find(failures, repeated.bug, bug_key);
    if (known != failures.end()) known->occurrences += repeated.count;
  }
  counts += commit.counts;
  exhaustive = exhaustive && commit.exhaustive;
  if (why_not_exhaustive.empty()) why_not_exhaustive = commit.why_not_exhaustive;
  bound_hit = bound_hit || commit.bound_hit;
  reuse_size_classes |= commit.reuse_size_classes;
  weak_memory = weak_memory || commit.needs_weak_memory;
  if (not_repeatable.empty()) not_repeatable = commit.not_repeatable;
  add_missing(assumptions, commit.assumptions);
  add_missing(remarks, commit.remarks);
  schedule_use.add(commit.schedule_use);
  add_counts(suppressed, commit.suppressed, &Suppressed::by, &Suppressed::count);
  add_counts(branching, commit.branching, &NamedValue::name, &NamedValue::value);
  for (const Warning& warning : commit.warnings) {
    const auto is_same = [&](const Warning& known) {
      return known.kind == warning.kind && known.objects == warning.objects;
    };
    if (std::ranges::any_of(warnings, is_same)) continue;
    warnings.push_back(warning);
  }
}

SearchState SearchState::restarted() const {
  SearchState restarted_state;
  restarted_state.counts.redundant = counts.redundant + counts.executions;
  restarted_state.counts.events = counts.events;
  restarted_state.counts.restored_steps = counts.restored_steps;
  restarted_state.counts.rerun_steps = counts.rerun_steps;
  restarted_state.counts.cached_steps = counts.cached_steps;
  restarted_state.counts.cached_ends = counts.cached_ends;
  restarted_state.reuse_size_classes = reuse_size_classes;
  restarted_state.weak_memory = weak_memory;
  restarted_state.seconds = seconds;
  return restarted_state;
}

std::vector<NamedValue> SearchState::most_branching() const {
  std::vector<NamedValue> most = branching;
  std::ranges::stable_sort(most, std::ranges::greater(), &NamedValue::value);
  if (most.size() > kMaxBranching) most.resize(kMaxBranching);
  return most;
}

void SearchState::add(const FailureReport& failure) {
  const auto is_same = [&, bug = bug_key(failure)](const FailureReport& known) {
    const bool is_same_kind =
        is_limit(failure.kind) ? is_limit(known.kind) : failure.kind == known.kind;
    return (is_provisional(failure.kind) && is_same_kind) || bug_key(known) == bug;
  };
  const auto known = std::ranges::find_if(failures, is_same);
  if (known == failures.end()) return failures.push_back(failure);
  const std::uint64_t occurrences = known->occurrences + failure.occurrences;
  if (simpler(failure, *known)) *known = failure;
  known->occurrences = occurrences;
}

// A worker that was told to stop has not minimised its failure to the end.
bool simpler(const FailureReport& a, const FailureReport& b) {
  const auto rank = [](const FailureReport& failure) {
    return std::tuple(failure.preemptions, failure.minimised != kSimplestSchedule,
                      failure.schedule.size(), failure.schedule);
  };
  return rank(a) < rank(b);
}

Json to_json(const SearchState& state) {
  Json failures = Json::array();
  for (const FailureReport& failure : state.failures) failures.add(to_json(failure));
  Json json = Json::object();
  json.set("complete", state.is_complete()).set("counts", to_json(state.counts));
  json.set("exhaustive", state.exhaustive).set("bound_hit", state.bound_hit);
  json.set("why_not_exhaustive", state.why_not_exhaustive);
  json.set("reuse_rooms", state.reuse_size_classes).set("weak_memory", state.weak_memory);
  json.set("not_repeatable", state.not_repeatable).set("failures", std::move(failures));
  Json warnings = Json::array();
  for (const Warning& warning : state.warnings) warnings.add(to_json(warning));
  json.set("warnings", std::move(warnings));
  json.set("suppressed", to_json(state.suppressed)).set("branching", to_json(state.branching));
  json.set("assumptions", Json::of(state.assumptions)).set("seconds", state.seconds);
  json.set("remarks", Json::of(state.remarks)).set("schedule", state.schedule_use.to_json());
  json.set("untouched", state.not_started).set("outstanding", Json::of(state.outstanding));
  return json;
}

SearchState search_state_from_json(const Json& json) {
  SearchState state;
  state.counts = counts_from_json(json["counts"]);
  state.exhaustive = json["exhaustive"].boolean();
  state.why_not_exhaustive = json["why_not_exhaustive"].text();
  state.bound_hit = json["bound_hit"].boolean();
  state.reuse_size_classes = json["reuse_rooms"].natural();
  state.weak_memory = json["weak_memory"].boolean();
  state.not_repeatable = json["not_repeatable"].text();
  for (const Json& failure : json["failures"].elements()) {
    state.failures.push_back(failure_from_json(failure));
  }
  for (const Json& warning : json["warnings"].elements()) {
    state.warnings.push_back(warning_from_json(warning));
  }
  state.suppressed = suppressed_from_json(json["suppressed"]);
  state.branching = values_from_json(json["branching"]);
  state.assumptions = json["assumptions"].texts();
  state.remarks = json["remarks"].texts();
  state.schedule_use = ScheduleUse::from_json(json["schedule"]);
  state.seconds = json["seconds"].number();
  state.not_started = json["untouched"].boolean(true);
  state.outstanding = json["outstanding"].texts();
  return state;
}

}  // namespace mcheck::command
