// SPDX-License-Identifier: MIT
#include "visualize/text/decisive_pair_text.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "engine/base/utf8.hpp"
#include "visualize/model/column_layout.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck {
namespace {

using Steps = std::vector<TraceStep>;

constexpr std::size_t kMaxDifferences = 4;

const TraceStep* step_at(const Steps& trace, int step) {
  const bool known = step >= 0 && static_cast<std::size_t>(step) < trace.size();
  return known ? &trace[static_cast<std::size_t>(step)] : nullptr;
}

struct ComparisonRow {
  std::string step_prefix;
  std::string thread;
  std::string text;
  std::string place;
};
using ComparisonRows = std::vector<ComparisonRow>;

ComparisonRow row_of(const TraceStep& step, const std::string& step_prefix,
                     const std::string& more = "") {
  return {step_prefix, one_line(step.thread), step_text(step) + more,
          place_text(step.file, step.line)};
}

// Without its value, which belongs to the failing run.
ComparisonRow row_without_value(TraceStep step, const std::string& step_prefix) {
  step.value.clear();
  return row_of(step, step_prefix);
}

std::string table_text(const ComparisonRows& rows) {
  std::size_t threads = 0;
  std::size_t texts = 0;
  for (const ComparisonRow& row : rows) {
    threads = std::max(threads, columns_of(row.thread));
    texts = std::max(texts, columns_of(row.text));
  }
  std::string out;
  for (const auto& [step_prefix, thread, text, place] : rows) {
    std::string line = step_prefix + padded(thread, threads) + "  ";
    line += place.empty() ? text : padded(text, texts) + "  " + place;
    out += paragraphs("    " + line, 0);
  }
  return out;
}

// "step 9  ", as wide as the other step's.
std::string step_prefix(int step, int other) {
  const std::size_t digits = std::to_string(std::max(step, other) + 1).size();
  const std::string number = step < 0 ? "" : std::to_string(step + 1);
  return (step < 0 ? std::string(5, ' ') : "step ") + std::string(digits - number.size(), ' ') +
         number + "  ";
}

const ThreadEnd* end_at(const FailureReport& failure, int thread) {
  const bool known = thread >= 0 && static_cast<std::size_t>(thread) < failure.threads.size();
  const ThreadEnd* const end = known ? &failure.threads[static_cast<std::size_t>(thread)] : nullptr;
  return known && !end->operation.empty() ? end : nullptr;
}

std::map<std::string, std::vector<const TraceStep*>> by_thread(const Steps& trace) {
  std::map<std::string, std::vector<const TraceStep*>> steps;
  for (const TraceStep& step : trace) steps[step.thread].push_back(&step);
  return steps;
}

bool same_step(const TraceStep& a, const TraceStep& b) {
  return a.operation == b.operation && a.object == b.object && a.file == b.file && a.line == b.line;
}

// The operation for which the thread waits for ever; with its value if the passing run performs it.
TraceStep missed_step(const ThreadEnd& end, const Steps& passing) {
  TraceStep missed;
  missed.thread = end.thread;
  missed.operation = end.operation;
  missed.object = end.object;
  missed.file = end.file;
  missed.line = end.line;
  for (const TraceStep& step : passing) {
    if (step.thread == end.thread && same_step(step, missed)) return step;
  }
  return missed;
}

// The value in the failing run. A try that succeeded or a wait has no value: "not" or "it waits".
std::string failing_value(const TraceStep& step) {
  if (!step.value.empty()) return plain_name(step.value);
  return step.operation == "wait" ? "it waits" : "not";
}

// The first step of a thread that reads another value, or does something else because of one.
void add_difference(const std::vector<const TraceStep*>& failing,
                    const std::vector<const TraceStep*>& passing, ComparisonRows& rows) {
  for (std::size_t i = 0; i < passing.size(); ++i) {
    const TraceStep& now = *passing[i];
    if (i >= failing.size()) {
      rows.push_back(row_of(now, ""));
      return;
    }
    if (!same_step(now, *failing[i])) {
      rows.push_back(row_of(now, "", " (here " + step_text(*failing[i]) + ")"));
      return;
    }
    if (now.value == failing[i]->value) continue;
    rows.push_back(row_of(now, "", " (here " + failing_value(*failing[i]) + ")"));
  }
}

ComparisonRows differences(const Steps& failing, const Steps& passing,
                           const std::string& except_thread) {
  const auto before = by_thread(failing);
  const auto after = by_thread(passing);
  ComparisonRows rows;
  for (const auto& [thread, steps] : after) {
    const auto known = before.find(thread);
    if (known != before.end() && thread != except_thread)
      add_difference(known->second, steps, rows);
  }
  return rows;
}

// The differences of all threads except one that is already described.
std::string differences_part(const Steps& failing, const Steps& passing, const char* title,
                             const std::string& except_thread) {
  ComparisonRows all = differences(failing, passing, except_thread);
  if (all.empty()) return "";
  const std::size_t more = all.size() - std::min(all.size(), kMaxDifferences);
  all.resize(all.size() - more);
  return title + table_text(all) + (more == 0 ? "" : "    and " + grouped(more) + " more\n");
}

std::string inevitable_failure_text(const DecisiveStep& decisive_step) {
  const std::string after = "after step " + std::to_string(decisive_step.step + 1) + " ";
  return decisive_step.certain ? after + "every continuation fails\n"
                               : after + "every continuation that was tried fails\n";
}

}  // namespace

std::string decisive_pair_text(const FailureReport& failure) {
  if (!failure.decisive_step) return "";
  const DecisiveStep& decisive_step = *failure.decisive_step;
  const TraceStep* const first = step_at(failure.trace, decisive_step.first);
  const TraceStep* const second = step_at(failure.trace, decisive_step.second);
  std::string out;
  if (step_at(failure.trace, decisive_step.step) != nullptr)
    out += inevitable_failure_text(decisive_step);
  std::string described_thread;
  const char* different = "◆ in the nearest run that passes:\n";
  if (first != nullptr && second != nullptr) {
    out += "◆ in the nearest run that passes, step " + std::to_string(decisive_step.second + 1) +
           " comes before step " + std::to_string(decisive_step.first + 1) + ":\n" +
           table_text(
               {row_without_value(*second, step_prefix(decisive_step.second, decisive_step.first)),
                row_without_value(*first, step_prefix(decisive_step.first, decisive_step.second))});
    different = "  so in that run:\n";
  } else if (const ThreadEnd* end = end_at(failure, decisive_step.waiting);
             end && first != nullptr) {
    const ComparisonRow missed =
        row_of(missed_step(*end, decisive_step.passing), step_prefix(-1, decisive_step.first));
    described_thread = end->thread;
    out += "◆ in the nearest run that passes, " + missed.thread + " continues before step " +
           std::to_string(decisive_step.first + 1) + ":\n" +
           table_text({missed, row_without_value(
                                   *first, step_prefix(decisive_step.first, decisive_step.first))});
    different = "  so in that run:\n";
  }
  out += differences_part(failure.trace, decisive_step.passing, different, described_thread);
  return out.empty() ? "" : "\n" + out;
}

}  // namespace mcheck
