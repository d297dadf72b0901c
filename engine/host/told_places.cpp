// SPDX-License-Identifier: MIT
#include "engine/host/told_places.hpp"

namespace mcheck {

ToldPlaces::ToldPlaces(const Execution& execution, const Machine& machine) {
  for (const Event& event : execution.events()) {
    symbols_.want(machine.place_of(event.thread, event.index));
  }
  for (const ThreadRecord& record : execution.threads()) {
    symbols_.want(machine.place_of(record.id, record.events));
  }
  const Race& race = machine.race();
  const BlockStory& story = machine.block_story();
  for (const Backtrace* stack : {&machine.failure_place(), &race.now.stack, &race.before.stack,
                                 &race.block.stack, &story.allocated, &story.freed}) {
    symbols_.want(*stack);
  }
  symbols_.look_up();
}

std::vector<StackFrame> ToldPlaces::frames(const Backtrace& stack) const {
  std::vector<StackFrame> told;
  for (const SourcePlace& found : symbols_.user_places(stack)) {
    told.push_back({.function = found.function, .file = found.file, .line = found.line});
  }
  return told;
}

SourcePlace ToldPlaces::place(const Backtrace& stack) const { return symbols_.user_place(stack); }

std::vector<std::string> ToldPlaces::all_frames(const Backtrace& stack) const {
  return texts_of(symbols_.program_places(stack));
}

std::string ToldPlaces::clause(const char* what, const Backtrace& stack) const {
  const std::vector<SourcePlace> places = symbols_.user_places(stack);
  if (places.empty()) return "";
  const SourcePlace& place = places.front();
  return std::string("; ") + what + " at " + place.file.substr(place.file.rfind('/') + 1) + ":" +
         std::to_string(place.line) + (place.function.empty() ? "" : " in " + place.function);
}

}  // namespace mcheck
