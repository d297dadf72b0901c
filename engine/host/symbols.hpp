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

class Symbols {
 public:
  // Addresses that will be asked for.
  void want(const Backtrace& frames);
  // Asks for all of them at once.
  void look_up();
  // The innermost place that is the user's own: not mcheck's, not the standard library's.
  [[nodiscard]] SourcePlace user_place(const Backtrace& frames) const;
  // All of them, innermost first, with the functions that were inlined.
  [[nodiscard]] std::vector<SourcePlace> all_places(const Backtrace& frames) const;
  // The innermost place that has a line, whosever it is.
  [[nodiscard]] SourcePlace any_place(const Backtrace& frames) const;

 private:
  // The functions inlined at an address, innermost first.
  std::map<std::uintptr_t, std::vector<SourcePlace>> places_;
};

}  // namespace mcheck
