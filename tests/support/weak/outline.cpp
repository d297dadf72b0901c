// SPDX-License-Identifier: MIT
#include "tests/support/weak/outline.hpp"

namespace table {
namespace {

std::string text(const StepPlace& place) {
  if (place.thread == kInitial) return "init";
  return "T" + std::to_string(place.thread) + "." + std::to_string(place.index);
}

std::string object_name(int object) {
  constexpr std::array kPrefixes = {"x", "m", "q", "s", "c", "p", "l", "b", "o", "e", "d", "g"};
  return kPrefixes[static_cast<std::size_t>(object / kObjects)] + std::to_string(object % kObjects);
}

void pack(std::string& bytes, const StepPlace& place) {
  bytes += static_cast<char>(place.thread);
  bytes += static_cast<char>(place.index);
}

}  // namespace

Outline outline_of(const ExecutionGraph& graph, int threads) {
  Outline outline;
  outline.threads.resize(static_cast<std::size_t>(threads));
  const auto place = [&](int event) {
    if (event == kInitial) return StepPlace{};
    const GraphEvent& it = graph.events[static_cast<std::size_t>(event)];
    return StepPlace{static_cast<std::int8_t>(it.thread), static_cast<std::int8_t>(it.place)};
  };
  for (std::size_t i = 0; i < graph.events.size(); ++i) {
    const GraphEvent& event = graph.events[i];
    if (event.place == kNothing) continue;
    const bool used = event.object != kNothing;
    OutlineStep step;
    step.object = static_cast<std::int8_t>(used ? event.object : event.variable);
    step.label = static_cast<std::int8_t>(event.effect.label);
    step.value = static_cast<std::int16_t>(event.read_value);
    const bool stores = event.writes && !event.reads;
    if (!stores) step.version = place(used ? event.newest_change : event.source);
    outline.threads[static_cast<std::size_t>(event.thread)].push_back(step);
    if (used && event.effect.use != Use::kReads) {
      outline.versions[static_cast<std::size_t>(event.object)].push_back(
          place(static_cast<int>(i)));
    }
  }
  for (std::size_t x = 0; x < kObjects; ++x) {
    if (!outline.versions[x].empty()) continue;  // bound
    for (const int version : graph.modification_order[x]) {
      outline.versions[x].push_back(place(version));
    }
  }
  return outline;
}

std::string packed(const Outline& outline) {
  std::string bytes;
  for (const std::vector<OutlineStep>& thread : outline.threads) {
    bytes += static_cast<char>(thread.size());
    for (const OutlineStep& step : thread) {
      bytes += static_cast<char>(step.object);
      bytes += static_cast<char>(step.label);
      bytes += static_cast<char>(step.value);
      pack(bytes, step.version);
    }
  }
  for (const std::vector<StepPlace>& versions : outline.versions) {
    bytes += static_cast<char>(versions.size());
    for (const StepPlace& version : versions) pack(bytes, version);
  }
  return bytes;
}

std::string text(const Outline& outline) {
  std::string result;
  for (std::size_t t = 0; t < outline.threads.size(); ++t) {
    for (std::size_t i = 0; i < outline.threads[t].size(); ++i) {
      const OutlineStep& step = outline.threads[t][i];
      result += "T" + std::to_string(t) + "." + std::to_string(i);
      if (step.object != kNothing) {
        result += " " + object_name(step.object) + " uses " + text(step.version);
        if (step.object < kObjects) result += " value " + std::to_string(step.value);
      }
      if (step.label != 0) result += " label " + std::to_string(step.label);
      result += "\n";
    }
  }
  for (std::size_t o = 0; o < outline.versions.size(); ++o) {
    if (outline.versions[o].size() < 2) continue;
    result += object_name(static_cast<int>(o)) + ":";
    for (const StepPlace& version : outline.versions[o]) result += " " + text(version);
    result += "\n";
  }
  return result + outline.end + "\n";
}

}  // namespace table
