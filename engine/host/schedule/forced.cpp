// SPDX-License-Identifier: MIT
#include "engine/host/schedule/forced.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "engine/base/host_state.hpp"
#include "engine/host/names/symbolizer.hpp"
#include "engine/host/names/variable_names.hpp"
#include "engine/host/schedule/code_locations.hpp"
#include "engine/host/schedule/function_names.hpp"
#include "engine/host/schedule/operation_locations.hpp"
#include "engine/host/schedule/schedule_file.hpp"
#include "engine/host/search/exploration.hpp"
#include "engine/model/forced_schedule.hpp"
#include "engine/platform/linking/call_patch.hpp"
#include "engine/runtime/machine/perform.hpp"
#include "engine/runtime/verdict/quantifier_request.hpp"
#include "engine/runtime/verdict/schedule_notes.hpp"
#include "engine/trace/semantics/operation_names.hpp"

namespace mcheck {
namespace {

MCHECK_HOST_STATE std::string* in_force = nullptr;  // the text; null: none so far

MCHECK_HOST_STATE bool impossible_passes = false;
MCHECK_HOST_STATE quantifier quantifier_of_file = quantifier::for_all;
MCHECK_HOST_STATE OperationLocations* operations = nullptr;

std::uint32_t actions_at(const Operation& operation, const CallFrames& frames) {
  return operations->rules_at(operation, frames);
}

bool may_be_at(const Operation& operation) { return operations->may_be_at(operation); }

bool is_type(const char* type_info_name, const std::string& type) {
  const std::string name = demangled((std::string("_ZTS") + type_info_name).c_str());
  return matches_name(name, type);  // "typeinfo name for std::runtime_error"
}

// Read when it is first needed: that takes longer than a small search.
class LazyCodeLocations {
 public:
  const CodeLocations& operator*() { return known_ ? *known_ : known_.emplace(); }

 private:
  std::optional<CodeLocations> known_;
};

// Why mcheck may not see the use of an object.
std::string unused_reason(const CodeLocation& location, const options& how) {
  if (!unmodified()) return "";
  if (executable_information().code_ranges().empty())
    return "compile with -g: without it objects of the program have no names";
  const std::string& operation = location.operation;
  const bool may_be_plain = operation == kAccess || operation == "read" || operation == "write";
  if (may_be_plain && !how.plain_points)
    return "accesses of plain data are operations with --points all only";
  return "";
}

ForcedAction action_of(const ScheduleRule& rule, const ScheduleFile& file, const options& how,
                       LazyCodeLocations& locations) {
  ForcedAction action{.kind = static_cast<ForcedAction::Kind>(rule.action),
                      .name = rule.name,
                      .thread = rule.thread,
                      .time = rule.time,
                      .at = rule.at};
  if (rule.is_at_operation()) {
    action.object = rule.location.name;
    action.unused = unused_reason(rule.location, how);
  }
  if (rule.location.kind == CodeLocation::Kind::kThrow) action.thrown = rule.location.name;
  action.at_thread_end = rule.location.kind == CodeLocation::Kind::kThreadEnd;
  const auto gate = std::ranges::find(file.gates, rule.name, &DeclaredGate::name);
  action.gate = static_cast<std::size_t>(gate - file.gates.begin());
  const bool has_function =
      action.kind == ForcedAction::Kind::kCall || action.kind == ForcedAction::Kind::kAssert;
  if (has_function) {
    const bool is_assertion = action.kind == ForcedAction::Kind::kAssert;
    action.function = action_function((*locations).functions(), {rule.name, is_assertion, rule.at});
  }
  return action;
}

void require_one_quantifier(const options& how, const ScheduleFile& file) {
  const bool given = how.quantifier != quantifier::for_all;
  if (given && file.impossible_passes) {
    throw UsageError(how.schedule_file + ": `impossible passes` contradicts `" +
                     name_of(how.quantifier) + "`, by which some execution has to follow the file");
  }
  if (given && file.quantifier != quantifier::for_all && file.quantifier != how.quantifier) {
    throw UsageError(how.schedule_file + ": it says `" + name_of(file.quantifier) + "`, and `" +
                     name_of(how.quantifier) + "` is requested");
  }
}

}  // namespace

void force_schedule_file(const options& how) {
  enable_forced_schedule(!how.schedule.empty());
  if (how.schedule.empty() || (in_force != nullptr && *in_force == how.schedule)) return;
  if (in_force != nullptr) {
    throw UsageError(how.schedule_file +
                     ": the process has forced another schedule already: its code stays changed");
  }
  const ScheduleFile file = parse_schedule_file(how.schedule_file, how.schedule);
  LazyCodeLocations locations;
  ForcedSchedule schedule{.gates = {}, .actions = {}, .orders = file.orders};
  schedule.is_type = is_type;
  for (const DeclaredGate& gate : file.gates) {
    schedule.gates.push_back({.name = gate.name,
                              .needed = gate.count,
                              .takes = gate.kind == DeclaredGate::Kind::kTurnstile});
  }
  std::vector<std::vector<LocatedCall>> calls;
  for (const ScheduleRule& rule : file.rules) {
    calls.push_back(rule.is_in_code() ? (*locations).find(rule.location, rule.at)
                                      : std::vector<LocatedCall>{});
    schedule.actions.push_back(action_of(rule, file, how, locations));
  }
  if (std::ranges::any_of(file.rules, &ScheduleRule::is_at_operation)) {
    operations = new OperationLocations(file.rules);
    schedule.actions_at = actions_at;
    schedule.may_be_at = may_be_at;
  }
  require_one_quantifier(how, file);
  if (file.rules.empty() && file.orders.empty())
    note_schedule(ScheduleUse::Fact::kEmptyFile, how.schedule_file);
  impossible_passes = file.impossible_passes;
  quantifier_of_file = file.quantifier;
  in_force = new std::string(how.schedule);
  const bool fits = force_schedule(std::move(schedule));
  // The last one first: of several at one location, the last that is patched is reached first.
  for (std::size_t i = fits ? calls.size() : 0; i > 0; --i) {
    for (const LocatedCall& call : calls[i - 1]) {
      const unsigned known = call.thrown_type_is_known ? kThrownTypeIsKnown : 0;
      if (!patch_call(call.instruction, static_cast<unsigned>(i - 1) | known))
        throw UsageError(file.rules[i - 1].at + ": the code there cannot be changed");
    }
  }
  if (fits) return;
  throw UsageError(how.schedule_file +
                   ": it has more than 32 gates, locations or events, or more " +
                   "than 16 conditions with |");
}

bool impossible_schedule_passes() { return in_force != nullptr && impossible_passes; }

quantifier quantifier_of(const options& how) {
  return how.schedule.empty() || how.quantifier != quantifier::for_all ? how.quantifier
                                                                       : quantifier_of_file;
}

void force_shared_schedule_file(const options& how) {
  force_schedule_file(how);
  if (!how.schedule.empty() && impossible_schedule_passes()) {
    throw UsageError(how.schedule_file +
                     ": `impossible passes` needs one process that knows all executions\n  try  "
                     "    without --jobs and --checkpoint");
  }
  if (quantifier_of(how) != quantifier::for_all) {
    throw UsageError(std::string(name_of(quantifier_of(how))) +
                     " needs one process that knows all executions\n  try      without --jobs and "
                     "--checkpoint");
  }
  accept_quantifier_requests(QuantifierRequests::kRefused, quantifier::for_all);
}

std::string unknown_objects_reason() {
  std::string names;
  for (const std::string& name : schedule_use().unused_objects())
    names += (names.empty() ? "`" : ", `") + name + "`";
  return names.empty() ? "" : "no thread uses " + names + ", which the schedule file names";
}

}  // namespace mcheck
