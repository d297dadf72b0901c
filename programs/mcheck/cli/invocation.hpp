// SPDX-License-Identifier: MIT
// The parsed request: every option with its type, default and range.
#pragma once

#include <mcheck/explore.hpp>
#include <optional>
#include <string>
#include <vector>

#include "programs/mcheck/cli/options.hpp"
#include "programs/mcheck/cli/synth_options.hpp"
#include "visualize/page/drawing.hpp"

namespace mcheck::command {

// The strategy of `explore` where none is given: several, side by side.
inline constexpr const char* kRacingStrategies = "auto";

enum class Colour { kAuto, kAlways, kNever };

struct Invocation {
  Command command = Command::kExplore;
  std::string program;   // as typed
  std::string typed;     // the command line up to "--", for messages
  std::string schedule;  // replay and draw only
  std::vector<std::string> arguments;
  std::optional<std::string> test;  // otherwise all tests
  SynthOptions synth;
  options search;
  bool search_from_test = true;  // neither a strategy nor a bound is given
  bool gdb = false;              // replay only
  std::string gdb_script;        // a file, or "" for none
  std::string emit_gates;        // a file, "-", or "" for none
  TestFramework emit_as = TestFramework::kNone;
  std::string break_at;  // "switch", "preemption", "failure" or a number
  std::string format;    // conflicts only: "text", "json" or "sarif"
  std::string out;       // conflicts only: a folder, or "" for none
  std::string config;    // conflicts, replay: a file, or "" for the one beside the program
  std::vector<std::string> cases;  // conflicts only
  std::string suppressions;        // the file as typed; its text is in `search`
  bool final_states = false;
  unsigned jobs = 1;
  std::string checkpoint;           // a file, or "" for none
  std::string json;                 // a file, "-", or "" for none
  std::string draw;                 // a file, or "" for none
  std::string tree;                 // the same for the search tree
  std::optional<PictureKind> what;  // draw only: otherwise chosen by the result
  std::size_t failure = 1;          // draw only
  std::string junit;                // files, or "" for none
  std::string sarif;
  std::string markdown;
  std::string html_dir;          // gate only: a folder, or "" for that of the gate file
  std::string annotations;       // "github", a file, or "" for none
  bool update_baseline = false;  // gate only
  bool no_cache = false;         // gate only
  std::string html;              // a file, or "" for none; for draw: this or a picture
  bool full = false;
  bool quiet = false;
  bool verbose = false;
  Colour colour = Colour::kAuto;
  std::string cache;   // orders only: a file, or "" for none
  bool patch = false;  // orders only
};

// Throws UsageError: which option is wrong, why, and what is allowed.
[[nodiscard]] Invocation interpret(const CommandLine& line);

}  // namespace mcheck::command
