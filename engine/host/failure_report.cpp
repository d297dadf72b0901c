// SPDX-License-Identifier: MIT
#include "engine/host/failure_report.hpp"

#include "engine/host/missing_order.hpp"
#include "engine/host/same_address.hpp"
#include "engine/host/step_advice.hpp"
#include "engine/host/told_ends.hpp"
#include "engine/host/told_places.hpp"
#include "engine/host/told_steps.hpp"
#include "engine/search/run.hpp"
#include "engine/trace/known_faults.hpp"

namespace mcheck {
namespace {

// "queue.cpp:12"; "" if unknown.
std::string short_place(const SourcePlace& place) {
  if (place.file.empty()) return "";
  return place.file.substr(place.file.rfind('/') + 1) + ":" + std::to_string(place.line);
}

// Of a race: the stacks of both accesses, and of the allocation of the block.
std::vector<ToldStack> race_stacks(const Execution& execution, const Race& race,
                                   const ToldPlaces& places) {
  std::vector<ToldStack> told = {
      {.title = side_text(race.now, execution), .frames = places.frames(race.now.stack)},
      {.title = side_before_text(race.before, execution),
       .frames = places.frames(race.before.stack)}};
  ToldStack block{.title = block_text(race, execution), .frames = places.frames(race.block.stack)};
  if (race.block.size > 0 && !block.frames.empty()) told.push_back(std::move(block));
  return told;
}

std::string missing_order(const Execution& execution, const Machine& machine,
                          const ToldPlaces& places) {
  return mcheck::missing_order(execution, machine.race(), [&](const Event& event) {
    return short_place(places.place(machine.place_of(event.thread, event.index)));
  });
}

// Of a race: whether it is a known one of the standard library, which the program cannot fix.
std::string known_fault(const Race& race, const ToldPlaces& places) {
  for (const Backtrace* stack : {&race.now.stack, &race.before.stack}) {
    const std::string text = known_fault_text(places.all_frames(*stack));
    if (!text.empty()) return text;
  }
  return "";
}

// Of a failure that involves a block: where it was allocated and freed.
std::string block_story(const BlockStory& story, const ToldPlaces& places) {
  return places.clause("allocated", story.allocated) + places.clause("freed", story.freed);
}

// Where a compare-exchange succeeded although the address had been reused (ABA).
std::string aba_story(const Execution& execution, const Machine& machine,
                      const ToldPlaces& places) {
  const std::optional<SameAddress> found = same_address(execution);
  if (!found) return "";
  const std::span<const Event> events = execution.events();
  const auto who = [&](std::size_t i) { return execution.thread_text(events[i].thread); };
  const auto where = [&](std::size_t i) {
    const std::string at =
        short_place(places.place(machine.place_of(events[i].thread, events[i].index)));
    return at.empty() ? "" : " at " + at;
  };
  const Event& exchange = events[found->exchange];
  return "; ABA before: " + who(found->exchange) + " exchanges `" +
         execution.object_text(exchange.operation.object) + "`" + where(found->exchange) +
         " for what it had read" + where(found->read) + ", but " + who(found->freed) +
         " has freed that block meanwhile" + where(found->freed) + ", and " + who(found->had) +
         " has its address again for another one" + where(found->had);
}

}  // namespace

FailureReport report_failure(const Execution& execution, const Machine& machine,
                             const Failure& failure, ToldNames::After after) {
  const ToldPlaces places(execution, machine);
  const ToldNames names(execution, machine, after);
  FailureReport report;
  report.kind = failure.kind;
  const bool endless =
      failure.kind == FailureKind::kStepLimit || failure.kind == FailureKind::kLimitSteps;
  report.message = names.in(failure.message + (endless ? step_advice(execution) : ""));
  const bool left = failure.message.ends_with("left the function that owned them before");
  const bool raced =
      (failure.kind == FailureKind::kDeadStack && left) || failure.kind == FailureKind::kRace ||
      (failure.kind == FailureKind::kUseAfterFree && machine.race().address != nullptr);
  if (raced) report.stacks = race_stacks(execution, machine.race(), places);
  if (failure.kind == FailureKind::kRace) {
    report.missing = known_fault(machine.race(), places);
    if (report.missing.empty()) report.missing = missing_order(execution, machine, places);
  }
  if (!raced) report.message += block_story(machine.block_story(), places);  // else in the stacks
  report.message += aba_story(execution, machine, places);
  if (!is_of_nobody(failure.kind)) report.thread = execution.thread_text(failure.thread);
  report.trace = told_steps(execution, machine, places);
  report.threads = told_ends(execution, machine, failure, places);
  return report;
}

}  // namespace mcheck
