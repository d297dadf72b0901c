// SPDX-License-Identifier: MIT
// Which step wrote the value that a step reads or overwrites. Declared in wording.hpp.
#include <string_view>

#include "engine/base/utf8.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck {
namespace {

using Trace = std::vector<TraceStep>;

bool reads_memory(const std::string& operation) {
  return operation == "load" || operation == "read" || operation == "exchange" ||
         operation == "compare_exchange" || operation == "await" || operation.starts_with("fetch");
}

bool only_writes(const std::string& operation) {
  return operation == "store" || operation == "write";
}

bool writes(const TraceStep& step) { return step.value.find("→") != std::string::npos; }

bool is_start_of(const TraceStep& step, const std::string& thread) {
  return step.operation == "start thread" && (step.value == thread || step.object == thread);
}

// A value written before the thread began, or one that it has read before, is not new to it.
bool is_new_value(const Trace& trace, std::size_t step, std::size_t from) {
  for (std::size_t at = step; at-- > from + 1;) {
    const TraceStep& before = trace[at];
    if (is_start_of(before, trace[step].thread)) return false;
    const bool same = before.thread == trace[step].thread && before.object == trace[step].object;
    if (same && before.read_from == static_cast<int>(from)) return false;
  }
  return true;
}

// The last write by another thread since this thread last accessed the object; the step itself if
// there is none.
std::size_t lost_write(const Trace& trace, std::size_t step) {
  std::size_t written = step;
  for (std::size_t at = step; at-- > 0;) {
    if (trace[at].object != trace[step].object) continue;
    if (trace[at].thread == trace[step].thread) {
      if (!reads_memory(trace[at].operation)) return step;
      const int newer = trace[at].superseded_by;
      return newer < 0 ? written : static_cast<std::size_t>(newer);
    }
    const bool is_newest = writes(trace[at]) && trace[at].superseded_by < 0;
    if (is_newest && written == step) written = at;
  }
  return step;
}

std::string step_reference(std::size_t step) { return " (step " + std::to_string(step + 1) + ")"; }

// "1" of "0 → 1"; empty if the value is not known.
std::string value_written(const TraceStep& step) {
  constexpr std::string_view kArrow = "→ ";
  const std::size_t arrow = step.value.find(kArrow);
  return arrow == std::string::npos ? "" : plain_name(step.value.substr(arrow + kArrow.size()));
}

// The step acts on an older value than the one that `newer` wrote before it.
std::string note_of_older_value(const Trace& trace, std::size_t step, std::size_t newer) {
  const std::string writer = one_line(trace[newer].thread);
  const std::string value = value_written(trace[newer]);
  if (only_writes(trace[step].operation))
    return "before " + writer + "'s " + (value.empty() ? "value" : value) + step_reference(newer);
  return "stale: " + writer + " wrote " + (value.empty() ? "it" : value) + step_reference(newer);
}

// Where the value read comes from, if it is new to the thread; else empty.
std::string note_of_source(const Trace& trace, std::size_t step) {
  if (trace[step].read_from < 0) return "";
  const auto from = static_cast<std::size_t>(trace[step].read_from);
  const bool is_own = from >= step || trace[from].thread == trace[step].thread;
  if (is_own || !is_new_value(trace, step, from)) return "";
  return "from " + one_line(trace[from].thread) + step_reference(from);
}

}  // namespace

std::string step_note(const Trace& trace, std::size_t step) {
  const TraceStep& current = trace[step];
  const auto newer = static_cast<std::size_t>(current.superseded_by);
  const bool is_older = current.superseded_by >= 0 && newer < step;
  if (only_writes(current.operation)) {
    if (is_older) return note_of_older_value(trace, step, newer);
    const std::size_t lost = lost_write(trace, step);
    if (lost == step) return "";
    return "overwrites " + one_line(trace[lost].thread) + "'s value" + step_reference(lost);
  }
  if (!reads_memory(current.operation)) return "";
  std::string source = note_of_source(trace, step);
  if (!is_older) return source;
  return note_of_older_value(trace, step, newer) + (source.empty() ? "" : "; " + source);
}

}  // namespace mcheck
