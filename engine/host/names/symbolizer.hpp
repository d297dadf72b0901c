// SPDX-License-Identifier: MIT
// Resolves return addresses to source lines, once per report, with `addr2line` of binutils, which
// exists where a compiler does. Without it, or without debug information, locations are unknown.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/runtime/machine/backtrace.hpp"

namespace mcheck {

struct SourceLocation {
  std::string file{};
  int line = 0;
  std::string function;
};

// Demangles a C++ name; a C name stays as it is.
[[nodiscard]] std::string demangled(const char* name);

// Functions and files, which suppressions are compared with.
[[nodiscard]] std::vector<std::string> texts_of(const std::vector<SourceLocation>& locations);

// Whether a file is part of mcheck.
[[nodiscard]] bool is_engine_file(const std::string& file);
// Whether it is neither that, nor of the standard library or another installed one.
[[nodiscard]] bool is_user_file(const std::string& file);

class Symbolizer {
 public:
  // Adds addresses to resolve.
  void add(const Backtrace& frames);
  // Resolves all of them in one go.
  void resolve();
  // The innermost location in user code: not in mcheck, not in the standard library.
  [[nodiscard]] SourceLocation user_location(const Backtrace& frames) const;
  // All locations in user code, innermost first; if there is none, the innermost one with a line.
  [[nodiscard]] std::vector<SourceLocation> user_locations(const Backtrace& frames) const;
  // All functions but mcheck's, including inlined and library functions.
  [[nodiscard]] std::vector<SourceLocation> program_locations(const Backtrace& frames) const;
  // The first of these, up to the innermost in user code.
  [[nodiscard]] std::vector<SourceLocation> innermost_locations(const Backtrace& frames) const;
  // All functions, including inlined ones.
  [[nodiscard]] std::vector<SourceLocation> all_locations(const Backtrace& frames) const;

 private:
  // By address; inlined functions first.
  std::map<std::uintptr_t, std::vector<SourceLocation>> locations_;
};

}  // namespace mcheck
