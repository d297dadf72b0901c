// SPDX-License-Identifier: MIT
#include "visualize/decision.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "engine/base/utf8.hpp"
#include "visualize/column_layout.hpp"
#include "visualize/words.hpp"

namespace mcheck {
namespace {

using Steps = std::vector<TraceStep>;

constexpr std::size_t kMostDifferences = 4;

const TraceStep* step_at(const Steps& trace, int step) {
  const bool known = step >= 0 && static_cast<std::size_t>(step) < trace.size();
  return known ? &trace[static_cast<std::size_t>(step)] : nullptr;
}

struct DecisionRow {
  std::string lead;
  std::string thread;
  std::string text;
  std::string place;
};
using DecisionRows = std::vector<DecisionRow>;

DecisionRow row_of(const TraceStep& step, const std::string& lead, const std::string& more = "") {
  return {lead, one_line(step.thread), step_text(step) + more, place_text(step.file, step.line)};
}

// Without its value, which belongs to the failing run.
DecisionRow row_without_values(TraceStep step, const std::string& lead) {
  step.value.clear();
  return row_of(step, lead);
}

std::string table(const DecisionRows& rows) {
  std::size_t threads = 0;
  std::size_t texts = 0;
  for (const DecisionRow& row : rows) {
    threads = std::max(threads, columns_of(row.thread));
    texts = std::max(texts, columns_of(row.text));
  }
  std::string out;
  for (const auto& [lead, thread, text, place] : rows) {
    std::string line = lead + padded(thread, threads) + "  ";
    line += place.empty() ? text : padded(text, texts) + "  " + place;
    out += paragraphs("    " + line, 0);
  }
  return out;
}

// "step 9  ", as wide as the other step's.
std::string lead(int step, int other) {
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
std::string seen_here(const TraceStep& step) {
  if (!step.value.empty()) return plain_name(step.value);
  return step.operation == "wait" ? "it waits" : "not";
}

// The first step of a thread that reads another value, or does something else because of one.
void add_difference(const std::vector<const TraceStep*>& failing,
                    const std::vector<const TraceStep*>& passing, DecisionRows& told) {
  for (std::size_t i = 0; i < passing.size(); ++i) {
    const TraceStep& now = *passing[i];
    if (i >= failing.size()) {
      told.push_back(row_of(now, ""));
      return;
    }
    if (!same_step(now, *failing[i])) {
      told.push_back(row_of(now, "", " (here " + step_text(*failing[i]) + ")"));
      return;
    }
    if (now.value == failing[i]->value) continue;
    told.push_back(row_of(now, "", " (here " + seen_here(*failing[i]) + ")"));
  }
}

DecisionRows differences(const Steps& failing, const Steps& passing, const std::string& but_of) {
  const auto before = by_thread(failing);
  const auto after = by_thread(passing);
  DecisionRows told;
  for (const auto& [thread, steps] : after) {
    const auto known = before.find(thread);
    if (known != before.end() && thread != but_of) add_difference(known->second, steps, told);
  }
  return told;
}

// The differences of all threads except one that is already described.
std::string differences_part(const Steps& failing, const Steps& passing, const char* title,
                             const std::string& but_of) {
  DecisionRows all = differences(failing, passing, but_of);
  if (all.empty()) return "";
  const std::size_t more = all.size() - std::min(all.size(), kMostDifferences);
  all.resize(all.size() - more);
  return title + table(all) + (more == 0 ? "" : "    and " + grouped(more) + " more\n");
}

std::string point_of_no_return(const TurningPoint& turning) {
  const std::string after = "once step " + std::to_string(turning.step + 1) + " is done, ";
  return turning.certain ? after + "every way to go on fails\n"
                         : after + "every way to go on that was tried fails\n";
}

}  // namespace

std::string decision(const FailureReport& failure) {
  if (!failure.turning) return "";
  const TurningPoint& turning = *failure.turning;
  const TraceStep* const first = step_at(failure.trace, turning.first);
  const TraceStep* const second = step_at(failure.trace, turning.second);
  std::string out;
  if (step_at(failure.trace, turning.step) != nullptr) out += point_of_no_return(turning);
  std::string told_of;
  const char* different = "◆ in the nearest run that passes:\n";
  if (first != nullptr && second != nullptr) {
    out += "◆ in the nearest run that passes, step " + std::to_string(turning.second + 1) +
           " comes before step " + std::to_string(turning.first + 1) + ":\n" +
           table({row_without_values(*second, lead(turning.second, turning.first)),
                  row_without_values(*first, lead(turning.first, turning.second))});
    different = "  and so, in that run:\n";
  } else if (const ThreadEnd* end = end_at(failure, turning.waiting); end && first != nullptr) {
    const DecisionRow goes_on = row_of(missed_step(*end, turning.passing), lead(-1, turning.first));
    told_of = end->thread;
    out += "◆ in the nearest run that passes, " + goes_on.thread + " goes on before step " +
           std::to_string(turning.first + 1) + ":\n" +
           table({goes_on, row_without_values(*first, lead(turning.first, turning.first))});
    different = "  and so, in that run:\n";
  }
  out += differences_part(failure.trace, turning.passing, different, told_of);
  return out.empty() ? "" : "\n" + out;
}

}  // namespace mcheck
