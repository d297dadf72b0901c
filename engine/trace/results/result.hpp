// SPDX-License-Identifier: MIT
// What a search concluded, for people and machines. All reports, pictures and exports are produced
// from this; engine/trace/results/result_json.hpp is its documented, versioned form.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/trace/failures/failure.hpp"
#include "engine/trace/results/order_site.hpp"
#include "engine/trace/results/schedule_use.hpp"
#include "engine/trace/results/search_tree.hpp"

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

// One step of a trace, with names instead of ids.
struct TraceStep {
  std::string thread;     // "main", "T1", "T2.1", or the name the program gave
  std::string operation;  // "lock", "fetch_add", "notify_one"
  std::string object;     // "guard", "atomic#2", "" where there is none
  std::string value;      // what was read, written or returned: "0 → 1", "timed out", ""
  std::string file;       // as the compiler wrote it; "" when unknown
  int line = 0;
  std::string function;
  std::string why;     // why this thread runs now, if another ran before: "preempts T1" …
  int read_from = -1;  // the step whose value it read; -1 the initial value or no value
  int cause = -1;      // the step that enabled it: a notify, a spawn, a thread's end
  bool preemption = false;
  std::string state;               // the object's state after it: "1", "held by T1"; "" if none
  std::vector<StackFrame> frames;  // the program's own calls, innermost first
  // With a weak memory model: the earlier step whose value comes next in the modification order,
  // after the value that this step read or, if it writes, wrote. -1: none, that value is the newest
  int superseded_by = -1;
};

// What a thread was about to do when the execution ended.
struct ThreadEnd {
  std::string thread;
  std::string state;      // "finished", "blocked", "ready", "failed"
  std::string operation;  // its next operation: "lock"
  std::string object;
  std::vector<std::string> holders;  // threads that hold what it waits for
  std::string file;
  int line = 0;
  std::string function;
  // Functions and files of all frames, also inlined and library ones: for suppressions only.
  std::vector<std::string> all_frames;
};

// The stack of an access that belongs to the failure: "T1 writes", "main read before".
struct ReportedStack {
  std::string title;
  std::vector<StackFrame> frames;  // innermost first; only the program's own, if there are any
};

// Where a failing execution differs from the nearest one that passes.
struct DecisiveStep {
  int step = -1;         // of the failing trace: after it all continuations fail; -1 unknown
  bool certain = false;  // all continuations were explored, not only some
  int first = -1;        // the decisive pair: with these two steps of the failing trace in the
  int second = -1;       // other order it passes; -1 if no single pair decides
  int waiting = -1;      // or `second` was not performed: the thread that waits to do it
  std::string schedule;  // of the passing execution; "" if none was found
  std::vector<TraceStep> passing;
};

// FailureReport::minimised, if no schedule of the failure is simpler.
inline constexpr const char* kSimplestSchedule =
    "fewest preemptions, then fewest switches, then fewest steps";

struct FailureReport {
  FailureKind kind = FailureKind::kCheck;
  std::string message;
  std::string thread;           // the failing thread; "" for a deadlock
  std::string schedule;         // the token that replays it
  std::uint64_t execution = 0;  // the number of the execution, from 1
  std::uint32_t preemptions = 0;
  std::vector<TraceStep> trace;
  std::vector<ThreadEnd> threads;
  std::vector<ReportedStack> stacks;
  std::string missing;  // of a race, in words: what would have ordered the accesses, or does not
  std::string missing_order;      // in words: the fewest stronger memory orders that forbid it
  std::string output;             // what the program printed
  std::uint64_t occurrences = 1;  // failing executions that this report represents
  std::string minimised;          // by which measure: "fewest preemptions"; "" if it was not tried
  std::optional<DecisiveStep> decisive_step;
};

// A source location of a warning.
struct WarningPlace {
  std::string thread;
  std::string what;  // "locks `a`", "locks `b`, holding `a`"
  std::string file;
  int line = 0;
  std::string function;
};

// A problem that made no execution fail. A lock order may make another execution fail; misuse that
// every implementation defines never does.
struct Warning {
  FailureKind kind = FailureKind::kLockOrder;
  std::string message;
  std::vector<std::string> objects;  // that it concerns
  std::vector<WarningPlace> places;
  std::string schedule;  // of an execution that shows the locations
};

// The maximum number of objects in Result::branching.
inline constexpr std::size_t kMaxBranching = 5;

struct NamedValue {
  std::string name;
  std::int64_t value = 0;

  friend bool operator==(const NamedValue&, const NamedValue&) = default;
};

// How executions ended, and the final values.
struct FinalState {
  std::string ended;                // "finished", "deadlock", "thread-leak"
  std::vector<NamedValue> objects;  // by name
  std::vector<NamedValue> notes;    // by name
  std::uint64_t count = 0;          // executions that ended like this
};

// A failure that the user has suppressed with a file for --suppressions.
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
  std::string reason;  // one line: why it is not verified, or what is assumed
  std::string strategy;
  int bound = -1;            // of bound_noun(); -1: none
  bool bound_hit = false;    // the bound excluded something
  bool weak_memory = false;  // RC11 was the memory model
  bool assumes_sc = false;   // it was not, and permits more executions
  std::string quantifier{};  // "for_some", "exactly_one"; empty: all executions have to pass
  bool complete = false;  // nothing is left to search within the bound: there is no other failure
  std::uint64_t executions = 0;
  std::uint64_t classes = 0;         // distinct executions, if they were counted; else 0
  std::uint64_t redundant = 0;       // executions that an optimal reduction would not have started
  std::uint64_t probes = 0;          // executions that ended where a thread would only have spun
  std::uint64_t events = 0;          // operations performed, including repeated ones
  std::uint64_t restored_steps = 0;  // steps recovered by restoring memory
  std::uint64_t rerun_steps = 0;     // steps recovered by running them again
  std::uint64_t cached_steps = 0;    // steps of threads taken from the step cache
  std::uint64_t cached_ends = 0;     // executions whose end was taken from the end cache
  std::uint64_t restarts = 0;        // of the search, with what it had learned of the program
  // Of a stateful search: different states, transitions between them, and schedules that lead
  // through them, infinite if there is a cycle. 0: not counted.
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  double schedules = 0;
  double expected_executions = 0;  // the estimated total; 0: unknown
  double seconds = 0;
  std::vector<NamedValue> branching;  // objects where executions branch, most first
  // What schedule files, orders of events and gates name, and no thread has reached: sentences.
  std::vector<std::string> unreached;
  // Executions in which a thread waits at a gate or for an event for ever: they prove nothing.
  std::uint64_t unfollowed = 0;
  std::vector<std::string> remarks;      // of the strategy: guarantees, which one found the bug
  std::vector<std::string> assumptions;  // what "verified" assumes here
  // At most one is a limit of mcheck (is_limit), and it is the last: then nothing is verified.
  std::vector<FailureReport> failures;
  std::vector<Suppressed> suppressed;
  std::vector<Warning> warnings;
  std::optional<std::vector<FinalState>> final_states;  // distinct and ordered; if requested
  std::optional<SearchTree> tree;                       // if requested
  std::vector<OrderSite> order_sites;                   // if requested
};

// The remark of a run in which sleeps alone order the threads (options::order_by_sleeps); its
// schedule follows.
inline constexpr const char* kScheduleOfSleeps = "schedule of the sleeps: ";

// "suppressed failures are harmless: race:f"; and whether a verdict assumes that.
std::string assumed_harmless(const std::string& suppression);
bool rests_on_suppressions(const Result& result);

void add_schedule_use(Result& result, const ScheduleUse& use);

// Why it is not "verified" if no execution was completed; `cut_off` of them were cut off, `unmet`
// of these because of gates.
std::string reason_if_nothing_checked(std::uint64_t cut_off, std::uint64_t unmet);

// Gates kept threads waiting for ever in `unmet` of that many executions; empty if in none. `first`
// says who waits for what in the first of them, if known.
std::string unmet_remark(std::uint64_t unmet, std::uint64_t executions, const std::string& first);

// Whether an execution failed, apart from limits of mcheck.
bool has_failed(const Result& result);
// Why it is not "verified" if that many executions reached a limit of mcheck, and whether the
// search stopped for that reason.
std::string reason_for_limits(std::uint64_t limited, std::uint64_t executions, bool stopped);

// Removes warnings about locks that the search has resolved: if it is complete, no deadlock exists;
// and a deadlock that occurred needs no warning.
void drop_resolved_warnings(Result& result);

// What the bound counts with the result's strategy: "preemption", "delay".
const char* bound_noun(const Result& result);

// Classes are counted up to here, because each must be stored.
inline constexpr std::uint64_t kMaxClasses = 200'000;

}  // namespace mcheck
