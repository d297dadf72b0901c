// SPDX-License-Identifier: MIT
// A schedule file (--schedule): gates and events at locations of code that is not touched.
//
//   schedule 1
//   barrier copied for 2
//   at buffer.cpp:41: arrive copied
//   at entry StringBuffer::setLength by T1: event shortening
//   at exit StringBuffer::setLength: event shortened
//   at test.cpp:17 time 2: call check_sizes
//   at lock guard in transfer by T1: event locked
//   at throw std::out_of_range in parse: event failed
//   at end of T1: event gone
//   order shortened -> copying, [copying] -> shortening
//
// A # that follows a blank, or begins a line, begins a comment. The grammar is in
// docs/guide/schedule_files.md.
#pragma once

#include <string>
#include <vector>

#include <mcheck/detail/quantifier.hpp>

namespace mcheck {

struct CodeLocation {
  enum class Kind { kLine, kEntry, kExit, kOperation, kThrow, kThreadEnd };
  Kind kind = Kind::kLine;
  // Of the file, the function, the object, or the type of the exception; of the last two, empty for
  // any.
  std::string name;
  int line = 0;
  std::string operation{};  // as reports name it; "access": each operation on the object
  // In which, or in what it calls, the operation is, or which throws; empty: any.
  std::string function{};
};

struct ScheduleRule {
  enum class Action { kEvent, kWait, kOpen, kArrive, kCall, kAssert };
  CodeLocation location;
  std::string thread;      // empty: any
  unsigned long time = 0;  // that time it is reached only; 0: each time
  Action action = Action::kEvent;
  std::string name;  // of the event, the gate or the function
  std::string at;    // "race.gates:3:4", where the location stands in the file

  [[nodiscard]] bool is_at_operation() const {
    return location.kind == CodeLocation::Kind::kOperation;
  }
  // Not: while the program runs, an operation or the end of a thread is recognised.
  [[nodiscard]] bool is_in_code() const {
    return !is_at_operation() && location.kind != CodeLocation::Kind::kThreadEnd;
  }
};

struct DeclaredGate {
  enum class Kind { kGate, kBarrier, kTurnstile };
  std::string name;
  Kind kind = Kind::kGate;
  unsigned long count = 1;
  std::string at{};
};

struct ScheduleFile {
  std::vector<DeclaredGate> gates;
  std::vector<ScheduleRule> rules;
  std::string orders;  // of MCHECK_SCHEDULE, or empty
  mcheck::quantifier quantifier = mcheck::quantifier::for_all;
  bool impossible_passes = false;  // it is no bug if no execution can follow the file
};

// Throws UsageError, with the line and the column.
[[nodiscard]] ScheduleFile parse_schedule_file(const std::string& name, const std::string& text);

}  // namespace mcheck
