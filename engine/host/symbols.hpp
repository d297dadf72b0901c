// SPDX-License-Identifier: MIT
// From return addresses to source lines, once per report, with the `addr2line` of binutils, which
// is there where a compiler is. Without it, or without debug information, places are unknown.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/runtime/backtrace.hpp"

namespace mcheck {

struct SourcePlace {
  std::string file{};
  int line = 0;
  std::string function;
};

// A name of the linker as C++ has it; one of C as it is.
[[nodiscard]] std::string demangled(const char* name);

// What suppressions are held against: functions and files.
[[nodiscard]] std::vector<std::string> texts_of(const std::vector<SourcePlace>& places);

// Whether a file is a part of mcheck.
[[nodiscard]] bool is_the_engine(const std::string& file);

class Symbols {
 public:
  // Addresses that will be asked for.
  void want(const Backtrace& frames);
  // Asks for all of them at once.
  void look_up();
  // The innermost place that is the user's own: not mcheck's, not the standard library's.
  [[nodiscard]] SourcePlace user_place(const Backtrace& frames) const;
  // All that are, innermost first; without any, the innermost that has a line, whosever it is.
  [[nodiscard]] std::vector<SourcePlace> user_places(const Backtrace& frames) const;
  // All functions at these addresses but mcheck's: inlined ones and libraries', too.
  [[nodiscard]] std::vector<SourcePlace> program_places(const Backtrace& frames) const;
  // From the innermost of these to the innermost that is the user's own.
  [[nodiscard]] std::vector<SourcePlace> innermost_places(const Backtrace& frames) const;
  // All functions at these addresses, inlined ones too.
  [[nodiscard]] std::vector<SourcePlace> all_places(const Backtrace& frames) const;

 private:
  // The functions inlined at an address, innermost first.
  std::map<std::uintptr_t, std::vector<SourcePlace>> places_;
};

}  // namespace mcheck
