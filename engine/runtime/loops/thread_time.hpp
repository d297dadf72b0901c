// SPDX-License-Identifier: MIT
// The virtual clocks of threads of an unmodified program (intercept/determinism/clocks.hpp), and
// memory comparison up to the time: each iteration of a loop around a timed wait leaves another
// time in memory (docs/algorithms/spin_loops.md).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace mcheck {

// All in nanoseconds. All null: time does not advance.
struct ThreadTime {
  // The clock of the thread with that thread pointer, since the start; and to advance it.
  std::int64_t (*of)(const std::byte* thread_pointer) = nullptr;
  void (*advance)(std::byte* thread_pointer, std::int64_t nanoseconds) = nullptr;
  // The clock itself, relative to the thread pointer: it is no state of the program.
  std::ptrdiff_t offset = 0;
  std::size_t size = 0;
  // Given two states of that clock: whether the thread has read it, other than for its waits.
  bool (*was_read)(const std::byte* before, const std::byte* now) = nullptr;
  // What the program's clocks show at the start.
  std::array<std::int64_t, 2> starts{};
};

// Before the program runs.
void set_thread_time(const ThreadTime& time);
[[nodiscard]] const ThreadTime& thread_time();

// No clock shows a later time.
inline constexpr std::int64_t kLastTime = std::numeric_limits<std::int64_t>::max() / 4;

// How far a clock leaps to find out whether the time matters: a year, more than any wait, and a bit
// that no program counts in.
inline constexpr std::int64_t kLeap = 31'536'000'123'456'789;

// Two states of the same memory, eight-byte aligned, of a thread whose clock advanced from `then`
// to `now`.
struct TimedStates {
  const std::byte* before = nullptr;
  const std::byte* after = nullptr;
  std::size_t size = 0;
  std::int64_t then = 0;
  std::int64_t now = 0;
};

// Whether they are equal except for points in time that are as far from `now` as they were from
// `then`: as a count of nanoseconds to seconds, or as seconds and their fraction.
[[nodiscard]] bool equal_but_for_time(const TimedStates& states);

}  // namespace mcheck
