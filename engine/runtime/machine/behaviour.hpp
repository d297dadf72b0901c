// SPDX-License-Identifier: MIT
// How a program is run: what may go wrong in it, and what counts as a failure.
#pragma once

#include <cstdint>

namespace mcheck {

// Whether each execution runs in a forked process. Automatic: as soon as the program changes
// something that restoring memory does not restore.
enum class Isolation : std::uint8_t { kAutomatic, kFork, kNever };

struct Behaviour {
  unsigned spurious = 0;         // spurious wake-ups and failures, per thread
  bool timeouts = true;          // timed operations may time out at any point
  double patience = 2;           // seconds of computing without an operation: a hang
  bool any_exit_status = false;  // no exit status is a failure
  bool plain_points = false;     // plain accesses are scheduling points
  bool ignore_races = false;     // a data race is no failure
  bool sleep_lengths = false;    // yields say how long they sleep
  bool conflicts = false;        // conflicts are collected (conflicts/conflicts.hpp), and races
                                 // are no failures
  bool ignore_leaks = false;     // a block that nothing points to is no failure
  bool strict_misuse = false;    // misuse that every implementation defines is a failure, too
  bool symmetry = true;          // where states are compared, equal threads may exchange places
  std::uint64_t reuse_size_classes =
      0;                      // size classes whose freed blocks are reused by choice: Schedule
  bool detect_reuse = false;  // reuse is switched on where the executions show that it may
                              // matter
  // A loop that counts its iterations is explored iteration by iteration if fewer than this are
  // left.
  std::uint64_t max_explored_iterations = 1000;
  int nondet_from = 0;  // __VERIFIER_nondet_int() and the like return
  int nondet_to = 0;    // a choice from this range
  Isolation isolation = Isolation::kAutomatic;
  // cache/step_cache.hpp: steps that are recorded before the first hit; and misses before the cache
  // tries whether a step depends on its own regions only.
  std::uint64_t initial_recordings = 512;
  std::uint64_t few_regions_after = 256;
};

}  // namespace mcheck
