// SPDX-License-Identifier: MIT
#include "engine/trace/order/class_sum.hpp"

#include "engine/trace/order/dependency.hpp"

namespace mcheck {

// Most changes commute with nothing and form a run of their own.
inline std::uint32_t ClassSum::run_of(const Event& event) {
  Run& before = runs_[event.version_before];
  if (event.mode == Mode::kRead) {
    before.read = 1;
    return before.number + 1;
  }
  const bool commutes = event.mode == Mode::kCommuting;
  const unsigned group = commutes ? commuting_footprint(event.operation, event.mode).group : 0;
  const bool continues = group != 0 && group == before.group && before.read == 0;
  const std::uint32_t number = continues ? before.number : before.number + 1 + before.read;
  runs_[event.version_after] = {.number = number, .group = static_cast<std::uint16_t>(group)};
  return number;
}

std::uint64_t ClassSum::of(std::span<const Event> events, std::size_t versions,
                           std::span<const ThreadKey> threads) {
  runs_.assign(versions, Run{});
  for (const ThreadKey& thread : threads) {  // most are the same as last time
    Key& known = keys_[index(thread.thread)];
    if (known.key != thread.key) known = {thread.key, mixed(thread.key)};
  }
  std::uint64_t sum = 0;
  for (const Event& event : events) {
    const bool touches = touches_object(event.operation);
    if (event.eager && !touches) continue;  // implied by the others
    const std::uint64_t run = touches ? run_of(event) : 0;
    const bool names_thread = event.operation.kind == Kind::kNotifyOne && !event.failed;
    const bool by_path = names_thread && event.label < keys_.size();
    const std::uint64_t label = by_path ? keys_[event.label].key : event.label;
    const std::uint64_t position = std::uint64_t{event.index} << 32 | run;
    sum += mixed(mixed(keys_[index(event.thread)].mixed ^ position) ^ label);
  }
  return sum;
}

}  // namespace mcheck
