// SPDX-License-Identifier: MIT
// The flight recorder: memory that a checked program shares with the command, with the schedule of
// the execution in progress. Even if the program dies, the schedule that led there survives.
//
// The program is the only writer: it stores a choice before it takes effect, and the count after
// it. The command is the only reader: while the program runs it reads only values that may be torn
// without harm. Two words go in the other direction.
#pragma once

#include <cstdint>

namespace mcheck {

// Which code runs: what the command wants to know when a process dies.
inline constexpr std::uint32_t kInEngine = 0;
inline constexpr std::uint32_t kInProgram = 1;
inline constexpr std::uint32_t kStackUsedUp = 2;  // of a thread of the program; the process dies

struct FlightRecord {
  static constexpr std::uint32_t kMagic = 0x6b63636d;  // "mcck"
  static constexpr std::uint32_t kVersion = 4;
  static constexpr std::uint32_t kMaxSteps = 1u << 20;

  std::uint32_t magic = 0;
  std::uint32_t version = 0;
  volatile std::uint64_t executions = 0;     // finished
  volatile std::uint64_t events = 0;         // performed
  volatile std::uint64_t heartbeat = 0;      // changes whenever the engine runs
  volatile std::uint32_t exploring = 0;      // 1 between the start and the end of a search
  volatile std::uint32_t in_program = 0;     // kInEngine, kInProgram or kStackUsedUp
  volatile std::uint32_t length = 0;         // choices made in this execution
  volatile std::uint16_t chosen[kMaxSteps];  // Event::chosen of each step that was a choice
  volatile double finished_mass = 0;         // the finished share of the search; 0: unknown
  // Set by the command and read by the program between two executions of a shared search; a search
  // for conflicts reads only the second.
  volatile std::uint32_t give_shard = 0;  // 1: give a shard away; reset by the program
  volatile std::uint32_t stop = 0;        // 1: commit, and wait
  volatile std::uint64_t classes = 0;     // distinct executions, if they are counted
  // Set by the program: Schedule::reuse_size_classes, if it has found that it needs some.
  volatile std::uint64_t reuse_size_classes = 0;
  volatile std::uint32_t weak_memory = 0;    // 1: set by the program if it explores under RC11
  volatile std::uint32_t estimate_kind = 0;  // EstimateKind, for finished_mass
};

}  // namespace mcheck
