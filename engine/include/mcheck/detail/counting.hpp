// SPDX-License-Identifier: MIT
// Semaphores, latches and barriers as the engine sees them.
//
// Each object keeps its initial state. An object made before any thread of the program runs is
// registered with the engine at its first use. Outside of a checked program no call waits.
#pragma once

#include <cstddef>
#include <cstdint>

#include <mcheck/detail/object.hpp>

namespace mcheck::detail {

struct Semaphore : Object {
  constexpr Semaphore(std::ptrdiff_t at_first, std::ptrdiff_t at_most, const char* object_name)
      : Object(object_name), permits(at_first), most(at_most) {}

  std::ptrdiff_t permits;
  std::ptrdiff_t most;
};

// Misuse unless 0 <= permits <= most.
void begin_semaphore(Semaphore& semaphore);
void end_semaphore(Semaphore& semaphore);
void acquire(Semaphore& semaphore);
[[nodiscard]] bool try_acquire(Semaphore& semaphore);
// May time out at any point, if timeouts are on.
[[nodiscard]] bool acquire_in_time(Semaphore& semaphore);
void release(Semaphore& semaphore, std::ptrdiff_t permits);

// A latch, or a barrier in its first phase.
struct Gate : Object {
  constexpr Gate(std::ptrdiff_t how_many, const char* object_name)
      : Object(object_name), expected(how_many) {}

  std::ptrdiff_t expected;
};

// Misuse unless 0 <= expected.
void begin_latch(Gate& latch);
void end_latch(Gate& latch);
void count_down(Gate& latch, std::ptrdiff_t by);
[[nodiscard]] bool is_open(Gate& latch);
void wait(Gate& latch);

struct Arrival {
  std::uint64_t phase;
  bool last;  // this thread runs the completion function, then next_phase
};

enum class Afterwards : std::uint8_t { kStay, kDropOut };

// Misuse unless 0 <= expected < 2^31.
void begin_barrier(Gate& barrier);
void end_barrier(Gate& barrier);
// Misuse unless 0 < by.
[[nodiscard]] Arrival arrive(Gate& barrier, std::ptrdiff_t by, Afterwards afterwards);
void next_phase(Gate& barrier);
// Until the phase is over.
void wait(Gate& barrier, std::uint64_t phase);

}  // namespace mcheck::detail
