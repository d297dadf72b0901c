// SPDX-License-Identifier: MIT
// The clocks of the program's threads, as far as they matter to spin loops:
// docs/algorithms/spin_loops.md.
#include <algorithm>
#include <utility>

#include "engine/memory/heap/allocation.hpp"
#include "engine/platform/processor/raw_copy.hpp"
#include "engine/runtime/loops/thread_time.hpp"
#include "engine/runtime/machine/machine.hpp"

namespace mcheck {

std::int64_t Machine::time_of(ThreadId thread) const {
  return thread_time().of == nullptr ? 0 : thread_time().of(thread_pointer_of(thread));
}

// On the engine's stack: what is left on the thread's must not depend on the log.
std::int64_t Machine::clock_after(std::int64_t now, std::int64_t nanoseconds) {
  struct Call {
    Machine& machine;
    std::int64_t now, nanoseconds;
  } call{.machine = *this, .now = now, .nanoseconds = nanoseconds};
  flush_repeats();
  const auto advance = [](void* argument) {
    auto& [machine, time, by] = *static_cast<Call*>(argument);
    const EngineAllocationScope engine_at_work;
    Execution& execution = *machine.execution_;
    time = std::max(time, execution.causal_times().of_thread(machine.thread_));
    if (by == 0) return;
    time += std::min(by + std::exchange(machine.leap_, 0), kLastTime - time);
    // What advances in a trial is undone.
    if (!machine.in_trial_) execution.advance_clock(machine.thread_, time);
  };
  engine_stack_.call(advance, &call);
  return call.now;
}

void Machine::advance_clock(ThreadId thread) {
  drop_content_ids();
  thread_time().advance(thread_pointer_of(thread), kLeap);
  symmetry_.forget_parts();
}

bool Machine::time_matters(ThreadId thread, std::int64_t then) const {
  const std::int64_t passed = time_of(thread) - then;
  return passed != 0 && passed < kLeap;
}

void Machine::copy_local(ThreadId thread, std::vector<std::byte>& into) {
  if (has_content_ids()) return;  // the content id represents it
  const std::span<const std::byte> all = local_state(thread);
  if constexpr (!kAddressSanitizer) {  // without clearing the bytes first
    into.insert(into.end(), all.begin(), all.end());
    return;
  }
  const std::size_t before = into.size();
  into.resize(before + all.size());
  raw_copy(into.data() + before, all.data(), all.size());
}

bool Machine::equals_local(ThreadId thread, std::span<const std::byte> kept, std::int64_t then) {
  const std::span<const std::byte> now = local_state(thread);
  if (then != 0) return is_same(thread, kept, now, then);
  return kept.size() == now.size() && raw_equal(kept.data(), now.data(), now.size());
}

// The clock itself lies within it, if thread-locals belong to it.
bool Machine::is_same(ThreadId thread, std::span<const std::byte> before,
                      std::span<const std::byte> now, std::int64_t then) const {
  if (before.size() != now.size()) return false;
  const std::int64_t time = time_of(thread);
  const auto same = [&](std::size_t from, std::size_t to) {
    return equal_but_for_time({.before = before.data() + from,
                               .after = now.data() + from,
                               .size = to - from,
                               .then = then,
                               .now = time});
  };
  const std::byte* const clock = thread_pointer_of(thread) + thread_time().offset;
  const auto at = static_cast<std::size_t>(clock - now.data());
  const std::size_t rest = at + thread_time().size;
  if (thread_time().of == nullptr || rest > now.size()) return same(0, now.size());
  // A thread that reads the time may act at a certain time.
  if (thread_time().was_read(before.data() + at, now.data() + at)) return false;
  return same(0, at) && same(rest, now.size());
}

}  // namespace mcheck
