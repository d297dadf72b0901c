// SPDX-License-Identifier: MIT
// Where everything that a report of one execution speaks of was done: all addresses are looked up
// at once, because each look costs a process.
#pragma once

#include <string>
#include <vector>

#include "engine/host/symbols.hpp"
#include "engine/runtime/machine.hpp"
#include "engine/trace/result.hpp"

namespace mcheck {

class ToldPlaces {
 public:
  // REQUIRES: the execution has just been run with places captured.
  ToldPlaces(const Execution& execution, const Machine& machine);

  // The program's own calls, innermost first.
  [[nodiscard]] std::vector<StackFrame> frames(const Backtrace& stack) const;
  // The innermost place that is the program's own; empty where there is none.
  [[nodiscard]] SourcePlace place(const Backtrace& stack) const;
  // Functions and files of all frames, inlined ones and libraries' too, but for mcheck's.
  [[nodiscard]] std::vector<std::string> all_frames(const Backtrace& stack) const;
  // "; freed at queue.cpp:12 in pop": empty where it is not known.
  [[nodiscard]] std::string clause(const char* what, const Backtrace& stack) const;

 private:
  Symbols symbols_;
};

}  // namespace mcheck
