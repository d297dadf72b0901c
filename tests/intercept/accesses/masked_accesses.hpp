// SPDX-License-Identifier: MIT
// Small random programs of plain accesses of 1, 2, 4 and 8 bytes to the same sixteen bytes: the
// program runs them, and the test enumerates their interleavings.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/base/random.hpp"

namespace masked {

inline constexpr std::size_t kBytes = 16;
inline constexpr unsigned kMostThreads = 3;
inline constexpr unsigned kMostAccesses = 3;

struct Access {
  bool write = false;
  std::uint8_t offset = 0;
  std::uint8_t size = 1;
  std::uint8_t value = 0;  // of each byte that is written
};

struct Program {
  unsigned threads = 0;
  unsigned accesses = 0;  // of each thread
  std::array<std::array<Access, kMostAccesses>, kMostThreads> accesses_of{};
};

// Two threads of three accesses, or three of two.
[[gnu::no_sanitize("thread")]] inline Program program_of(std::uint64_t seed) {
  mcheck::Random random(seed);
  Program program;
  program.threads = 2 + static_cast<unsigned>(random.below(2));
  program.accesses = program.threads == 2 ? 3 : 2;
  const std::uint64_t bytes = random.below(2) == 0 ? 8 : kBytes;
  for (unsigned t = 0; t < program.threads; ++t) {
    for (unsigned i = 0; i < program.accesses; ++i) {
      Access& access = program.accesses_of[t][i];
      access.write = random.below(2) == 0;
      access.size = static_cast<std::uint8_t>(1u << random.below(4));
      access.offset = static_cast<std::uint8_t>(random.below(bytes / access.size) * access.size);
      access.value = static_cast<std::uint8_t>(1 + random.below(255));
    }
  }
  return program;
}

// A hash of what an execution read and left in memory, number by number.
constexpr std::uint64_t mix(std::uint64_t sum, std::uint64_t value) {
  return ((sum ^ value) * 0x9e3779b97f4a7c15ull) >> 7;
}
constexpr std::int64_t final_value(std::uint64_t sum) {
  return static_cast<std::int64_t>(sum >> 30);
}

}  // namespace masked
