// SPDX-License-Identifier: MIT
#include "engine/runtime/verdict/event_names.hpp"

#include <set>

#include "engine/base/host_state.hpp"
#include "engine/memory/heap/allocation.hpp"

namespace mcheck {
namespace {

struct EventNames {
  std::set<std::string, std::less<>> named;
  std::set<std::string, std::less<>> reached;
};
MCHECK_HOST_STATE EventNames* event_names = nullptr;

EventNames& known_names() {
  if (event_names == nullptr) event_names = new EventNames;
  return *event_names;
}

void add(std::set<std::string, std::less<>>& names, std::string_view name) {
  if (!names.contains(name)) names.emplace(name);
}

}  // namespace

void note_named_event(std::string_view name) {
  const EngineAllocationScope engine_at_work;
  add(known_names().named, name);
}

void note_reached_event(std::string_view name) {
  if (event_names == nullptr) return;
  const EngineAllocationScope engine_at_work;
  add(event_names->reached, name);
}

std::vector<std::string> unreached_events() {
  std::vector<std::string> names;
  if (event_names == nullptr) return names;
  for (const std::string& name : event_names->named) {
    if (!event_names->reached.contains(name)) names.push_back(name);
  }
  return names;
}

}  // namespace mcheck
