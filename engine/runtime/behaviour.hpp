// SPDX-License-Identifier: MIT
// How a program is to be run: what may go wrong in it, and what is a failure.
#pragma once

#include <cstdint>

namespace mcheck {

// Whether each execution runs in a process of its own; automatic: from when the program first
// changes what restoring memory cannot take back.
enum class Isolation : std::uint8_t { kAutomatic, kFork, kNever };

struct Behaviour {
  unsigned spurious = 0;          // wake-ups and failures for no reason, per thread
  bool timeouts = true;           // timed operations may give up at any point
  double patience = 2;            // seconds of computing without an operation: a hang
  bool any_exit_status = false;   // none is a failure
  bool plain_points = false;      // plain accesses are scheduling points
  bool ignore_races = false;      // a data race is no failure
  bool conflicts = false;         // conflicts are collected (conflicts.hpp), and races no failures
  bool ignore_leaks = false;      // nor is a block that nothing points to any more
  bool strict_misuse = false;     // misuse that every implementation defines is a failure, too
  std::uint64_t reuse_rooms = 0;  // freed blocks are had again at once, or not: Schedule
  bool learn_reuse = false;       // where it turns out that this may matter, it is to be so
  // A loop that counts its turns is explored turn by turn where it has fewer left.
  std::uint64_t few_turns = 1000;
  int nondet_from = 0;  // what __VERIFIER_nondet_int() and the like return is
  int nondet_to = 0;    // a choice among these
  Isolation isolation = Isolation::kAutomatic;
  // known_steps.hpp: so many steps are learned before any is known; and, of those that are not
  // known, so many come before it is found out that one goes by few rooms.
  std::uint64_t step_trials = 512;
  std::uint64_t few_rooms_after = 256;
};

}  // namespace mcheck
