// SPDX-License-Identifier: MIT
// The wording of reports: how a step, a place, a number, a wait is phrased. Every report and
// picture uses these functions, so each thing has one name. All results are a single line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/trace/results/result.hpp"

namespace mcheck {

// A C++ name for people: without unnamed namespaces, and with `…` for long text between <> or (). A
// single line.
[[nodiscard]] std::string plain_name(std::string_view text);
// "push()": a function without its parameters and its scope.
[[nodiscard]] std::string short_function(const std::string& function);

// "fetch_add counter: 0 → 1"
[[nodiscard]] std::string step_text(const TraceStep& step);

// "philosophers.cpp:14": without directories; "" if the file is unknown.
[[nodiscard]] std::string place_text(const std::string& file, int line);

// What the trace adds: "from T1 (step 5)" says which step wrote the value read here, "overwrites
// T1's value (step 5)" that the thread had not seen that value; "stale: T1 wrote 1 (step 5)" and
// "before T1's 1 (step 5)", under a weak memory model, that it reads, or counts as, an older value
// than that. "" if there is nothing new to the thread.
[[nodiscard]] std::string step_note(const std::vector<TraceStep>& trace, std::size_t step);

// "waits to lock `fork 2`"
[[nodiscard]] std::string wait_text(const ThreadEnd& end);
// ", held by T1 and T2"; "" if no thread holds it.
[[nodiscard]] std::string holders_text(const ThreadEnd& end);

// "check failed", "stack overflow": what happened to the failing thread, beside its last step.
[[nodiscard]] std::string failure_text(FailureKind kind);
// "failed check", "deadlock": the failure in a headline.
[[nodiscard]] std::string failure_noun(FailureKind kind);
// No thread is enabled: the failure concerns all blocked threads, not a single one.
[[nodiscard]] bool is_stuck(const FailureReport& failure);

// 12345678 → "12,345,678"
[[nodiscard]] std::string grouped(std::uint64_t number);
// "1 execution", "252 executions"
[[nodiscard]] std::string counted(std::uint64_t number, std::string_view noun);
// "under 1 ms", "0.004 s", "12.3 s", "2 min 5 s"
[[nodiscard]] std::string seconds_text(double seconds);
// "63,000 a second", rounded to two digits; "" if the time is too short.
[[nodiscard]] std::string rate_text(std::uint64_t executions, double seconds);

// Rounded up to two digits: 39,512 → "40,000".
[[nodiscard]] std::string approximate(double number);
// "1 s", "22 s", "3 min", "5 h", "12 days"
[[nodiscard]] std::string approximate_seconds(double seconds);
// "3%", "0.042%": of an estimate, so never 100%.
[[nodiscard]] std::string approximate_percent(double share);

// A word as a shell reads it: unchanged, or quoted if necessary.
[[nodiscard]] std::string shell_word(const std::string& word);

// "no bound", "at most 3 preemptions", "no delays"
[[nodiscard]] std::string bound_text(const Result& result);

}  // namespace mcheck
