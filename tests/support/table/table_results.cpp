// SPDX-License-Identifier: MIT
// How a thread applies the engine's result of each word.
#include "tests/support/table/table_executor.hpp"

namespace table {

using mcheck::Outcome;

void TableExecutor::apply_result(Thread& thread, const Outcome& outcome) {
  const Statement& s = program_.threads[thread.program][thread.at];
  int& r = thread.r[static_cast<std::size_t>(s.reg)];
  switch (s.word) {
    case Word::kLoad:
    case Word::kAdd:
    case Word::kExchange:
    case Word::kChoose:
    case Word::kRead:
    case Word::kGateArrive:
    case Word::kProbeLock:
    case Word::kLatchTryWait:
    case Word::kEventSet:
    case Word::kEventPoll: r = static_cast<int>(outcome.result); break;
    case Word::kCas: r = outcome.failed ? 0 : 1; break;
    case Word::kWait:
    case Word::kAtomicWait:
    case Word::kArriveAndWait:
    case Word::kOnce:
    case Word::kOnceFail:
      if (!apply_part_result(thread, s, outcome)) return;
      thread.part = 0;
      break;
    default: apply_lock_result(thread, s, outcome); break;
  }
  ++thread.at;
}

void TableExecutor::apply_lock_result(Thread& thread, const Statement& s, const Outcome& outcome) {
  const auto o = static_cast<std::size_t>(s.object);
  Holds& holds = thread.holds;
  const int got = static_cast<int>(outcome.result);
  if (s.call_mode == CallMode::kTimed) thread.r[static_cast<std::size_t>(s.reg)] = got;
  switch (s.word) {
    case Word::kTryLock: thread.r[static_cast<std::size_t>(s.reg)] = got; [[fallthrough]];
    case Word::kLock: holds.mutex[o] += got; break;
    case Word::kRecursiveTryLock: thread.r[static_cast<std::size_t>(s.reg)] = got; [[fallthrough]];
    case Word::kRecursiveLock: holds.recursive[o] += got; break;
    case Word::kTryReadLock: thread.r[static_cast<std::size_t>(s.reg)] = got; [[fallthrough]];
    case Word::kReadLock: holds.reads[o] += got; break;
    case Word::kTryWriteLock: thread.r[static_cast<std::size_t>(s.reg)] = got; [[fallthrough]];
    case Word::kWriteLock: holds.writes[o] += got; break;
    case Word::kTryAcquire: thread.r[static_cast<std::size_t>(s.reg)] = got; break;
    case Word::kUnlock: --holds.mutex[o]; break;
    case Word::kRecursiveUnlock: --holds.recursive[o]; break;
    case Word::kReadUnlock: --holds.reads[o]; break;
    case Word::kWriteUnlock: --holds.writes[o]; break;
    default: break;
  }
}

// Statements with several operations. True: that was the last.
bool TableExecutor::apply_part_result(Thread& thread, const Statement& s, const Outcome& outcome) {
  int& r = thread.r[static_cast<std::size_t>(s.reg)];
  thread.previous_result = outcome.result;
  const int part = thread.part++;
  switch (s.word) {
    case Word::kWait:
      if (part == 2 && s.call_mode == CallMode::kTimed) r = static_cast<int>(outcome.result);
      return part == 3;
    case Word::kAtomicWait:
      if (part == 1) thread.part = 0;  // woken: read again
      return part == 0 && outcome.result == 1;
    case Word::kArriveAndWait: return part == 1;
    default:  // kOnce, kOnceFail
      if (part == 0) r = static_cast<int>(outcome.result);
      return part == 1 || outcome.result == 0;
  }
}

}  // namespace table
