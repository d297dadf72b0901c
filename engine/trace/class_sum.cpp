// SPDX-License-Identifier: MIT
#include "engine/trace/class_sum.hpp"

#include "engine/trace/dependency.hpp"

namespace mcheck {
namespace {

// As splitmix64 does.
std::uint64_t mixed(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15;
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9;
  value = (value ^ value >> 27) * 0x94d049bb133111eb;
  return value ^ value >> 31;
}

}  // namespace

std::uint64_t ClassSum::of(std::span<const Event> events, std::size_t versions,
                           std::span<const ThreadKey> threads) {
  runs_.assign(versions, Run{});
  for (const ThreadKey& thread : threads)
    keys_[index(thread.thread)] = {thread.key, mixed(thread.key)};
  std::uint64_t sum = 0;
  for (const Event& event : events) {
    const bool touches = touches_object(event.operation);
    if (event.eager && !touches) continue;  // it follows from the others
    const std::uint64_t run = touches ? run_of(event) : 0;
    const bool names_thread = event.operation.kind == Kind::kNotifyOne && !event.failed;
    const bool by_path = names_thread && event.label < keys_.size();
    const std::uint64_t label = by_path ? keys_[event.label].key : event.label;
    const std::uint64_t place = std::uint64_t{event.index} << 32 | run;
    sum += mixed(mixed(keys_[index(event.thread)].mixed ^ place) ^ label);
  }
  return sum;
}

std::uint32_t ClassSum::run_of(const Event& event) {
  const Footprint print = commuting_footprint(event.operation, event.mode);
  Run& before = runs_[event.version_before];
  if (print.mode == Mode::kRead) {
    before.read = true;
    return before.number + 1;
  }
  const bool goes_on = print.group != 0 && print.group == before.group && !before.read;
  const std::uint32_t number = goes_on ? before.number : before.number + (before.read ? 2 : 1);
  runs_[event.version_after] = {.number = number, .group = static_cast<std::uint16_t>(print.group)};
  return number;
}

}  // namespace mcheck
