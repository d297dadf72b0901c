// SPDX-License-Identifier: MIT
#include "engine/runtime/verdict/event_names.hpp"

#include <set>
#include <utility>

#include "engine/base/host_state.hpp"
#include "engine/memory/heap/allocation.hpp"

namespace mcheck {
namespace {

using Names = std::set<std::string, std::less<>>;

struct EventNames {
  Names named;
  Names reached;
  Names opened_gates;
  Names waited_gates;
  Names ambiguous_gates;
  std::set<std::pair<std::string, const void*>> gates;
};
MCHECK_HOST_STATE EventNames* event_names = nullptr;

EventNames& known_names() {
  if (event_names == nullptr) event_names = new EventNames;
  return *event_names;
}

void add(Names& names, std::string_view name) {
  const EngineAllocationScope engine_at_work;
  if (!names.contains(name)) names.emplace(name);
}

std::vector<std::string> names_in_one(Names EventNames::*all, Names EventNames::*without) {
  std::vector<std::string> names;
  if (event_names == nullptr) return names;
  for (const std::string& name : event_names->*all) {
    if (!(event_names->*without).contains(name)) names.push_back(name);
  }
  return names;
}

}  // namespace

void note_named_event(std::string_view name) {
  const EngineAllocationScope engine_at_work;
  add(known_names().named, name);
}

void note_reached_event(std::string_view name) {
  if (event_names != nullptr) add(event_names->reached, name);
}

void note_opened_gate(std::string_view name) {
  const EngineAllocationScope engine_at_work;
  add(known_names().opened_gates, name);
}

void note_waited_gate(std::string_view name) {
  const EngineAllocationScope engine_at_work;
  add(known_names().waited_gates, name);
}

bool note_gate_at(std::string_view name, const void* gate) {
  const EngineAllocationScope engine_at_work;
  return known_names().gates.emplace(name, gate).second;
}

void note_ambiguous_gate(std::string_view name) {
  const EngineAllocationScope engine_at_work;
  add(known_names().ambiguous_gates, name);
}

std::vector<std::string> ambiguous_gates() {
  if (event_names == nullptr) return {};
  return {event_names->ambiguous_gates.begin(), event_names->ambiguous_gates.end()};
}

std::vector<std::string> unreached_events() {
  return names_in_one(&EventNames::named, &EventNames::reached);
}

std::vector<std::string> gates_without_waits() {
  return names_in_one(&EventNames::opened_gates, &EventNames::waited_gates);
}

std::vector<std::string> gates_without_openings() {
  return names_in_one(&EventNames::waited_gates, &EventNames::opened_gates);
}

}  // namespace mcheck
