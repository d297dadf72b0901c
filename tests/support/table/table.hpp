// SPDX-License-Identifier: MIT
// Programs as tables: small enough to generate, print and enumerate by brute force. Run by the real
// search without coroutines (table_executor.hpp), by real threads with model objects
// (table_body.hpp), and by a machine that shares no code with either (machine.hpp).
//
// main starts all threads that no statement starts, in order, and joins those, in order. Objects
// start at 0, except as a Program says.
#pragma once

#include <array>
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
  kTryLock,      // r = acquired m
  kReadLock,     // s
  kReadUnlock,   // s; skipped by a thread that does not hold it
  kWriteLock,    // s
  kWriteUnlock,  // s; skipped by a thread that does not hold it
  kWait,         // c with m; skipped by a thread that does not hold m; if timed, r = was woken
  kNotify,       // c
  kNotifyAll,    // c
  kAcquire,      // p
  kRelease,      // p
  kTryAcquire,   // r = acquired p
  kAwait,        // until x == v
  kChoose,       // r = 0 … v-1
  kSkipIfNot,    // unless r == v, skip the next w statements

  kRecursiveLock,     // q
  kRecursiveUnlock,   // q; skipped by a thread that does not hold it
  kRecursiveTryLock,  // r = acquired q
  kTryReadLock,       // r = acquired s
  kTryWriteLock,      // r = acquired s
  kArriveAndWait,     // b
  kCountDown,         // l
  kLatchWait,         // l
  kLatchTryWait,      // r = l is open
  kAtomicWait,        // until x != v, asleep between reads
  kAtomicNotify,      // a thread that waits for x
  kAtomicNotifyAll,   // all threads that wait for x
  kOnce,              // r = has called; the call succeeds
  kOnceFail,          // r = has called; the call throws
  kEventSet,          // r = was the first
  kEventWait,         // e
  kEventPoll,         // r = e is set
  kRead,              // r = d
  kWrite,             // d = v
  kGateOpen,          // g
  kGateArrive,        // g; r = how often it had been opened
  kGateWait,          // until g has been opened v times
  kGateTake,          // the same, and these openings are used up
  kProbeLock,         // r = m is locked
  kFence,             // of an order
  kYield,             //
  kSpawn,             // thread v
  kJoin,              // thread v; skipped, unless this thread or main has started it
  kCheck,             // r == v, or this thread has failed and stops for ever
  kAssume,            // r == v, or this thread stops for ever and the execution does not count
  kGoto,              // statement v of this thread
  kProgress,          // a progress mark
};
inline constexpr int kWords = static_cast<int>(Word::kProgress) + 1;

// How an operation that may have to wait is called.
enum class CallMode : std::uint8_t {
  kPlain,
  kTimed,  // lock, read lock, write lock, acquire, wait: r = acquired; times out while it is
           // blocked
  kWeak,   // cas and every try: may fail spuriously
};

// Of an access to a variable, or a fence.
enum class Order : std::uint8_t { kRelaxed, kAcquire, kRelease, kAcqRel, kSeqCst };

inline constexpr int kObjects = 2;    // of each kind
inline constexpr int kRegisters = 2;  // of each thread
inline constexpr int kMostThreads = 8;

struct Statement {
  Word word = Word::kLoad;
  int object = 0;
  int reg = 0;
  int v = 0;
  int w = 0;
  CallMode call_mode = CallMode::kPlain;
  Order order = Order::kSeqCst;
  Order failure_order = Order::kSeqCst;  // of a cas
};

struct Program {
  std::vector<std::vector<Statement>> threads;
  std::array<int, kObjects> participants{2, 2};  // of a barrier; no more threads may arrive
  std::array<int, kObjects> expected{2, 2};      // of a latch; no more may count down
  std::array<int, kObjects> permits{};           // of a semaphore, at the start
};

[[nodiscard]] std::string text(const Program& program);
[[nodiscard]] std::string text(const Statement& statement);

// Bit set of the threads that a statement starts. At most one statement may start a thread.
[[nodiscard]] std::uint32_t started_by_statements(const Program& program);

}  // namespace table
