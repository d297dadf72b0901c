// SPDX-License-Identifier: MIT
#include "engine/host/report/failure_report.hpp"

#include "engine/host/report/aba_pattern.hpp"
#include "engine/host/report/missing_order.hpp"
#include "engine/host/report/report_locations.hpp"
#include "engine/host/report/step_advice.hpp"
#include "engine/host/report/thread_ends.hpp"
#include "engine/host/report/trace_steps.hpp"
#include "engine/search/steps/run.hpp"
#include "engine/trace/failures/known_faults.hpp"

namespace mcheck {
namespace {

// "queue.cpp:12"; "" if unknown.
std::string short_location(const SourceLocation& location) {
  if (location.file.empty()) return "";
  return location.file.substr(location.file.rfind('/') + 1) + ":" + std::to_string(location.line);
}

// Of a race: the stacks of both accesses, and of the allocation of the block.
std::vector<ReportedStack> race_stacks(const Execution& execution, const Race& race,
                                       const ReportLocations& locations) {
  std::vector<ReportedStack> stacks = {
      {.title = side_text(race.now, execution), .frames = locations.frames(race.now.stack)},
      {.title = side_before_text(race.before, execution),
       .frames = locations.frames(race.before.stack)}};
  ReportedStack block{.title = block_text(race, execution),
                      .frames = locations.frames(race.block.stack)};
  if (race.block.size > 0 && !block.frames.empty()) stacks.push_back(std::move(block));
  return stacks;
}

std::string missing_order(const Execution& execution, const Machine& machine,
                          const ReportLocations& locations) {
  return mcheck::missing_order(execution, machine.race(), [&](const Event& event) {
    return short_location(locations.location(machine.location_of(event.thread, event.index)));
  });
}

// Of a race: whether it is a known one of the standard library, which the program cannot fix.
std::string library_fault(const Race& race, const ReportLocations& locations) {
  for (const Backtrace* stack : {&race.now.stack, &race.before.stack}) {
    std::string text = known_fault_text(locations.all_frames(*stack));
    if (!text.empty()) return text;
  }
  return "";
}

// Of a failure that involves a block: where it was allocated and freed.
std::string block_history(const BlockHistory& story, const ReportLocations& locations) {
  return locations.clause("allocated", story.allocated) + locations.clause("freed", story.freed);
}

// Where a compare-exchange succeeded although the address had been reused (ABA).
std::string aba_text(const Execution& execution, const Machine& machine,
                     const ReportLocations& locations) {
  const std::optional<AbaPattern> found = find_aba(execution);
  if (!found) return "";
  const std::span<const Event> events = execution.events();
  const auto thread_name = [&](std::size_t i) { return execution.thread_text(events[i].thread); };
  const auto at_location = [&](std::size_t i) {
    const std::string at =
        short_location(locations.location(machine.location_of(events[i].thread, events[i].index)));
    return at.empty() ? "" : " at " + at;
  };
  const Event& exchange = events[found->exchange];
  return "; ABA before: " + thread_name(found->exchange) + " exchanges `" +
         execution.object_text(exchange.operation.object) + "`" + at_location(found->exchange) +
         ", comparing with the address that it read" + at_location(found->read) + ", but " +
         thread_name(found->freed) + " freed that block in between" + at_location(found->freed) +
         ", and " + thread_name(found->reallocated) + " allocated another one at the same address" +
         at_location(found->reallocated);
}

}  // namespace

FailureReport report_failure(const Execution& execution, const Machine& machine,
                             const Failure& failure, ReportNames::Baseline baseline) {
  const ReportLocations locations(execution, machine);
  const ReportNames names(execution, machine, baseline);
  FailureReport report;
  report.kind = failure.kind;
  const bool endless =
      failure.kind == FailureKind::kStepLimit || failure.kind == FailureKind::kLimitSteps;
  report.message = names.substitute(failure.message + (endless ? step_advice(execution) : ""));
  const bool left_scope = failure.message.ends_with("left the function that owned them before");
  const bool is_race =
      (failure.kind == FailureKind::kDeadStack && left_scope) ||
      failure.kind == FailureKind::kRace ||
      (failure.kind == FailureKind::kUseAfterFree && machine.race().address != nullptr);
  if (is_race) report.stacks = race_stacks(execution, machine.race(), locations);
  if (failure.kind == FailureKind::kRace) {
    report.missing = library_fault(machine.race(), locations);
    if (report.missing.empty()) report.missing = missing_order(execution, machine, locations);
  }
  if (!is_race)
    report.message += block_history(machine.block_history(), locations);  // else in the stacks
  report.message += aba_text(execution, machine, locations);
  if (!is_execution_wide(failure.kind)) report.thread = execution.thread_text(failure.thread);
  report.trace = report_steps(execution, machine, locations);
  report.threads = report_thread_ends(execution, machine, failure, locations);
  return report;
}

}  // namespace mcheck
