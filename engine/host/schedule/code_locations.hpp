// SPDX-License-Identifier: MIT
// From a location of a schedule file to call instructions of the executable.
//
// Instrumented code calls a hook at each access, and at the entry and exit of each function; all
// other operations are calls, too. So a line is reached at its first call on each way into it.
// Calls and their lines come from the code and the debug information of the executable and of its
// own libraries.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "engine/host/names/symbolizer.hpp"
#include "engine/host/schedule/action_functions.hpp"
#include "engine/host/schedule/called_functions.hpp"
#include "engine/host/schedule/line_entries.hpp"
#include "engine/host/schedule/schedule_file.hpp"

namespace mcheck {

struct LocatedCall {
  unsigned char* instruction = nullptr;
  bool thrown_type_is_known = false;  // it throws the type that was asked for, and no other

  friend bool operator==(const LocatedCall&, const LocatedCall&) = default;
};

class CodeLocations {
 public:
  CodeLocations();

  // The calls at which a thread reaches the location. Throws UsageError, with the nearest location
  // that can be reached, if there are none; `at` is where the location stands.
  [[nodiscard]] std::vector<LocatedCall> find(const CodeLocation& location,
                                              const std::string& at) const;
  // All functions of the program, also those that no location can name.
  [[nodiscard]] const std::vector<ProgramFunction>& functions() const { return symbols_; }

 private:
  struct Call {
    unsigned char* function = nullptr;  // the beginning of its code
    std::size_t function_size = 0;
    unsigned char* instruction = nullptr;
    const CalledFunction* called = nullptr;  // of those that matter
    std::vector<SourceLocation> locations;   // the innermost inlined function first
  };
  using Hook = CalledFunction::Kind;

  [[nodiscard]] static bool is_exit(const Call& call);
  [[nodiscard]] static std::string inlined_at(const Call& call, std::size_t outer);
  // Null: it throws nothing.
  [[nodiscard]] static const CalledFunction* thrower(const Call& call);
  void find_calls(const CodeObject& object);
  void find_calls(unsigned char* begin, std::size_t size, const CalledFunctions& functions);
  void find_symbols(const CodeObject& object);
  // The calls of one copy of the line, and all others of that function.
  [[nodiscard]] LineCode code_of_line(const std::vector<const Call*>& calls) const;
  [[nodiscard]] std::vector<LocatedCall> calls_of_line(const CodeLocation& location) const;
  [[nodiscard]] std::vector<LocatedCall> throws_of(const CodeLocation& location) const;
  [[nodiscard]] std::vector<LocatedCall> hooks_of(const std::string& function, Hook hook) const;
  [[noreturn]] void refuse_line(const CodeLocation& location, const std::string& at) const;
  [[noreturn]] void refuse_throw(const CodeLocation& location, const std::string& at) const;
  // Returns if the function was inlined nowhere.
  void refuse_inlined(const CodeLocation& location, const std::string& at) const;
  [[noreturn]] void refuse_function(const CodeLocation& location, const std::string& at) const;

  std::vector<Call> calls_;  // by address
  std::vector<ProgramFunction> symbols_;
  std::deque<CalledFunctions> functions_;  // of each object
};

}  // namespace mcheck
