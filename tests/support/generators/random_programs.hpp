// SPDX-License-Identifier: MIT
// Programs to compare searches over, the same for the same seed everywhere.
#pragma once

#include <array>
#include <cstdint>

#include "tests/support/table/table.hpp"

namespace table {

// Of the basic words: up to three threads of up to about `length` statements.
[[nodiscard]] Program random_program(std::uint64_t seed, int length);

// What most of a program consists of. Every theme has some loads, stores and tests of registers, so
// that what is done depends on what was read.
enum class Theme : std::uint8_t {
  kVariables,
  kLocks,  // plain, timed and recursive mutexes
  kReadersWriters,
  kConditions,  // timed waits, too
  kSemaphores,
  kBarriers,  // and latches
  kAtomicWaits,
  kOnce,     // once, and events
  kChoices,  // choices of values and spurious failures
  kSpawns,   // threads started and joined by statements
  kChecks,   // threads that fail or are cut off
  kData,     // plain data behind flags and locks
  kMix,
  kGates,  // of forced schedules, and probes of locks
};
// What a mix draws from, and most tests go through.
inline constexpr std::array kThemes = {
    Theme::kVariables,  Theme::kLocks,    Theme::kReadersWriters, Theme::kConditions,
    Theme::kSemaphores, Theme::kBarriers, Theme::kAtomicWaits,    Theme::kOnce,
    Theme::kChoices,    Theme::kSpawns,   Theme::kChecks,         Theme::kData,
    Theme::kMix};
inline constexpr std::array kThemesAndGates = {
    Theme::kVariables,  Theme::kLocks,    Theme::kReadersWriters, Theme::kConditions,
    Theme::kSemaphores, Theme::kBarriers, Theme::kAtomicWaits,    Theme::kOnce,
    Theme::kChoices,    Theme::kSpawns,   Theme::kChecks,         Theme::kData,
    Theme::kMix,        Theme::kGates};
[[nodiscard]] const char* name_of(Theme theme);

struct Shape {
  Theme theme = Theme::kMix;
  int max_threads = 4;            // at least 2
  int max_statements = 4;         // of a thread, about
  int max_total_statements = 10;  // of all threads, about
  bool stops = true;              // false: no check and no assume, whatever the theme
};

[[nodiscard]] Program random_program(std::uint64_t seed, const Shape& shape);

}  // namespace table
