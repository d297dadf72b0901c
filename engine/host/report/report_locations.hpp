// SPDX-License-Identifier: MIT
// Source locations of everything that the report of one execution mentions. All addresses are
// resolved at once, because each resolution costs a process.
#pragma once

#include <string>
#include <vector>

#include "engine/host/names/symbolizer.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/trace/results/result.hpp"

namespace mcheck {

class ReportLocations {
 public:
  // REQUIRES: the execution has just been run with source locations captured.
  ReportLocations(const Execution& execution, const Machine& machine);

  // The calls in user code, innermost first.
  [[nodiscard]] std::vector<StackFrame> frames(const Backtrace& stack) const;
  // The innermost location in user code; empty if there is none.
  [[nodiscard]] SourceLocation location(const Backtrace& stack) const;
  // Functions and files of all frames except mcheck's, including inlined and library functions.
  [[nodiscard]] std::vector<std::string> all_frames(const Backtrace& stack) const;
  // "; freed at queue.cpp:12 in pop"; empty if unknown.
  [[nodiscard]] std::string clause(const char* what, const Backtrace& stack) const;

 private:
  Symbolizer symbolizer_;
};

}  // namespace mcheck
