// SPDX-License-Identifier: MIT
// The flight recorder: a piece of memory that a checked program shares with the command that
// watches it, holding the schedule of the execution in progress. Whatever becomes of the program,
// the schedule that led there survives.
//
// One writer (the program), which stores a choice before it takes effect and the count after it;
// one reader (the command), which reads while the program runs only what may be torn without harm.
// Two words go the other way.
#pragma once

#include <cstdint>

namespace mcheck {

// What runs, as far as whoever sees a process die wants to know.
inline constexpr std::uint32_t kInEngine = 0;
inline constexpr std::uint32_t kInProgram = 1;
inline constexpr std::uint32_t kStackUsedUp = 2;  // of a thread of the program; the process dies

struct FlightRecord {
  static constexpr std::uint32_t kMagic = 0x6b63636d;  // "mcck"
  static constexpr std::uint32_t kVersion = 3;
  static constexpr std::uint32_t kMaxSteps = 1u << 20;

  std::uint32_t magic = 0;
  std::uint32_t version = 0;
  volatile std::uint64_t executions = 0;     // finished
  volatile std::uint64_t events = 0;         // performed
  volatile std::uint64_t heartbeat = 0;      // moves whenever the engine gets to run
  volatile std::uint32_t exploring = 0;      // 1 between the start and the end of a search
  volatile std::uint32_t in_program = 0;     // kInEngine, kInProgram or kStackUsedUp
  volatile std::uint32_t length = 0;         // choices made in this execution
  volatile std::uint16_t chosen[kMaxSteps];  // Event::chosen of each step that was a choice
  volatile double finished_mass = 0;         // the share of the search that is finished; 0: no idea
  // Told by the command, heard between two executions, in a search that is shared; a search for
  // conflicts hears the second.
  volatile std::uint32_t give_away = 0;  // 1: give a part away; the program makes it 0
  volatile std::uint32_t stop = 0;       // 1: tell what was done, and wait
  volatile std::uint64_t classes = 0;    // different executions, if they are counted
  // Told by the program: Schedule::reuse_rooms, where it has found out itself that it has some.
  volatile std::uint64_t reuse_rooms = 0;
  volatile std::uint32_t estimate_kind = 0;  // EstimateKind, of finished_mass
};

}  // namespace mcheck
