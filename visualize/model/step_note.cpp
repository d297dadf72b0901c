// SPDX-License-Identifier: MIT
// Which step wrote the value that a step reads or overwrites. Declared in wording.hpp.
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
      return reads_memory(trace[at].operation) ? written : step;
    }
    if (writes(trace[at]) && written == step) written = at;
  }
  return step;
}

std::string step_reference(std::size_t step) { return " (step " + std::to_string(step + 1) + ")"; }

}  // namespace

std::string step_note(const Trace& trace, std::size_t step) {
  const TraceStep& current = trace[step];
  if (only_writes(current.operation)) {
    const std::size_t lost = lost_write(trace, step);
    if (lost == step) return "";
    return "overwrites " + one_line(trace[lost].thread) + "'s value" + step_reference(lost);
  }
  if (!reads_memory(current.operation) || current.read_from < 0) return "";
  const auto from = static_cast<std::size_t>(current.read_from);
  if (from >= step || trace[from].thread == current.thread || !is_new_value(trace, step, from))
    return "";
  return "from " + one_line(trace[from].thread) + step_reference(from);
}

}  // namespace mcheck
