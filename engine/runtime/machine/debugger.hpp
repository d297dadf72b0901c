// SPDX-License-Identifier: MIT
// What a debugger can read without understanding the engine, which has no type information in an
// unmodified program: plain words in memory, and three functions to stop at. Without a debugger it
// costs the test of a flag for each step.
#pragma once

#include <cstdint>

#include "engine/base/ids.hpp"

namespace mcheck {

class Execution;
struct Failure;

struct DebuggedThread {
  const char* name = nullptr;
  const char* status = nullptr;   // "ready", "finished", …
  const char* pending = nullptr;  // "lock `a`": the pending operation, if it is ready
  const char* waits = nullptr;    // "`a`, held by T2": what it waits for, if it is blocked
  std::uint64_t id = 0;
  std::uint64_t stack = 0;  // its stack pointer; 0: it has none
};

struct DebuggerView {
  std::uint64_t running = 0;  // the id of the thread that is resumed
  std::uint64_t trying = 0;   // 1: in a trial step
  std::uint64_t steps = 0;
  std::uint64_t preemptions = 0;
  std::uint64_t count = 0;
  const DebuggedThread* threads = nullptr;
  const char* kind = nullptr;  // of a failure: "deadlock"
  const char* message = nullptr;
};

// The stack pointer of a suspended thread.
using StackOf = const void* (*)(void* machine, ThreadId thread);

struct ResumedThread {
  ThreadId thread{};
  bool trying = false;
  void* machine = nullptr;
  StackOf stack_of = nullptr;
};

// Before a thread is resumed.
void show_to_debugger(const Execution& execution, const ResumedThread& now);

// The execution has failed, and no thread runs any more.
void show_to_debugger(const Execution& execution, const ResumedThread& now, const Failure& failure);

}  // namespace mcheck

// Set by the debugger when it is attached.
extern "C" volatile std::uint64_t mcheck_debugged;
extern "C" mcheck::DebuggerView mcheck_debugger_view;
// The view was updated; a thread has failed; the execution has failed, and the view says how.
extern "C" void mcheck_debugger_switch();
extern "C" void mcheck_debugger_failure();
extern "C" void mcheck_debugger_end();
