// SPDX-License-Identifier: MIT
#include "engine/host/report/report_locations.hpp"

namespace mcheck {

ReportLocations::ReportLocations(const Execution& execution, const Machine& machine) {
  for (const Event& event : execution.events()) {
    symbolizer_.add(machine.location_of(event.thread, event.index));
  }
  for (const ThreadRecord& record : execution.threads()) {
    symbolizer_.add(machine.location_of(record.id, record.events));
  }
  const Race& race = machine.race();
  const BlockHistory& story = machine.block_history();
  for (const Backtrace* stack : {&machine.failure_location(), &race.now.stack, &race.before.stack,
                                 &race.block.stack, &story.allocated, &story.freed}) {
    symbolizer_.add(*stack);
  }
  symbolizer_.resolve();
}

std::vector<StackFrame> ReportLocations::frames(const Backtrace& stack) const {
  std::vector<StackFrame> stack_frames;
  for (const SourceLocation& found : symbolizer_.user_locations(stack)) {
    stack_frames.push_back({.function = found.function, .file = found.file, .line = found.line});
  }
  return stack_frames;
}

SourceLocation ReportLocations::location(const Backtrace& stack) const {
  return symbolizer_.user_location(stack);
}

std::vector<std::string> ReportLocations::all_frames(const Backtrace& stack) const {
  return texts_of(symbolizer_.program_locations(stack));
}

std::string ReportLocations::clause(const char* what, const Backtrace& stack) const {
  const std::vector<SourceLocation> locations = symbolizer_.user_locations(stack);
  if (locations.empty()) return "";
  const SourceLocation& location = locations.front();
  return std::string("; ") + what + " at " + location.file.substr(location.file.rfind('/') + 1) +
         ":" + std::to_string(location.line) +
         (location.function.empty() ? "" : " in " + location.function);
}

}  // namespace mcheck
