// SPDX-License-Identifier: MIT
#include "visualize/text/trace_lines.hpp"

#include <algorithm>

#include "engine/base/utf8.hpp"
#include "visualize/model/step_groups.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kMaxTraceLines = 40;

class TraceLineBuilder {
 public:
  explicit TraceLineBuilder(const FailureReport& failure)
      : failure_(failure), trace_(failure.trace) {}

  std::vector<TraceLine> build(std::size_t max_lines) {
    std::size_t next = 0;
    for (const StepGroup& group : group_steps(failure_, max_lines)) {
      if (next > 0) add_switch(trace_[next - 1], group.first);
      add(group);
      next = group.first + group.count;
    }
    add_ends();
    return std::move(lines_);
  }

 private:
  // In the column of the thread that stops, where a reader looks for the reason.
  void add_switch(const TraceStep& before, std::size_t number) {
    const TraceStep& next = trace_[number];
    if (before.thread == next.thread || next.why.empty()) return;
    if (next.preemption) {
      lines_.push_back({.kind = TraceLineKind::kPreemption,
                        .thread = before.thread,
                        .text = "‖ preempted by " + one_line(next.thread)});
      return;
    }
    std::string why = one_line(next.why);
    const std::string name = one_line(before.thread) + " ";
    if (why.starts_with(name)) why.erase(0, name.size());
    if (why == "has finished") why = "finished";
    const bool waits = why.starts_with("waits");
    TraceLine line{.kind = TraceLineKind::kSwitch,
                   .thread = before.thread,
                   .text = (waits ? "└ then " : "└ ") + why};
    if (waits) set_wait_place(before, number, line);
    lines_.push_back(std::move(line));
  }

  // The place of the wait: of the thread's next step, or of its end, unless the line above shows it
  // already.
  void set_wait_place(const TraceStep& before, std::size_t from, TraceLine& line) const {
    const auto is_of_thread = [&](const auto& entry) { return entry.thread == before.thread; };
    const auto step = std::find_if(trace_.begin() + static_cast<std::ptrdiff_t>(from), trace_.end(),
                                   is_of_thread);
    const auto end = std::ranges::find_if(failure_.threads, is_of_thread);
    if (step != trace_.end()) {
      line.file = step->file;
      line.line = step->line;
    } else if (end != failure_.threads.end() && end->state == "blocked") {
      line.file = end->file;
      line.line = end->line;
    }
    if (line.file != before.file || line.line != before.line) return;
    line.file.clear();
    line.line = 0;
  }

  void add(const StepGroup& group) {
    if (group.is_hidden) return;
    const TraceStep& step = trace_[group.first];
    TraceLine line{.thread = step.thread, .text = group.merged, .steps = group.count};
    if (group.shown_as_step) {
      line.number = std::to_string(group.first + 1);
      if (group.merged.empty()) {
        line.text = step_text(step);
        line.note = step_note(trace_, group.first);
      }
      line.file = step.file;
      line.line = step.line;
      line.decisive = is_decisive(group.first);
      if (is_lost_notify(failure_, step)) line.kind = TraceLineKind::kFailure;
    } else {
      line.kind = TraceLineKind::kFolded;
      line.text = "… " + group.merged;
      if (group.caller > 0) {
        line.file = step.frames[group.caller].file;
        line.line = step.frames[group.caller].line;
      }
    }
    lines_.push_back(std::move(line));
  }

  [[nodiscard]] bool is_decisive(std::size_t step) const {
    const auto& decisive_step = failure_.decisive_step;
    const int number = static_cast<int>(step);
    return decisive_step && (decisive_step->first == number || decisive_step->second == number);
  }

  void add_ends() {
    const bool stuck = is_stuck(failure_);
    bool any_end = false;
    for (const ThreadEnd& end : failure_.threads) {
      const bool fails = end.thread == failure_.thread && !stuck;
      if (!fails && !(stuck && end.state == "blocked")) continue;
      any_end = true;
      lines_.push_back(
          {.kind = TraceLineKind::kFailure,
           .thread = end.thread,
           .text = "✗ " + (fails ? failure_summary() : wait_text(end) + holders_text(end)),
           .file = end.file,
           .line = end.line});
    }
    if (any_end) return;
    const bool has_no_thread = failure_.thread.empty();
    lines_.push_back({.kind = TraceLineKind::kFailure,
                      .thread = has_no_thread ? trace_.back().thread : failure_.thread,
                      .text = "✗ " + failure_summary()});
  }

  // "data race: reads; T1 wrote before at ring.cpp:22"
  [[nodiscard]] std::string failure_summary() const {
    std::string text = failure_text(failure_.kind);
    if (failure_.kind != FailureKind::kRace || failure_.stacks.size() < 2) return text;
    const std::string own = failure_.stacks[0].title;
    const std::string name = failure_.thread + " ";
    text += ": " + one_line(own.starts_with(name) ? own.substr(name.size()) : own);
    const ReportedStack& other = failure_.stacks[1];
    text += "; " + one_line(other.title);
    if (other.frames.empty()) return text;
    return text + " at " + place_text(other.frames[0].file, other.frames[0].line);
  }

  const FailureReport& failure_;
  const std::vector<TraceStep>& trace_;
  std::vector<TraceLine> lines_;
};

}  // namespace

std::vector<TraceLine> trace_lines(const FailureReport& failure, bool full) {
  return TraceLineBuilder(failure).build(full ? 0 : kMaxTraceLines);
}

std::string legend_text(const FailureReport& failure, const std::vector<TraceLine>& lines) {
  const auto has = [&](TraceLineKind kind) {
    return std::any_of(lines.begin(), lines.end(),
                       [kind](const TraceLine& line) { return line.kind == kind; });
  };
  std::size_t steps = 0;
  for (const TraceLine& line : lines) steps += line.steps;
  std::string text;
  if (has(TraceLineKind::kPreemption)) {
    text += "‖ preempted: the thread was enabled, but the system may stop a thread at any point\n";
  }
  const auto has_note = [&](std::string_view beginning) {
    return std::ranges::any_of(
        lines, [beginning](const TraceLine& line) { return line.note.starts_with(beginning); });
  };
  if (has_note("stale: "))
    text +=
        "  stale: nothing orders the newer value before this step, so it may see an older one\n";
  if (has_note("before "))
    text += "  before: nothing orders these stores, and this value counts as the older one\n";
  if (has(TraceLineKind::kFolded)) {
    text += "… steps merged into one line: --full shows each\n";
  } else if (steps < failure.trace.size()) {
    text += "  missing numbers: steps outside of the program's code; --full shows them\n";
  }
  return text;
}

}  // namespace mcheck
