// SPDX-License-Identifier: MIT
// Parses what `mcheck gate` runs: the [gate] and [[kernel]] tables of mcheck.toml (docs/gate.md).
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "programs/mcheck/gate/toml.hpp"

namespace mcheck::command {

inline constexpr const char* kNoViolation = "no-violation";  // expected of a class

// One program, or one test of it, or one class, and the expected result.
struct Kernel {
  std::string name;
  std::string program;                 // relative to the file's folder; "" if there is a header
  std::string header;                  // of a class; "<deque>" for one that the compiler finds
  std::string class_name;              // "" for the only class of the header
  std::string build_folder;            // of a header's class, relative to the file's folder
  std::string test;                    // "" for all
  std::vector<std::string> arguments;  // of a header's class, the compiler's flags
  std::string expected = "verified";   // a verdict, or kNoViolation
  std::vector<std::string> allowed;    // ids of failures that are tolerated
  double seconds = 0;                  // time limit; 0: a share of the budget
  std::vector<std::string> depends;    // files that the program reads, for the cache key
  std::vector<std::string> options;    // of mcheck explore or synth, as on the command line
  TomlPlace place;
  TomlPlace program_place;  // or that of the header

  [[nodiscard]] bool is_class() const { return !header.empty() || !class_name.empty(); }
};

struct GateFile {
  double seconds = 600;  // for all kernels together
  unsigned jobs = 0;     // at the same time; 0: one for each processor
  bool incomplete_fails = true;
  std::string cache = "build/mcheck-gate.json";  // "" for none
  std::string baseline;                          // known failures; "" for none
  std::string html;                              // a folder for HTML pages; "" for none
  std::vector<Kernel> kernels;
};

// The file, or all errors in it by line; for a syntax error only the first. Ignores tables of other
// tools ([[class]]).
[[nodiscard]] std::variant<GateFile, std::vector<TomlError>> parse_gate_file(std::string_view text);

}  // namespace mcheck::command
