// SPDX-License-Identifier: MIT
// All options of the command, in the order of its help. The table feeds the parser, the help text,
// the environment and the spelling of unknown options.
#pragma once

#include <array>
#include <string>

namespace mcheck::command {

enum class Command { kExplore, kReplay, kList, kDoctor };

struct CommandSpec {
  Command command;
  const char* name;
  const char* help;
};

inline constexpr std::array<CommandSpec, 4> kCommands = {{
    {Command::kExplore, "explore", "Search all executions of a program for one that fails"},
    {Command::kReplay, "replay", "Run one execution again, from the schedule of a report"},
    {Command::kList, "list", "Name the tests of a program, and the strategies"},
    {Command::kDoctor, "doctor", "Find out why a program cannot be explored, or not repeated"},
}};

// Stand-ins for compilers: whatever follows their name is the compiler's, and no option of ours.
struct CompilerSpec {
  const char* name;
  const char* help;
  bool cxx;
};

inline constexpr std::array<CompilerSpec, 2> kCompilers = {{
    {"c++", "Compile and link C++, unmodified, to be explored: CXX=\"mcheck c++\"", true},
    {"cc", "The same for C: CC=\"mcheck cc\"", false},
}};

// In which commands an option is known.
inline constexpr unsigned kInExplore = 1;
inline constexpr unsigned kInReplay = 2;
inline constexpr unsigned kInDoctor = 4;
inline constexpr unsigned kInRuns = kInExplore | kInReplay;

struct OptionSpec {
  const char* name;   // without the two dashes
  const char* value;  // how help calls the value; "" for a flag
  const char* group;
  unsigned commands;
  const char* help;
};

inline constexpr std::array<OptionSpec, 28> kOptions = {{
    {"test", "NAME", "What to explore", kInRuns | kInDoctor,
     "This test only; otherwise all, in turn"},
    {"strategy", "NAME", "What to explore", kInExplore,
     "How to search; mcheck list PROGRAM names them [optimal]"},
    {"bound", "N|A..B", "What to explore", kInExplore,
     "At most N preemptions (delays); 0..3: none first, then 1 … [any]"},
    {"spurious", "N", "What to explore", kInExplore,
     "Up to N wake-ups and failures without a reason, per thread [0]"},
    {"timeouts", "on|off", "What to explore", kInExplore,
     "Timed operations may give up at any point [on]"},
    {"exit-status", "zero|any", "What to explore", kInExplore,
     "What main may return, if it is the program's own [zero]"},
    {"points", "sync|all", "What to explore", kInExplore,
     "Unmodified programs: threads change at plain accesses, too [sync]"},
    {"races", "report|ignore", "What to explore", kInExplore,
     "Unmodified programs: a data race is a bug, or none [report]"},
    {"progress", "KIND", "What to explore", kInExplore,
     "Look whether it is lock-free or obstruction-free [none]"},
    {"seed", "N", "What to explore", kInExplore, "For strategies that draw lots [0]"},
    {"depth", "N", "What to explore", kInExplore, "For pct: looks for bugs of depth N [3]"},
    {"executions", "N", "When to stop", kInExplore, "After N executions [never]"},
    {"time", "30s", "When to stop", kInExplore, "After so long, for each test [never]"},
    {"stop-after", "N", "When to stop", kInExplore, "After N different failures [1]"},
    {"keep-going", "", "When to stop", kInExplore, "Not at failures: report one of each kind"},
    {"steps", "N", "When to stop", kInRuns,
     "An execution of more than N steps is a failure [10000]"},
    {"patience", "2s", "When to stop", kInRuns | kInDoctor,
     "Computing so long without a scheduling point is a hang [2s]"},
    {"backtrack", "auto|restore|rerun", "How it is done", kInExplore,
     "Resume at a choice by restoring memory, or by running again [auto]"},
    {"isolate", "auto|fork|none", "How it is done", kInRuns | kInDoctor,
     "Each execution in a process of its own [auto: if it opens files …]"},
    {"jobs", "N", "How it is done", kInExplore, "Search in N processes at once [1]"},
    {"checkpoint", "FILE", "How it is done", kInExplore,
     "Keep in FILE what is done and what is left; go on from it"},
    {"json", "FILE|-", "Reports", kInRuns, "Write the result as JSON; - is standard output"},
    {"final-states", "", "Reports", kInExplore,
     "List what variables were at the end, over all executions"},
    {"draw", "FILE", "Reports", kInRuns, "Draw the failure: .svg, .png, .pdf or .dot"},
    {"full", "", "Reports", kInRuns, "Show all steps of long traces"},
    {"quiet", "", "Reports", kInRuns, "Only the verdict and the schedule"},
    {"verbose", "", "Reports", kInRuns | kInDoctor, "Let the program print, in every execution"},
    {"color", "auto|always|never", "Reports", kInRuns,
     "Colours [auto: on a terminal, unless NO_COLOR is set]"},
}};

[[nodiscard]] constexpr unsigned mask_of(Command command) {
  switch (command) {
    case Command::kExplore: return kInExplore;
    case Command::kReplay: return kInReplay;
    case Command::kList: return 0;
    case Command::kDoctor: return kInDoctor;
  }
  return 0;
}

// "stop-after" → "MCHECK_STOP_AFTER"
[[nodiscard]] inline std::string environment_name(const std::string& option) {
  std::string name = "MCHECK_";
  for (const char c : option) name += c == '-' ? '_' : static_cast<char>(c - ('a' - 'A'));
  return name;
}

}  // namespace mcheck::command
