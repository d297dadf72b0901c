// SPDX-License-Identifier: MIT
// Programs as tables: small enough to generate, print and enumerate by brute force. Run by the real
// search without coroutines (table_executor.hpp), by real threads with model objects
// (table_body.hpp), and by an enumeration that shares no code with either (enumerate.hpp).
//
// main starts all threads, in order, and joins them, in order. All objects start at 0.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace table {

enum class Word : std::uint8_t {
  kLoad,         // r = x
  kStore,        // x = v
  kAdd,          // r = x; x += v
  kExchange,     // r = x; x = v
  kCas,          // r = (x == v); if so x = w
  kLock,         // m
  kUnlock,       // m; skipped by a thread that does not hold it
  kTryLock,      // r = got m
  kReadLock,     // s
  kReadUnlock,   // s; skipped by a thread that does not hold it
  kWriteLock,    // s
  kWriteUnlock,  // s; skipped by a thread that does not hold it
  kWait,         // c with m; skipped by a thread that does not hold m
  kNotify,       // c
  kNotifyAll,    // c
  kAcquire,      // p
  kRelease,      // p
  kTryAcquire,   // r = got p
  kAwait,        // until x == v
  kChoose,       // r = 0 … v-1
  kSkipIfNot,    // unless r == v, skip the next w statements
};

inline constexpr int kObjects = 2;    // of each kind
inline constexpr int kRegisters = 2;  // of each thread

struct Statement {
  Word word = Word::kLoad;
  int object = 0;
  int reg = 0;
  int v = 0;
  int w = 0;
};

struct Program {
  std::vector<std::vector<Statement>> threads;
};

[[nodiscard]] std::string text(const Program& program);

// A program of up to three threads of up to `length` statements, the same for the same seed.
[[nodiscard]] Program random_program(std::uint64_t seed, int length);

}  // namespace table
