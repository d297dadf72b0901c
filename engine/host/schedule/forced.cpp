// SPDX-License-Identifier: MIT
#include "engine/host/schedule/forced.hpp"

#include <algorithm>

#include "engine/base/host_state.hpp"
#include "engine/host/schedule/code_locations.hpp"
#include "engine/host/schedule/schedule_file.hpp"
#include "engine/host/search/exploration.hpp"
#include "engine/model/forced_schedule.hpp"
#include "engine/platform/linking/call_patch.hpp"
#include "engine/runtime/verdict/event_names.hpp"

namespace mcheck {
namespace {

MCHECK_HOST_STATE bool is_in_force = false;

ForcedAction action_of(const ScheduleRule& rule, const ScheduleFile& file,
                       const CodeLocations& locations) {
  ForcedAction action{.kind = static_cast<ForcedAction::Kind>(rule.action),
                      .name = rule.name,
                      .thread = rule.thread,
                      .time = rule.time,
                      .at = rule.at};
  const auto gate = std::ranges::find(file.gates, rule.name, &DeclaredGate::name);
  action.gate = static_cast<std::size_t>(gate - file.gates.begin());
  const bool has_function =
      action.kind == ForcedAction::Kind::kCall || action.kind == ForcedAction::Kind::kAssert;
  if (has_function) action.function = locations.function(rule.name, rule.at);
  return action;
}

}  // namespace

void force_schedule_file(const options& how) {
  if (how.schedule.empty() || is_in_force) return;
  const ScheduleFile file = parse_schedule_file(how.schedule_file, how.schedule);
  const CodeLocations locations;
  ForcedSchedule schedule{.gates = {}, .actions = {}, .orders = file.orders};
  for (const DeclaredGate& gate : file.gates) {
    schedule.gates.push_back({.name = gate.name,
                              .needed = gate.count,
                              .takes = gate.kind == DeclaredGate::Kind::kTurnstile});
  }
  std::vector<std::vector<unsigned char*>> calls;
  for (const ScheduleRule& rule : file.rules) {
    calls.push_back(locations.find(rule.location, rule.at));
    schedule.actions.push_back(action_of(rule, file, locations));
  }
  is_in_force = true;
  const bool fits = force_schedule(std::move(schedule));
  for (unsigned i = 0; fits && i < calls.size(); ++i) {
    for (unsigned char* const call : calls[i]) {
      if (!patch_call(call, i))
        throw UsageError(file.rules[i].at + ": the code there cannot be changed");
    }
  }
  if (fits) return;
  throw UsageError(how.schedule_file + ": it has more than 32 gates, locations or events" +
                   ", or 16 alternatives");
}

std::vector<std::string> unreached_remarks() {
  std::vector<std::string> remarks;
  for (const std::string& at : forced_locations_not_reached())
    remarks.push_back("schedule: no thread reached the location at " + at);
  for (const std::string& event : unreached_events())
    remarks.push_back("schedule: no thread reached an event `" + event + "`");
  return remarks;
}

}  // namespace mcheck
