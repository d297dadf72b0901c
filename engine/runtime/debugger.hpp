// SPDX-License-Identifier: MIT
// What a debugger is shown, which need not understand the engine and finds no types of it in an
// unmodified program: plain words in memory, and three functions to stop at. Costs a look at a flag
// for each step as long as there is no debugger.
#pragma once

#include <cstdint>

#include "engine/base/ids.hpp"

namespace mcheck {

class Execution;
struct Failure;

struct DebuggedThread {
  const char* name = nullptr;
  const char* status = nullptr;   // "ready", "finished", …
  const char* pending = nullptr;  // "lock `a`": what it wants to do, if it is ready
  const char* waits = nullptr;    // "`a`, held by T2": what it waits for, if it cannot go on
  std::uint64_t id = 0;
  std::uint64_t stack = 0;  // where it was left; 0: it has none
};

struct DebuggerView {
  std::uint64_t running = 0;  // the id of the thread that is about to go on
  std::uint64_t trying = 0;   // 1: only to see what it would do
  std::uint64_t steps = 0;
  std::uint64_t preemptions = 0;
  std::uint64_t count = 0;
  const DebuggedThread* threads = nullptr;
  const char* kind = nullptr;  // of a failure: "deadlock"
  const char* message = nullptr;
};

// Where a thread was left: its stack pointer.
using StackOf = const void* (*)(void* machine, ThreadId thread);

struct GoingOn {
  ThreadId thread{};
  bool trying = false;
  void* machine = nullptr;
  StackOf stack_of = nullptr;
};

// Before a thread goes on.
void show_to_debugger(const Execution& execution, const GoingOn& now);

// The execution has failed, and nobody goes on any more.
void show_to_debugger(const Execution& execution, const GoingOn& now, const Failure& failure);

}  // namespace mcheck

// Set by the debugger: somebody looks.
extern "C" volatile std::uint64_t mcheck_debugged;
extern "C" mcheck::DebuggerView mcheck_debugger_view;
// The view is as it is; a thread has failed; the execution has, and says how.
extern "C" void mcheck_debugger_switch();
extern "C" void mcheck_debugger_failure();
extern "C" void mcheck_debugger_end();
