// SPDX-License-Identifier: MIT
// What a search concluded, in the words that people and machines read. Everything that prints,
// draws or exports reads this and nothing else; result_json.hpp is its documented, versioned form.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/trace/failure.hpp"
#include "engine/trace/search_tree.hpp"

namespace mcheck {

enum class Verdict : std::uint8_t { kVerified, kBug, kIncomplete, kNotRepeatable };
const char* name_of(Verdict verdict);

// 0 verified · 1 bug · 3 incomplete · 4 not repeatable (2 usage and 70 internal are no verdicts).
int exit_code(Verdict verdict);

struct StackFrame {
  std::string function;
  std::string file;
  int line = 0;
};

// One step of a trace, told by names instead of ids.
struct TraceStep {
  std::string thread;     // "main", "T1", "T2.1", or the name the program gave
  std::string operation;  // "lock", "fetch_add", "notify_one"
  std::string object;     // "guard", "atomic#2", "" where there is none
  std::string value;      // what was read, written or returned: "0 → 1", "timed out", ""
  std::string file;       // as the compiler wrote it; "" when unknown
  int line = 0;
  std::string function;
  std::string why;     // why this thread runs now, if another ran before: "preempts T1" …
  int read_from = -1;  // the step whose value this one saw; -1 the initial value or no value
  int cause = -1;      // the step that let this one go on: a notify, a spawn, a thread's end
  bool preemption = false;
  std::string state;               // what the object is from now on: "1", "held by T1"; "" if none
  std::vector<StackFrame> frames;  // the program's own calls that led here, innermost first
};

// What a thread was about to do when the execution ended.
struct ThreadEnd {
  std::string thread;
  std::string state;      // "finished", "blocked", "ready", "failed"
  std::string operation;  // what it waits to do: "lock"
  std::string object;
  std::vector<std::string> holders;  // who holds what it waits for
  std::string file;
  int line = 0;
  std::string function;
  // Functions and files of all frames, inlined ones and libraries' too: for suppressions only.
  std::vector<std::string> all_frames;
};

// From where something was done that the failure is about: "T1 writes", "main read before".
struct ToldStack {
  std::string title;
  std::vector<StackFrame> frames;  // innermost first; the program's own, if there are any
};

// Where a failing execution parts from the nearest one that passes.
struct TurningPoint {
  int step = -1;         // of the failing trace: after it every continuation fails; -1 unknown
  bool certain = false;  // all continuations were tried, not only some
  int first = -1;        // these two steps of the failing trace, the other way round, and it
  int second = -1;       // passes; -1 where no single pair decides
  int waiting = -1;      // or `second` never happened: it is what this of the threads waits to do
  std::string schedule;  // of the execution that passes; "" where none was found
  std::vector<TraceStep> passing;
};

struct FailureReport {
  FailureKind kind = FailureKind::kCheck;
  std::string message;
  std::string thread;           // whose failure; "" for a deadlock
  std::string schedule;         // the token that replays it
  std::uint64_t execution = 0;  // found in this execution, counted from 1
  std::uint32_t preemptions = 0;
  std::vector<TraceStep> trace;
  std::vector<ThreadEnd> threads;
  std::vector<ToldStack> stacks;
  std::string missing;  // of a race, in words: what would have ordered the two, or does not
  std::string output;   // what the program printed
  std::uint64_t occurrences = 1;  // failing executions that this one stands for
  std::string minimised;          // how far: "fewest preemptions"; "" where it was not tried
  std::optional<TurningPoint> turning;
};

// Where something that a warning speaks of was done.
struct WarningPlace {
  std::string thread;
  std::string what;  // "locks `a`", "locks `b`, holding `a`"
  std::string file;
  int line = 0;
  std::string function;
};

// What no execution has failed by: another may, if it is about locks; misuse that every
// implementation defines is none that fails.
struct Warning {
  FailureKind kind = FailureKind::kLockOrder;
  std::string message;
  std::vector<std::string> objects;  // that it is about
  std::vector<WarningPlace> places;
  std::string schedule;  // of an execution that shows them
};

// So many objects Result::branching names at most.
inline constexpr std::size_t kMostBranching = 5;

struct NamedValue {
  std::string name;
  std::int64_t value = 0;

  friend bool operator==(const NamedValue&, const NamedValue&) = default;
};

// How executions ended, and what everything was then.
struct FinalState {
  std::string ended;                // "finished", "deadlock", "thread-leak"
  std::vector<NamedValue> objects;  // by name
  std::vector<NamedValue> notes;    // by name
  std::uint64_t count = 0;          // executions that ended so
};

// A failure that is none, because the user said so in the file of --suppressions.
struct Suppressed {
  std::string by;  // "race:^legacy_"
  std::uint64_t count = 0;

  friend bool operator==(const Suppressed&, const Suppressed&) = default;
};

struct Result {
  std::string program;
  std::string test;
  std::vector<std::string> arguments;
  Verdict verdict = Verdict::kIncomplete;
  std::string reason;  // one line: why not verified, or what is assumed
  std::string strategy;
  int bound = -1;          // what of: bound_noun(); -1: none
  bool bound_hit = false;  // something was left out because of the bound
  bool complete = false;  // nothing is left to search, but for the bound: no other failure is there
  std::uint64_t executions = 0;
  std::uint64_t classes = 0;         // different executions, if they were counted; else 0
  std::uint64_t redundant = 0;       // executions that a perfect reduction would not have started
  std::uint64_t probes = 0;          // executions that ended where a thread would only have spun
  std::uint64_t events = 0;          // operations performed, those re-run included
  std::uint64_t restored_steps = 0;  // steps got back by restoring memory
  std::uint64_t rerun_steps = 0;     // steps got back by running again
  std::uint64_t known_steps = 0;     // of threads, that were known, and were not run
  std::uint64_t known_ends = 0;      // executions whose end was known, and was not run
  double expected_executions = 0;    // in all, as far as one can tell; 0: no idea
  double seconds = 0;
  std::vector<NamedValue> branching;     // objects at whose operations executions part, most first
  std::vector<std::string> remarks;      // by the strategy: what it guarantees, who found the bug
  std::vector<std::string> assumptions;  // what "verified" takes for granted here
  // Last of them, at most one limit of mcheck that was reached (is_limit): then nothing is
  // verified.
  std::vector<FailureReport> failures;
  std::vector<Suppressed> suppressed;
  std::vector<Warning> warnings;
  std::optional<std::vector<FinalState>> final_states;  // distinct, in order; where asked for
  std::optional<SearchTree> tree;                       // where asked for
};

// "what is suppressed does no harm: race:f"; and whether a verdict takes such for granted.
std::string assumed_harmless(const std::string& suppression);
bool rests_on_suppressions(const Result& result);

// Why it is not "verified" where no execution got to its end, of which so many were cut off.
std::string reason_if_nothing_checked(std::uint64_t cut_off);

// Whether something failed in it, beside limits of mcheck that were reached.
bool has_failed(const Result& result);
// Why it is not "verified" where so many executions reached a limit of mcheck, and whether that was
// the end of the search.
std::string reason_for_limits(std::uint64_t limited, std::uint64_t executions, bool stopped);

// Leaves out what the search has answered of locks: where it is complete, no warning came true; and
// of a deadlock nobody need be warned.
void drop_answered_warnings(Result& result);

// What a bound counts under the result's strategy: "preemption", "delay".
const char* bound_noun(const Result& result);

// Classes are counted up to here: each has to be kept.
inline constexpr std::uint64_t kMostClasses = 200'000;

}  // namespace mcheck
