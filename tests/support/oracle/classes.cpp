// SPDX-License-Identifier: MIT
#include "tests/support/oracle/classes.hpp"

#include <algorithm>
#include <tuple>

#include "tests/support/oracle/key_set.hpp"

namespace table {
namespace {

class Explorer {
 public:
  Explorer(std::size_t limit, const ClassKey* wanted) : limit_(limit), wanted_(wanted) {}

  // False: stop; the limit is reached or the wanted class is found.
  bool expand(const Prefix& prefix) {
    if (seen_.size() > limit_) return false;
    const Machine& machine = prefix.machine();
    bool maximal = true;
    for (int t = 0; t < machine.threads(); ++t) {
      const int ways = machine.ways(t);
      for (int way = 0; way < ways; ++way) {
        maximal = false;
        Prefix next = prefix;
        const OracleStep step = next.extend(t, way, edges_);
        if (!seen_.insert(next.key())) continue;
        if (wanted_ != nullptr) path_.push_back({.thread = t, .label = step.label});
        if (!expand(next)) return false;
        if (wanted_ != nullptr) path_.pop_back();
      }
    }
    if (!maximal) return true;
    if (wanted_ != nullptr) return prefix.key() != *wanted_;
    classes_.emplace(prefix.key(), machine.final_state());
    return true;
  }

  ClassSet& classes() { return classes_; }
  std::vector<ScheduleStep>& path() { return path_; }

 private:
  std::size_t limit_;
  const ClassKey* wanted_;  // null: all
  KeySet seen_;
  ClassSet classes_;
  std::vector<ScheduleStep> path_;  // to the prefix being expanded
  std::vector<Edge> edges_;
};

// Takes the step with this label, if there is one.
std::optional<OracleStep> extend(Prefix& prefix, const ScheduleStep& wanted,
                                 std::vector<Edge>& edges) {
  const Machine& machine = prefix.machine();
  if (wanted.thread < 0 || wanted.thread >= machine.threads()) return std::nullopt;
  const int ways = machine.ways(wanted.thread);
  for (int way = 0; way < ways; ++way) {
    Prefix next = prefix;
    const OracleStep step = next.extend(wanted.thread, way, edges);
    if (step.label != wanted.label) continue;
    prefix = next;
    return step;
  }
  return std::nullopt;
}

}  // namespace

std::optional<ClassSet> classes_of(const Program& program, Relation relation, std::size_t limit) {
  Explorer explorer(limit, nullptr);
  if (!explorer.expand(Prefix(program, relation))) return std::nullopt;
  return std::move(explorer.classes());
}

std::optional<std::vector<OracleStep>> steps_of(const Program& program, Relation relation,
                                                std::span<const ScheduleStep> schedule) {
  Prefix prefix(program, relation);
  std::vector<Edge> edges;
  std::vector<OracleStep> steps;
  for (const ScheduleStep& wanted : schedule) {
    const std::optional<OracleStep> step = extend(prefix, wanted, edges);
    if (!step) return std::nullopt;
    steps.push_back(*step);
  }
  return steps;
}

std::optional<Replayed> class_of(const Program& program, Relation relation,
                                 std::span<const ScheduleStep> schedule) {
  Prefix prefix(program, relation);
  std::vector<Edge> edges;
  for (const ScheduleStep& step : schedule) {
    if (!extend(prefix, step, edges)) return std::nullopt;
  }
  const Machine& machine = prefix.machine();
  bool maximal = true;
  for (int t = 0; t < machine.threads(); ++t) maximal = maximal && machine.ways(t) == 0;
  return Replayed{.key = prefix.key(), .outcome = machine.final_state(), .maximal = maximal};
}

std::optional<std::vector<ScheduleStep>> schedule_of(const Program& program, Relation relation,
                                                     const ClassKey& key) {
  Explorer explorer(static_cast<std::size_t>(-1), &key);
  if (explorer.expand(Prefix(program, relation))) return std::nullopt;
  return std::move(explorer.path());
}

std::string class_text(const Program& program, Relation relation,
                       std::span<const ScheduleStep> schedule) {
  Prefix prefix(program, relation);
  std::vector<Edge> edges;
  std::vector<std::pair<std::pair<int, int>, std::string>> lines;  // by thread and index
  for (const ScheduleStep& wanted : schedule) {
    const Statement* statement = prefix.machine().statement(wanted.thread);
    const std::string what = statement == nullptr ? "" : text(*statement);
    const std::optional<OracleStep> step = extend(prefix, wanted, edges);
    if (!step) break;
    const int place = step->clock.of[static_cast<std::size_t>(step->thread)];
    std::string line = "T" + std::to_string(step->thread) + "." + std::to_string(place) +
                       " label " + std::to_string(step->label) + " after";
    for (int t = 0; t < prefix.machine().threads(); ++t) {
      const int before = step->clock.of[static_cast<std::size_t>(t)];
      line += " " + std::to_string(t == step->thread ? before - 1 : before);
    }
    lines.push_back({{step->thread, place}, line + ": " + what + "\n"});
  }
  std::ranges::sort(lines);
  std::string result;
  for (const auto& [place, line] : lines) result += line;
  return result;
}

}  // namespace table
