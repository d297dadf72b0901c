// SPDX-License-Identifier: MIT
#include "engine/host/isolation.hpp"

#include "engine/host/symbols.hpp"

namespace mcheck {
namespace {

std::string isolation_text(const KernelTouch& touch) {
  Symbols symbols;
  symbols.want(touch.from);
  symbols.look_up();
  const SourcePlace place = symbols.user_place(touch.from);
  std::string text = "the program " + touch.what + " (" + touch.function;
  if (!place.file.empty()) text += " at " + place.file + ":" + std::to_string(place.line);
  return text + ")";
}

}  // namespace

void connect_to_watcher(Machine& machine, FlightRecord* record) {
  if (record != nullptr) machine.set_watcher_flags(&record->in_program, &record->heartbeat);
}

void isolate_if_asked(Machine& machine) {
  if (machine.behaviour().isolation == Isolation::kFork) machine.isolate();
}

bool begins_again(Machine& machine) {
  const bool judges = machine.wants_judging();
  if (judges) machine.judge_writes();
  if (!machine.wants_isolation()) return judges;
  machine.isolate();
  return true;
}

std::vector<std::string> isolation_remarks(const Machine& machine) {
  const std::string isolated = "every execution runs in a process of its own (--isolate fork)";
  if (!machine.kernel_touch()) {
    return machine.is_isolated() ? std::vector{isolated} : std::vector<std::string>{};
  }
  const std::string touch = isolation_text(*machine.kernel_touch());
  if (machine.is_isolated()) return {touch + ": " + isolated};
  return {touch + ", which one execution leaves to the next (--isolate none)"};
}

}  // namespace mcheck
