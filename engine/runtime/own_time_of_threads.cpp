// SPDX-License-Identifier: MIT
// The clocks of the program's threads, as far as they matter to spin loops:
// docs/algorithms/spin_loops.md.
#include "engine/platform/raw_copy.hpp"
#include "engine/runtime/machine.hpp"
#include "engine/runtime/own_time.hpp"

namespace mcheck {

std::int64_t Machine::time_of(ThreadId thread) const {
  return own_time().of == nullptr ? 0 : own_time().of(thread_pointer_of(thread));
}

void Machine::leap(ThreadId thread) {
  leave_state();
  own_time().pass(thread_pointer_of(thread), kLeap);
}

bool Machine::time_matters(ThreadId thread, std::int64_t then) const {
  const std::int64_t passed = time_of(thread) - then;
  return passed != 0 && passed < kLeap;
}

void Machine::keep_local(ThreadId thread, std::vector<std::byte>& into) {
  if (is_known()) return;  // the content id represents it
  const std::span<const std::byte> all = own(thread);
  if constexpr (!kAddressSanitizer) {  // without clearing the bytes first
    into.insert(into.end(), all.begin(), all.end());
    return;
  }
  const std::size_t before = into.size();
  into.resize(before + all.size());
  raw_copy(into.data() + before, all.data(), all.size());
}

bool Machine::is_local(ThreadId thread, std::span<const std::byte> kept, std::int64_t then) {
  const std::span<const std::byte> now = own(thread);
  if (then != 0) return is_same(thread, kept, now, then);
  return kept.size() == now.size() && raw_equal(kept.data(), now.data(), now.size());
}

// The clock itself lies within it, if thread-locals belong to it.
bool Machine::is_same(ThreadId thread, std::span<const std::byte> before,
                      std::span<const std::byte> now, std::int64_t then) const {
  if (before.size() != now.size()) return false;
  const std::int64_t time = time_of(thread);
  const auto same = [&](std::size_t from, std::size_t to) {
    return same_but_for_time({.before = before.data() + from,
                              .after = now.data() + from,
                              .size = to - from,
                              .then = then,
                              .now = time});
  };
  const std::byte* const clock = thread_pointer_of(thread) + own_time().offset;
  const auto at = static_cast<std::size_t>(clock - now.data());
  const std::size_t rest = at + own_time().size;
  if (own_time().of == nullptr || rest > now.size()) return same(0, now.size());
  // A thread that reads the time may act at a certain time.
  if (own_time().looked(before.data() + at, now.data() + at)) return false;
  return same(0, at) && same(rest, now.size());
}

}  // namespace mcheck
