// SPDX-License-Identifier: MIT
// Small programs of atomic operations with every memory order, fences, plain accesses and a lock:
// drawn at random, printed, and run by real threads. Whether they have a race is decided by an
// oracle (race_oracle.hpp) that includes nothing of mcheck.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace race_programs {

enum class Do : std::uint8_t {
  kLoad,
  kStore,
  kAdd,
  kCas,  // 0 → 1
  kFence,
  kRead,  // of plain data
  kWrite,
  kReadAtomic,  // the bytes of an atomic, plainly
  kWriteAtomic,
  kLock,
  kUnlock,
};

enum class Order : std::uint8_t { kRelaxed, kConsume, kAcquire, kRelease, kAcqRel, kSeqCst };

struct Statement {
  Do what = Do::kFence;
  Order order = Order::kSeqCst;
  Order failure = Order::kRelaxed;  // of a compare-exchange
  int object = 0;                   // which atomic, or which data: 0 or 1
  int value = 0;                    // what is stored
  int seen = -1;                    // only if the thread's last load or cas saw this; -1: always
};

struct Program {
  std::vector<std::vector<Statement>> threads;  // started and joined by main
};

// With locks there are two more statements around some; `mixed`: atomics are accessed plainly, too.
[[nodiscard]] Program draw_program(std::uint64_t seed, bool mixed);
[[nodiscard]] std::string text_of(const Program& program);

// Plain data is shared<T>, or its accesses are reported to the detector as instrumented code does.
enum class Plain { kShared, kHooks };

// Whether mcheck finds a race in any schedule. Fails the test if it finds something else.
[[nodiscard]] bool finds_race(const Program& program, Plain plain, const char* strategy);

}  // namespace race_programs
