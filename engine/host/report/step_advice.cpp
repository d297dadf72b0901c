// SPDX-License-Identifier: MIT
#include "engine/host/report/step_advice.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "engine/runtime/isolation/kernel_effect.hpp"

namespace mcheck {
namespace {

// "Again and again" means at least one of so many events.
constexpr std::size_t kMinShare = 50;

// The object whose timed operations timed out most often; no value if they did so rarely.
std::optional<ObjectId> most_often_timed_out(const Execution& execution) {
  std::map<ObjectId, std::size_t> times;
  std::size_t all = 0;
  for (const Event& event : execution.events()) {
    if (!event.operation.may_time_out || !event.failed) continue;
    ++times[event.operation.object];
    ++all;
  }
  if (times.empty() || all * kMinShare < execution.events().size()) return std::nullopt;
  return std::ranges::max_element(times, {}, [](const auto& each) { return each.second; })->first;
}

bool yields_often(const Execution& execution) {
  const auto pauses = std::ranges::count_if(
      execution.events(), [](const Event& event) { return event.operation.kind == Kind::kYield; });
  return pauses > 0 && static_cast<std::size_t>(pauses) * kMinShare >= execution.events().size();
}

// How many values it took in the second half of its changes that it never had before.
std::size_t new_values(const std::vector<Word>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  const std::set<Word> before(values.begin(), middle);
  std::set<Word> later(middle, values.end());
  std::erase_if(later, [&](Word value) { return before.contains(value); });
  return later.size();
}

// The atomic that keeps changing to values that it never had, a counter for instance.
std::optional<ObjectId> growing_atomic(const Execution& execution) {
  constexpr std::size_t kFewest = 30;
  std::map<ObjectId, std::vector<Word>> values;
  for (const Version& version : execution.versions()) {
    const ObjectRecord* const object = execution.find_object(version.object);
    if (object->kind != ObjectKind::kAtomic) continue;
    const bool is_own = object->name != nullptr && std::string_view(object->name) == kSystemCalls;
    if (!is_own) values[version.object].push_back(version.value);
  }
  std::size_t most = kFewest - 1;
  std::optional<ObjectId> found;
  for (const auto& [object, all] : values) {
    const std::size_t fresh = new_values(all);
    if (fresh > most) most = fresh, found = object;
  }
  return found;
}

constexpr const char* kNoRepeatedState =
    ", and each iteration changes a counter or the time, so that no state repeats";

}  // namespace

std::string step_advice(const Execution& execution) {
  const std::string if_long = "; if it is meant to be long, raise --steps";
  if (const std::optional<ObjectId> object = most_often_timed_out(execution)) {
    const std::string name = execution.object_text(*object);
    return ": timed operations" + (name.empty() ? "" : " on `" + name + "`") +
           " gave up again and again" + kNoRepeatedState +
           ": try --timeouts off, or let the program give up after a few iterations" + if_long;
  }
  if (yields_often(execution)) {
    return std::string(": a loop sleeps or yields again and again") + kNoRepeatedState +
           ": let it only read, or give up after a few iterations, or wait on a condition variable "
           "or an atomic" +
           if_long;
  }
  if (const std::optional<ObjectId> object = growing_atomic(execution)) {
    return ": `" + execution.object_text(*object) +
           "` keeps changing to values that it never had, so that no state repeats: bound it, or "
           "let a loop that waits only read" +
           if_long;
  }
  return ": if a loop spins, let it only read, or wait on a condition variable or an atomic: with "
         "a counter no state repeats" +
         if_long;
}

}  // namespace mcheck
