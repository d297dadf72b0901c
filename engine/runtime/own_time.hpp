// SPDX-License-Identifier: MIT
// Where the threads of an unmodified program have their clocks (intercept/clocks.hpp), and which
// memory is the same but for the time: each turn of a loop that waits with a time limit leaves
// another time in it (docs/algorithms/spin_loops.md).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace mcheck {

// Nanoseconds throughout. All null: time does not pass.
struct OwnTime {
  // By the clock of the thread with that thread pointer, since the start; and to let it go on.
  std::int64_t (*of)(const std::byte* thread_pointer) = nullptr;
  void (*pass)(std::byte* thread_pointer, std::int64_t nanoseconds) = nullptr;
  // The clock itself, from the thread pointer: what lies there is no state of the program.
  std::ptrdiff_t offset = 0;
  std::size_t size = 0;
  // Of two states of that clock: whether the thread has looked at it, other than for its waits.
  bool (*looked)(const std::byte* before, const std::byte* now) = nullptr;
  // What the program's clocks say at the start.
  std::array<std::int64_t, 2> starts{};
};

// Before the program runs.
void keep_own_time(const OwnTime& time);
[[nodiscard]] const OwnTime& own_time();

// How far a clock leaps where it is asked whether it matters how late it is: a year, in which any
// time that somebody waits for has come, and a bit that nobody counts in.
inline constexpr std::int64_t kLeap = 31'536'000'123'456'789;

// Two states of the same memory, eight-byte aligned, that a thread has whose clock went on from
// `then` to `now`.
struct Moments {
  const std::byte* before = nullptr;
  const std::byte* after = nullptr;
  std::size_t size = 0;
  std::int64_t then = 0;
  std::int64_t now = 0;
};

// Whether they are equal but for points in time that are as far from `now` as they were from
// `then`: as a count of nanoseconds to seconds, or as seconds and what is left of them.
[[nodiscard]] bool same_but_for_time(const Moments& moments);

}  // namespace mcheck
