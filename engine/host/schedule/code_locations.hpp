// SPDX-License-Identifier: MIT
// From a location of a schedule file to call instructions of the executable.
//
// Instrumented code calls a hook at each access, and at the entry and exit of each function; all
// other operations are calls, too. So a line is reached at its first call. Calls and their lines
// come from the code and the debug information of the executable; libraries are not searched.
#pragma once

#include <string>
#include <vector>

#include "engine/host/names/symbolizer.hpp"
#include "engine/host/schedule/schedule_file.hpp"

namespace mcheck {

class CodeLocations {
 public:
  CodeLocations();

  // The calls at which a thread reaches the location. Throws UsageError, with the nearest location
  // that can be reached, if there are none; `at` is where the location stands.
  [[nodiscard]] std::vector<unsigned char*> find(const CodeLocation& location,
                                                 const std::string& at) const;
  // The function of the program with that name. Throws UsageError.
  [[nodiscard]] void* function(const std::string& name, const std::string& at) const;

 private:
  struct Call {
    unsigned char* function = nullptr;  // the beginning of its code
    unsigned char* instruction = nullptr;
    std::uintptr_t target = 0;
    std::vector<SourceLocation> locations;  // the innermost inlined function first
  };
  enum class Hook { kEntry, kExit };

  [[nodiscard]] static bool is_exit(const Call& call);
  void find_calls(unsigned char* begin, std::size_t size);
  void find_symbols();
  [[nodiscard]] std::vector<unsigned char*> calls_of_line(const CodeLocation& location) const;
  [[nodiscard]] std::vector<unsigned char*> hooks_of(const std::string& function, Hook hook) const;
  [[noreturn]] void refuse_line(const CodeLocation& location, const std::string& at) const;
  [[noreturn]] void refuse_function(const CodeLocation& location, const std::string& at) const;

  std::vector<Call> calls_;  // by address
  std::vector<std::pair<std::string, void*>> symbols_;
};

}  // namespace mcheck
