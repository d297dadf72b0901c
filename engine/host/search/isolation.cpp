// SPDX-License-Identifier: MIT
#include "engine/host/search/isolation.hpp"

#include "engine/host/names/symbolizer.hpp"

namespace mcheck {
namespace {

std::string isolation_text(const KernelEffect& touch) {
  Symbolizer symbolizer;
  symbolizer.add(touch.from);
  symbolizer.resolve();
  const SourceLocation location = symbolizer.user_location(touch.from);
  std::string text = "the program " + touch.what + " (" + touch.function;
  if (!location.file.empty()) text += " at " + location.file + ":" + std::to_string(location.line);
  return text + ")";
}

}  // namespace

void connect_to_watcher(Machine& machine, FlightRecord* record) {
  if (record != nullptr) machine.set_watcher_flags(&record->in_program, &record->heartbeat);
}

void isolate_if_requested(Machine& machine) {
  if (machine.behaviour().isolation == Isolation::kFork) machine.isolate();
}

bool found_waited_atomics(const Execution& execution) {
  const WeakMemory* const memory = execution.weak_memory();
  return memory != nullptr && memory->waited().has_news();
}

bool must_restart(Machine& machine, const Execution& execution) {
  const bool judges = machine.needs_write_checks();
  if (judges) machine.check_writes();
  if (!machine.needs_isolation()) return judges || found_waited_atomics(execution);
  machine.isolate();
  return true;
}

std::vector<std::string> isolation_remarks(const Machine& machine) {
  const std::string isolated = "every execution runs in a process of its own (--isolate fork)";
  if (!machine.kernel_effect()) {
    return machine.is_isolated() ? std::vector{isolated} : std::vector<std::string>{};
  }
  const std::string touch = isolation_text(*machine.kernel_effect());
  if (machine.is_isolated()) return {touch + ": " + isolated};
  return {touch + ", which one execution leaves to the next (--isolate none)"};
}

}  // namespace mcheck
