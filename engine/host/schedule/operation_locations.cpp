// SPDX-License-Identifier: MIT
#include "engine/host/schedule/operation_locations.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "engine/base/spelling.hpp"
#include "engine/host/names/symbolizer.hpp"
#include "engine/host/names/variable_names.hpp"
#include "engine/host/schedule/called_functions.hpp"
#include "engine/host/schedule/function_names.hpp"
#include "engine/host/search/exploration.hpp"
#include "engine/memory/regions/thread_region.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/runtime/verdict/schedule_notes.hpp"
#include "engine/trace/semantics/operation_names.hpp"

namespace mcheck {
namespace {

// "pool.guard" may be called `guard` if it is in a namespace only: a member needs its object.
bool is_named(const std::string& object, const std::string& name) {
  if (!object.ends_with(name)) return false;
  const std::size_t before = object.size() - name.size();
  return before == 0 || (before >= 2 && object.compare(before - 2, 2, "::") == 0);
}

std::uintptr_t region_of(std::uintptr_t address) {
  return (address - kProgramMemoryBase) / kThreadRegionBytes;
}

// Whether the call that the frame belongs to is still active: its return address is in place.
bool is_active(const CallFrames& frames, std::size_t frame) {
  const auto* const slot =
      reinterpret_cast<const std::uintptr_t*>(frames.ends[frame + 1] - sizeof(std::uintptr_t));
  return *slot == frames.calls[frame + 1] + 1;
}

std::string joined(const std::set<std::string>& names) {
  constexpr std::size_t kMost = 20;
  std::string text;
  std::size_t count = 0;
  for (const std::string& name : names) {
    if (++count > kMost) return text + " …";
    text += (text.empty() ? "" : ", ") + name;
  }
  return text;
}

bool is_meant(const std::string& function, const std::string& name) {
  return matches_name(function, name) || function == last_part(name);
}

bool is_global(const std::string& name) {
  return std::ranges::any_of(code_objects(), [&](const CodeObject& object) {
    return has_global_named(object.file, name);
  });
}

DebugInformation* information_about(const CodeObject& object) {
  return object.is_executable()
             ? &executable_information()
             : debug_information_at(reinterpret_cast<void*>(object.load_address));
}

// Throws UsageError, with the nearest name, if the program has no code of that function.
void require_function(const std::string& function, const std::string& at) {
  std::set<std::string> known;
  for (const CodeObject& object : code_objects()) {
    DebugInformation* const information = information_about(object);
    if (information == nullptr) continue;
    for (const std::string_view symbol : information->all_function_names()) {
      const std::string name = demangled(std::string(symbol).c_str());
      if (is_meant(name, function)) return;
      const std::string last = last_part(name);
      const bool is_own = !name.starts_with("std::") && !name.starts_with("mcheck::");
      if (is_own && !last.starts_with('_')) known.insert(last);
    }
  }
  const std::string nearest_one = nearest(last_part(function), {known.begin(), known.end()});
  const std::string known_ones = joined(known);
  throw UsageError(at + ": the program has no function " + function +
                   (nearest_one.empty() ? known_ones.empty()
                                              ? "\n  usually  it was compiled without -g"
                                              : "\n  known    " + known_ones
                                        : "\n  nearest  " + nearest_one));
}

}  // namespace

OperationLocations::OperationLocations(std::vector<ScheduleRule> rules) : rules_(std::move(rules)) {
  (void)executable_information();  // not first on the engine's stack
  for (const ScheduleRule& rule : rules_) {
    if (!rule.is_at_operation()) continue;
    if (!rule.location.function.empty()) require_function(rule.location.function, rule.at);
    const std::string object = rule.location.name.substr(0, rule.location.name.find_first_of(".["));
    names_locals_ |= unmodified() && !object.empty() && !is_global(last_part(object));
  }
}

bool OperationLocations::may_be_at(const Operation& operation) const {
  if (names_locals_) return true;
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    const CodeLocation& location = rules_[i].location;
    if (!rules_[i].is_at_operation()) continue;
    const bool is_unused = !location.name.empty() && (used_ >> i & 1) == 0;
    const bool is_any = location.operation == kAccess;
    if (is_unused || is_any || location.operation == name_of(operation)) return true;
  }
  return false;
}

std::uint32_t OperationLocations::rules_at(const Operation& operation, const CallFrames& frames) {
  const ThreadId thread = current_thread();
  std::map<std::uint32_t, CallFrames>& calls = calls_[thread];
  const std::uint32_t events = Machine::current()->execution().thread(thread).events;
  calls.erase(calls.lower_bound(events), calls.end());  // of executions before
  calls.emplace(events, frames);
  std::uint32_t found = 0;
  const std::string name = name_of(operation);
  const std::string object = object_of(operation);
  note_seen(object);
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    const CodeLocation& location = rules_[i].location;
    if (!rules_[i].is_at_operation()) continue;
    if (!location.name.empty() && !is_named(object, location.name)) continue;
    note_use(i);
    if (location.operation != name && location.operation != kAccess) continue;
    if (!location.function.empty() && !is_in(frames, location.function)) continue;
    found |= std::uint32_t{1} << i;
  }
  return found;
}

// For messages about misspelt names.
void OperationLocations::note_seen(const std::string& object) {
  constexpr std::size_t kMost = 100;
  if (object.empty() || object.find('#') != std::string::npos || seen_.size() >= kMost) return;
  if (seen_.insert(object).second) note_schedule(ScheduleUse::Fact::kSeenObject, object);
}

void OperationLocations::note_use(std::size_t rule) {
  const std::uint32_t before = std::exchange(used_, used_ | std::uint32_t{1} << rule);
  const std::string& object = rules_[rule].location.name;
  if (used_ != before && !object.empty()) note_schedule(ScheduleUse::Fact::kUsedObject, object);
}

std::string OperationLocations::object_of(const Operation& operation) {
  const Execution& execution = Machine::current()->execution();
  const ObjectRecord* const object = execution.find_object(operation.object);
  if (object == nullptr || operation.object == kNoObject) return "";
  if (object->name != nullptr || !unmodified()) return execution.object_text(operation);
  const void* const at = object->is_bytes ? accessed_at(*object, operation) : object->address;
  const std::size_t bytes = object->is_bytes ? operation.bytes : extent_of(*object);
  if (!in_program_memory(at)) {  // a global
    const auto [entry, is_new] = globals_.try_emplace({at, bytes});
    if (is_new) entry->second = execution.object_text(operation);
    return entry->second;
  }
  const std::string local = local_at(at, bytes);
  return local.empty() ? execution.object_text(operation) : local;
}

std::string OperationLocations::local_at(const void* address, std::size_t bytes) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  if (!in_program_memory(address) || (at - kProgramMemoryBase) % kThreadRegionBytes >= kStackEnd)
    return "";
  const ThreadId owner = thread_at(address);
  const Execution& execution = Machine::current()->execution();
  const auto known = calls_.find(owner);
  if (known == calls_.end() || !execution.has_thread(owner)) return "";
  const auto later = known->second.upper_bound(execution.thread(owner).events);
  if (later == known->second.begin()) return "";
  const CallFrames& frames = std::prev(later)->second;
  const auto outer = std::ranges::upper_bound(frames.ends, at);
  if (outer == frames.ends.begin() || outer == frames.ends.end()) return "";
  const auto frame = static_cast<std::size_t>(outer - frames.ends.begin()) - 1;
  if (region_of(frames.ends[frame]) != region_of(at) || !is_active(frames, frame)) return "";
  const auto* const call = reinterpret_cast<const void*>(frames.calls[frame]);
  DebugInformation* const information = debug_information_at(call);
  if (information == nullptr) return "";
  const auto local = information->local_at(
      {.place = offset_in_object(call), .low = frames.ends[frame], .high = *outer}, at);
  if (!local) return "";
  return local->name + members_text(information->types(), {local->type, at - local->begin, bytes});
}

const std::vector<std::string>& OperationLocations::functions_of(std::uintptr_t call) {
  const auto [entry, is_new] = functions_.try_emplace(call);
  if (!is_new) return entry->second;
  const auto* const code = reinterpret_cast<const void*>(call);
  DebugInformation* const information = debug_information_at(code);
  if (information == nullptr) return entry->second;
  for (const std::string_view name : information->function_names_at(offset_in_object(code)))
    entry->second.push_back(demangled(std::string(name).c_str()));
  return entry->second;
}

bool OperationLocations::is_in(const CallFrames& frames, const std::string& function) {
  return std::ranges::any_of(frames.calls, [&](std::uintptr_t call) {
    return std::ranges::any_of(functions_of(call),
                               [&](const std::string& each) { return is_meant(each, function); });
  });
}

}  // namespace mcheck
