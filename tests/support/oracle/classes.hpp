// SPDX-License-Identifier: MIT
// The oracle of reductions: the Mazurkiewicz classes of the executions of a table program, by brute
// force. An execution is maximal: it ends where no thread can take a step. Deadlocks are executions
// like others, and so are those in which a thread has failed or was cut off; the others continue.
//
// How      Depth first over prefixes, each class of prefixes once (prefix.hpp).
// Costs    One copied prefix of about 1 KB for each pair of a prefix class and an enabled step.
// Oracle   tests/dpor/reductions/classes_test.cpp: closed forms, and all interleavings one by one.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tests/support/oracle/prefix.hpp"

namespace table {

// Each class, and how its executions end.
using ClassSet = std::map<ClassKey, FinalState>;

// No value: there are more than `limit` classes of prefixes.
[[nodiscard]] std::optional<ClassSet> classes_of(const Program& program, Relation relation,
                                                 std::size_t limit = 3000);

// One step of an execution in neutral terms: the thread, and the data choice: the value of choose,
// 1 for a spurious failure, the thread that a notify_one has woken; otherwise 0. Threads are
// counted from 0.
struct ScheduleStep {
  int thread = 0;
  int label = 0;

  friend bool operator==(const ScheduleStep&, const ScheduleStep&) = default;
};

struct Replayed {
  ClassKey key;
  FinalState outcome;    // so far, if not maximal
  bool maximal = false;  // no thread can take another step
};

// The schedule's steps, and what each did. No value: one of them is not enabled.
[[nodiscard]] std::optional<std::vector<OracleStep>> steps_of(
    const Program& program, Relation relation, std::span<const ScheduleStep> schedule);

// What the schedule leads to. No value: one of its steps is not enabled.
[[nodiscard]] std::optional<Replayed> class_of(const Program& program, Relation relation,
                                               std::span<const ScheduleStep> schedule);

// A schedule that leads to a class of classes_of(program, relation). No value: there is none.
[[nodiscard]] std::optional<std::vector<ScheduleStep>> schedule_of(const Program& program,
                                                                   Relation relation,
                                                                   const ClassKey& key);

// The class of a schedule, for a reader: a line for each step, the same for equivalent schedules.
// "T1.1 label 0 after 1 0: load x0 r0": the first step of thread 1, after one step of thread 0.
[[nodiscard]] std::string class_text(const Program& program, Relation relation,
                                     std::span<const ScheduleStep> schedule);

}  // namespace table
