// SPDX-License-Identifier: MIT
// What `mcheck gate` runs: the [gate] and the [[kernel]] tables of mcheck.toml (docs/gate.md).
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "programs/mcheck/toml.hpp"

namespace mcheck::command {

// One program, or one test of it, and what it has to come out as.
struct Kernel {
  std::string name;
  std::string program;  // as the file says it, from the file's folder
  std::string test;     // "" for all
  std::vector<std::string> arguments;
  std::string expected = "verified";  // a verdict
  std::vector<std::string> allowed;   // ids of failures that are as expected, too
  double seconds = 0;                 // at most; 0: its share
  std::vector<std::string> depends;   // files that the program reads: a change of theirs counts
  std::vector<std::string> options;   // of mcheck explore, as they are typed
  TomlPlace place;
  TomlPlace program_place;
};

struct GateFile {
  double seconds = 600;  // for all kernels together
  unsigned jobs = 0;     // at once; 0: as many as there are processors
  bool incomplete_fails = true;
  std::string cache = "build/mcheck-gate.json";  // "" for none
  std::string baseline;                          // known failures; "" for none
  std::string html;                              // a folder for pages; "" for none
  std::vector<Kernel> kernels;
};

// The file, or all that is wrong in it, in the order of the lines; of what is no TOML, the first.
// Tables that are others' ([[class]]) are left alone.
[[nodiscard]] std::variant<GateFile, std::vector<TomlTrouble>> parse_gate_file(
    std::string_view text);

}  // namespace mcheck::command
