// SPDX-License-Identifier: MIT
// All options of the command, in the order of its help. The table drives the parser, the help text,
// the environment variables, completions and spelling suggestions.
#pragma once

#include <array>
#include <string>

namespace mcheck::command {

enum class Command {
  kExplore,
  kReplay,
  kDraw,
  kConflicts,
  kSynth,
  kConvertSleeps,
  kOrders,
  kGate,
  kList,
  kDoctor,
  kExplain
};

struct CommandSpec {
  Command command;
  const char* name;
  const char* help;
};

inline constexpr std::array<CommandSpec, 11> kCommands = {{
    {Command::kExplore, "explore", "Search all executions of a program for one that fails"},
    {Command::kReplay, "replay", "Run one execution again, from the schedule of a report"},
    {Command::kDraw, "draw",
     "Draw a failure or a search, as a picture, a page, Mermaid or a Chrome trace"},
    {Command::kConflicts, "conflicts", "Find pairs of calls on one object that nothing orders"},
    {Command::kSynth, "synth", "Make concurrent tests of a class, and find one that fails"},
    {Command::kConvertSleeps, "convert-sleeps",
     "Find the orders that the sleeps of a test stand for"},
    {Command::kOrders, "orders", "Find the weakest memory orders with which a test is verified"},
    {Command::kGate, "gate", "Run all kernels of mcheck.toml within one budget, for CI"},
    {Command::kList, "list", "List the tests of a program, and the strategies"},
    {Command::kDoctor, "doctor", "Diagnose why a program cannot be explored or repeated"},
    {Command::kExplain, "explain", "Explain a failure, and how to fix it: MC001, deadlock"},
}};

// Compiler wrappers: all arguments after their name belong to the compiler.
struct CompilerSpec {
  const char* name;
  const char* help;
  bool cxx;
};

inline constexpr std::array<CompilerSpec, 2> kCompilers = {{
    {"c++", "Compile and link C++, unmodified, to be explored: CXX=\"mcheck c++\"", true},
    {"cc", "The same for C: CC=\"mcheck cc\"", false},
}};

// The commands that accept an option.
inline constexpr unsigned kInExplore = 1;
inline constexpr unsigned kInReplay = 2;
inline constexpr unsigned kInDoctor = 4;
inline constexpr unsigned kInConflicts = 8;
inline constexpr unsigned kInDraw = 16;
inline constexpr unsigned kInGate = 32;
inline constexpr unsigned kInSynth = 64;
inline constexpr unsigned kInConvertSleeps = 128;
inline constexpr unsigned kInOrders = 256;
inline constexpr unsigned kInRuns = kInExplore | kInReplay;
inline constexpr unsigned kInSearches = kInExplore | kInConflicts;

struct OptionSpec {
  const char* name;   // without the leading dashes
  const char* value;  // the value's name in the help; "" for a flag
  const char* group;
  unsigned commands;
  const char* help;
};

inline constexpr std::array<OptionSpec, 72> kOptions = {{
    {"output", "FILE", "What to draw", kInDraw,
     "Into this file: .svg, .png, .pdf, .dot, .mmd, .json or .html"},
    {"what", "KIND", "What to draw", kInDraw,
     "execution, waits, search or twins [the one that fits]"},
    {"failure", "N", "What to draw", kInDraw, "Of several failures, this one [1]"},
    {"test", "NAME", "What to explore",
     kInRuns | kInDraw | kInDoctor | kInConflicts | kInConvertSleeps | kInOrders,
     "Only this test; otherwise all, one after another"},
    {"class", "TYPE", "What to explore", kInSynth,
     "The class to test, as C++ writes it: 'bounded_queue<int>'"},
    {"classify", "", "What to explore", kInSynth,
     "All classes of a header or a folder: which are unsafe, and which pairs of calls"},
    {"compile-commands", "DIR", "What to explore", kInSynth,
     "Take the compiler's flags from compile_commands.json in this folder"},
    {"replay", "", "What to explore", kInSynth,
     "Replay the schedule of a test.cpp that synth has written, given instead of a program"},
    {"oracle", "KIND", "What to explore", kInSynth,
     "What counts: all, failures, races or linearizability [all]"},
    {"consistency", "KIND", "What to explore", kInSynth,
     "Which orders explain results: linearizable, sequential or quiescent [linearizable]"},
    {"reference", "TYPE", "What to explore", kInSynth,
     "A class with the same methods: what it does in sequence is right"},
    {"tests", "N", "When to stop", kInSynth, "After N tests of a class [never]"},
    {"cases", "A,B|@FILE", "What to explore", kInConflicts,
     "A test for each of these words, given to the program as its last argument"},
    {"config", "FILE", "What to explore", kInConflicts | kInReplay,
     "Classes whose methods are calls, too [mcheck.toml beside the program]"},
    {"strategy", "NAME", "What to explore", kInExplore,
     "How to search; mcheck list PROGRAM names them [auto]"},
    {"bound", "N|A..B", "What to explore", kInExplore,
     "At most N preemptions (delays); 0..3: none first, then 1 … [any]"},
    {"memory", "auto|sc|rc11", "What to explore", kInSearches,
     "Memory model of atomics: sequential, or that of C++20 [auto: if it matters]"},
    {"orders", "PLACE=ORDER", "What to explore", kInExplore,
     "With rc11: other memory orders, FILE:LINE:OPERATION=ORDER, with commas between"},
    {"spurious", "N", "What to explore", kInSearches | kInSynth | kInOrders,
     "Up to N spurious wake-ups and failures, per thread [0]"},
    {"timeouts", "on|off", "What to explore", kInSearches | kInSynth | kInOrders,
     "Timed operations may time out at any point [on]"},
    {"exit-status", "zero|any", "What to explore", kInSearches | kInOrders,
     "What main may return, if it is the program's own [zero]"},
    {"nondet", "N|A..B", "What to explore", kInSearches | kInOrders,
     "What __VERIFIER_nondet_int() and similar functions return; 0..1: both [0]"},
    {"points", "sync|all", "What to explore", kInExplore | kInOrders,
     "Unmodified programs: switch threads at plain accesses, too [sync]"},
    {"races", "report|ignore", "What to explore", kInExplore | kInOrders,
     "A data race is a bug, or none [report]"},
    {"suppressions", "FILE", "What to explore", kInRuns | kInDraw,
     "Failures to ignore, in ThreadSanitizer's format; or standard"},
    {"schedule", "FILE", "What to explore", kInRuns | kInDraw,
     "Force a part of the schedule: gates and events at locations of the code"},
    {"quantifier", "KIND", "What to explore", kInExplore,
     "Of the executions that follow it, for_all, for_some or exactly_one passes [for_all]"},
    {"progress", "KIND", "What to explore", kInExplore,
     "Check that it is lock-free or obstruction-free [none]"},
    {"endless", "report|allow", "What to explore", kInExplore,
     "That it can run for ever, scheduled fairly, is a bug, or its design [report]"},
    {"leaks", "report|ignore", "What to explore", kInExplore | kInOrders | kInSynth,
     "A block that nothing points to at the end is a bug, or none [report]"},
    {"misuse", "warn|strict", "What to explore", kInExplore | kInOrders,
     "Misuse that every implementation defines is a warning, or a bug [warn]"},
    {"reuse", "auto|later|choice", "What to explore", kInExplore,
     "Freed blocks are reused later, or at any allocation [auto: if it matters]"},
    {"symmetry", "on|off", "What to explore", kInExplore,
     "For states: equal threads may exchange their places in a state [on]"},
    {"seed", "N", "What to explore", kInSearches | kInSynth, "For randomised strategies [0]"},
    {"depth", "N", "What to explore", kInExplore, "For pct: looks for bugs of depth N [3]"},
    {"executions", "N", "When to stop", kInSearches, "After N executions [never]"},
    {"time", "30s", "When to stop", kInSearches | kInSynth | kInOrders,
     "After this time, for each test [never]; synth: for each class [30s]"},
    {"stop-after", "N", "When to stop", kInExplore, "After N different failures [1]"},
    {"keep-going", "", "When to stop", kInExplore, "Not at failures: report one of each kind"},
    {"steps", "N", "When to stop", kInRuns | kInDraw | kInConflicts | kInOrders,
     "Limit on the steps of an execution [10000]"},
    {"fail-at-steps", "", "When to stop", kInExplore,
     "Reaching the limit on steps is a bug, not incomplete"},
    {"patience", "2s", "When to stop", kInRuns | kInDraw | kInDoctor | kInConflicts | kInOrders,
     "Limit on the time without a scheduling point [2s]"},
    {"backtrack", "auto|restore|rerun", "How it is done", kInExplore,
     "Backtrack by restoring memory, or by running again [auto]"},
    {"isolate", "auto|fork|none", "How it is done",
     kInRuns | kInDraw | kInDoctor | kInConflicts | kInConvertSleeps | kInOrders,
     "Run each execution in its own process [auto: if it opens files …]"},
    {"jobs", "N", "How it is done", kInExplore | kInOrders | kInSynth,
     "Search in N processes at once [1]"},
    {"checkpoint", "FILE", "How it is done", kInExplore,
     "Save the search state in FILE, and resume from it"},
    {"cache", "FILE", "How it is done", kInOrders,
     "Keep the results of explorations in FILE, and continue from them"},
    {"minimise", "2s|off", "How it is done", kInExplore,
     "Search this long for simpler schedules of a failure [2s]"},
    {"gdb", "", "How it is done", kInReplay, "Under gdb, with commands for threads and switches"},
    {"gdb-script", "FILE", "How it is done", kInReplay,
     "Write these commands to FILE, for your own gdb"},
    {"break", "WHERE", "How it is done", kInReplay,
     "Where gdb stops: switch, preemption, failure, or the number of a step [switch]"},
    {"format", "text|json|sarif", "Reports", kInConflicts, "What to print [text]"},
    {"out", "DIR", "Reports", kInConflicts | kInSynth,
     "conflicts: a file for each test; synth: what it builds and writes [mcheck-synth]"},
    {"json", "FILE|-", "Reports", kInRuns | kInSynth | kInOrders,
     "Write the result as JSON; - is standard output"},
    {"patch", "", "Reports", kInOrders,
     "Print a patch to the weakest orders, where an order is spelled in the call"},
    {"emit-gates", "FILE|-", "Reports", kInReplay | kInConvertSleeps,
     "Write a schedule file that forces the failure, or the order"},
    {"as", "gates|main|catch2|gtest", "Reports", kInReplay | kInSynth,
     "What to write: a schedule file, or a test [by the name of the file; synth: main]"},
    {"junit", "FILE", "Reports", kInExplore | kInGate | kInSynth, "Write JUnit XML"},
    {"sarif", "FILE", "Reports", kInExplore | kInGate | kInSynth, "Write SARIF 2.1.0"},
    {"markdown", "FILE", "Reports", kInExplore | kInGate | kInSynth, "Write a summary in Markdown"},
    {"annotations", "github|FILE", "Reports", kInExplore | kInGate,
     "Print GitHub annotations, or write GitLab's code quality report"},
    {"html-dir", "DIR", "Reports", kInGate, "Write a page for each failing case, and an index"},
    {"update-baseline", "", "How it is done", kInGate,
     "Write the current failures into the baseline"},
    {"no-cache", "", "How it is done", kInGate, "Run all kernels, without a cache"},
    {"final-states", "", "Reports", kInExplore,
     "List the final values of variables, over all executions"},
    {"draw", "FILE", "Reports", kInRuns, "Draw the failure: .svg, .png, .pdf, .dot, .mmd or .json"},
    {"tree", "FILE", "Reports", kInExplore,
     "Draw the search, if it is small: .svg, .png, .pdf, .dot, .mmd"},
    {"html", "FILE", "Reports", kInRuns, "Write a page to step through the failure, for browsers"},
    {"full", "", "Reports", kInRuns | kInDraw | kInSynth, "Show all steps of long traces"},
    {"quiet", "", "Reports", kInRuns | kInConflicts | kInSynth | kInOrders,
     "Only the verdict and the schedule"},
    {"verbose", "", "Reports", kInRuns | kInDoctor | kInConflicts,
     "Let the program print, in every execution"},
    {"color", "auto|always|never", "Reports", kInRuns | kInGate | kInSynth,
     "Colours [auto: on a terminal, unless NO_COLOR is set]"},
}};

[[nodiscard]] constexpr unsigned mask_of(Command command) {
  switch (command) {
    case Command::kExplore: return kInExplore;
    case Command::kReplay: return kInReplay;
    case Command::kDraw: return kInDraw;
    case Command::kConflicts: return kInConflicts;
    case Command::kSynth: return kInSynth;
    case Command::kConvertSleeps: return kInConvertSleeps;
    case Command::kOrders: return kInOrders;
    case Command::kGate: return kInGate;
    case Command::kList: return 0;
    case Command::kDoctor: return kInDoctor;
    case Command::kExplain: return 0;
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
