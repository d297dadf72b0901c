// SPDX-License-Identifier: MIT
#include "engine/host/process/standalone_report.hpp"

#include <algorithm>

#include "engine/base/utf8.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kMaxTextWidth = 52;
constexpr std::size_t kMaxNameWidth = 16;

std::string step_place(const std::string& file, int line) {
  return file.empty() ? "" : file.substr(file.rfind('/') + 1) + ":" + std::to_string(line);
}

// printf counts bytes; `0 → 1` has more bytes than columns.
std::string left_aligned(const std::string& text, std::size_t width) {
  const std::size_t columns = columns_of(text);
  return columns < width ? text + std::string(width - columns, ' ') : text;
}

std::string right_aligned(const std::string& text, std::size_t width) {
  return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}

class StandaloneReport {
 public:
  explicit StandaloneReport(const FailureReport& failure)
      : failure_(failure), trace_(failure.trace) {
    for (const TraceStep& step : trace_) widen_names_for(step.thread);
    for (const ThreadEnd& end : failure.threads) widen_names_for(end.thread);
  }

  std::string text() {
    add_stacks();
    for (std::size_t i = 0; i < trace_.size(); ++i) {
      if (i > 0) add_switch(i);
      add_step(i);
    }
    for (const ThreadEnd& end : failure_.threads) add_end(end);
    add_decisive_pair();
    return text_;
  }

 private:
  void widen_names_for(const std::string& name) {
    name_width_ = std::max(name_width_, std::min(columns_of(name), kMaxNameWidth));
  }

  void add_stacks() {
    for (const ReportedStack& stack : failure_.stacks) {
      text_ += "  " + one_line(stack.title) + "\n";
      for (const StackFrame& frame : stack.frames) {
        text_ += "    " + one_line(frame.file) + ":" + std::to_string(frame.line) + "  in " +
                 one_line(frame.function) + "\n";
      }
    }
    if (!failure_.missing.empty()) text_ += "  missing  " + one_line(failure_.missing) + "\n";
  }

  void add_line(const std::string& margin, const std::string& thread, const std::string& content,
                const std::string& place) {
    std::string line = "  " + margin + left_aligned(one_line(thread), name_width_) + "  ";
    line += place.empty() ? content : left_aligned(content, kMaxTextWidth) + "  " + place;
    text_ += line + "\n";
  }

  void add_step(std::size_t number) {
    const TraceStep& step = trace_[number];
    std::string content = one_line(step.operation);
    if (!step.object.empty()) content += " " + one_line(step.object);
    if (!step.value.empty()) content += (step.object.empty() ? " " : ": ") + one_line(step.value);
    const auto from = static_cast<std::size_t>(std::max(step.read_from, 0));
    const bool from_other_thread = step.read_from >= 0 && trace_[from].thread != step.thread;
    if (from_other_thread && step.operation == "load") {
      content +=
          ", from " + one_line(trace_[from].thread) + " (step " + std::to_string(from + 1) + ")";
    }
    if (step.superseded_by >= 0) {
      const auto newer = static_cast<std::size_t>(step.superseded_by);
      content += ", older than that of " + one_line(trace_[newer].thread) + " (step " +
                 std::to_string(newer + 1) + ")";
    }
    const auto& decisive_step = failure_.decisive_step;
    const int at = static_cast<int>(number);
    const bool is_decisive =
        decisive_step && (decisive_step->first == at || decisive_step->second == at);
    add_line((is_decisive ? "◆" : " ") + right_aligned(std::to_string(number + 1), 4) + "  ",
             step.thread, content, step_place(step.file, step.line));
  }

  void add_switch(std::size_t number) {
    const TraceStep& before = trace_[number - 1];
    const TraceStep& now = trace_[number];
    if (before.thread == now.thread || now.why.empty()) return;
    std::string why =
        now.preemption ? "‖ preempted by " + one_line(now.thread) : "└ " + one_line(now.why);
    const std::string name = "└ " + one_line(before.thread) + " ";
    if (why.starts_with(name)) why = "└ " + why.substr(name.size());
    add_line("       ", "", why, "");
  }

  void add_end(const ThreadEnd& end) {
    const bool stuck = is_execution_wide(failure_.kind) && end.state == "blocked";
    if (!stuck && end.state != "failed") return;
    std::string content = "✗ " + std::string(stuck ? "waits: " : "fails here");
    if (stuck) content += one_line(end.operation) + " " + one_line(end.object);
    for (const std::string& holder : end.holders) {
      const bool joins = holder == end.object;
      if (stuck && !joins) content += ", held by " + one_line(holder);
    }
    add_line("       ", end.thread, content, step_place(end.file, end.line));
  }

  void add_decisive_pair() {
    const auto& decisive_step = failure_.decisive_step;
    if (decisive_step && decisive_step->first >= 0 && decisive_step->second >= 0) {
      text_ += "  ◆ in the nearest run that passes, step " +
               std::to_string(decisive_step->second + 1) + " comes before step " +
               std::to_string(decisive_step->first + 1) + "\n";
    }
    if (!failure_.minimised.empty()) {
      text_ += "  shown is the simplest schedule found: " + failure_.minimised + "\n";
    }
  }

  const FailureReport& failure_;
  const std::vector<TraceStep>& trace_;
  std::size_t name_width_ = 4;
  std::string text_;
};

}  // namespace

std::string standalone_report(const FailureReport& failure) {
  return StandaloneReport(failure).text();
}

}  // namespace mcheck
