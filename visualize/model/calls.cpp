// SPDX-License-Identifier: MIT
#include "visualize/model/calls.hpp"

#include <algorithm>
#include <map>

namespace mcheck {
namespace {

bool same_place(const StackFrame& a, const StackFrame& b) {
  return a.line == b.line && a.file == b.file && a.function == b.function;
}

}  // namespace

Calls::Calls(const std::vector<TraceStep>& trace)
    : trace_(trace), previous_(trace.size()), next_(trace.size()) {
  std::map<std::string, std::size_t> last;
  for (std::size_t step = 0; step < trace.size(); ++step) {
    previous_[step] = next_[step] = step;
    const auto [entry, is_first] = last.try_emplace(trace[step].thread, step);
    if (is_first) continue;
    previous_[step] = entry->second;
    next_[entry->second] = step;
    entry->second = step;
  }
}

const StackFrame* Calls::frame(std::size_t step, std::size_t depth) const {
  const std::vector<StackFrame>& frames = trace_[step].frames;
  return depth < frames.size() ? &frames[frames.size() - 1 - depth] : nullptr;
}

bool Calls::same_call(std::size_t a, std::size_t b, std::size_t depth) const {
  const StackFrame* const in_a = frame(a, depth);
  const StackFrame* const in_b = frame(b, depth);
  if (in_a == nullptr || in_b == nullptr || in_a->function != in_b->function) return false;
  for (std::size_t outer = 0; outer < depth; ++outer) {
    if (!same_place(*frame(a, outer), *frame(b, outer))) return false;
  }
  return true;
}

bool Calls::same_stack(std::size_t a, std::size_t b) const {
  return trace_[a].line == trace_[b].line && trace_[a].file == trace_[b].file &&
         std::ranges::equal(trace_[a].frames, trace_[b].frames, same_place);
}

bool Calls::is_whole_call(std::size_t first, std::size_t last, std::size_t depth) const {
  const bool begins = previous_[first] == first || !same_call(previous_[first], first, depth);
  return begins && (next_[last] == last || !same_call(next_[last], last, depth));
}

}  // namespace mcheck
