// SPDX-License-Identifier: MIT
// The words of reports: how a step, a place, a number, a wait is said. Every report and picture
// takes them from here, so that one thing has one name. All results are fit for one line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/trace/result.hpp"

namespace mcheck {

// As C++ names go, for people: what is in no namespace that has a name is named without it, and
// what fills a line, between <> or (), becomes `…`. Fit for one line.
[[nodiscard]] std::string plain_name(std::string_view text);
// "push()": of a function, without what it takes and where it is.
[[nodiscard]] std::string short_function(const std::string& function);

// "fetch_add counter: 0 → 1"
[[nodiscard]] std::string step_text(const TraceStep& step);

// "philosophers.cpp:14": without folders, which would not fit; "" when the file is not known.
[[nodiscard]] std::string place_text(const std::string& file, int line);

// What its trace adds, where that says something: "from T1 (step 5)", who wrote what is read here,
// or "overwrites T1's value (step 5)", which the thread has not seen; else "".
[[nodiscard]] std::string step_note(const std::vector<TraceStep>& trace, std::size_t step);

// "waits to lock `fork 2`"
[[nodiscard]] std::string wait_text(const ThreadEnd& end);
// ", held by T1 and T2"; "" where nobody holds it.
[[nodiscard]] std::string holders_text(const ThreadEnd& end);

// "check failed", "stack overflow": what became of the failing thread, beside its last step.
[[nodiscard]] std::string failure_text(FailureKind kind);
// "failed check", "deadlock": what was found, in a headline.
[[nodiscard]] std::string failure_noun(FailureKind kind);
// Nobody can go on: all blocked threads have their part in it, not one alone.
[[nodiscard]] bool is_stuck(const FailureReport& failure);

// 12345678 → "12,345,678"
[[nodiscard]] std::string grouped(std::uint64_t number);
// "1 execution", "252 executions"
[[nodiscard]] std::string counted(std::uint64_t number, std::string_view noun);
// "under 1 ms", "0.004 s", "12.3 s", "2 min 5 s"
[[nodiscard]] std::string seconds_text(double seconds);
// "63,000 a second", two digits exact; "" where the time says nothing.
[[nodiscard]] std::string rate_text(std::uint64_t executions, double seconds);

// Two digits of a large number, rounded up: 39,512 → "40,000".
[[nodiscard]] std::string about(double number);
// "1 s", "22 s", "3 min", "5 h", "12 days"
[[nodiscard]] std::string about_seconds(double seconds);
// "3%", "0.042%": of an estimate; never 100.
[[nodiscard]] std::string about_percent(double share);

// A word as a shell reads it: itself, or in quotes where it needs them.
[[nodiscard]] std::string shell_word(const std::string& word);

// "no bound", "at most 3 preemptions", "no delays"
[[nodiscard]] std::string bound_text(const Result& result);

}  // namespace mcheck
