// SPDX-License-Identifier: MIT
#include "engine/host/by_hand_story.hpp"

#include <algorithm>

#include "engine/base/utf8.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kWidestText = 52;
constexpr std::size_t kWidestName = 16;

std::string step_place(const std::string& file, int line) {
  return file.empty() ? "" : file.substr(file.rfind('/') + 1) + ":" + std::to_string(line);
}

// printf counts bytes; `0 → 1` has more bytes than columns.
std::string padded(const std::string& text, std::size_t width) {
  const std::size_t columns = columns_of(text);
  return columns < width ? text + std::string(width - columns, ' ') : text;
}

std::string in_front(const std::string& text, std::size_t width) {
  return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}

class Story {
 public:
  explicit Story(const FailureReport& failure) : failure_(failure), trace_(failure.trace) {
    for (const TraceStep& step : trace_) wide_enough_for(step.thread);
    for (const ThreadEnd& end : failure.threads) wide_enough_for(end.thread);
  }

  std::string text() {
    add_stacks();
    for (std::size_t i = 0; i < trace_.size(); ++i) {
      if (i > 0) add_switch(i);
      add_step(i);
    }
    for (const ThreadEnd& end : failure_.threads) add_end(end);
    add_decision();
    return text_;
  }

 private:
  void wide_enough_for(const std::string& name) {
    names_ = std::max(names_, std::min(columns_of(name), kWidestName));
  }

  void add_stacks() {
    for (const ToldStack& stack : failure_.stacks) {
      text_ += "  " + one_line(stack.title) + "\n";
      for (const StackFrame& frame : stack.frames) {
        text_ += "    " + one_line(frame.file) + ":" + std::to_string(frame.line) + "  in " +
                 one_line(frame.function) + "\n";
      }
    }
    if (!failure_.missing.empty()) text_ += "  missing  " + one_line(failure_.missing) + "\n";
  }

  void add_line(const std::string& front, const std::string& thread, const std::string& told,
                const std::string& place) {
    std::string line = "  " + front + padded(one_line(thread), names_) + "  ";
    line += place.empty() ? told : padded(told, kWidestText) + "  " + place;
    text_ += line + "\n";
  }

  void add_step(std::size_t number) {
    const TraceStep& step = trace_[number];
    std::string told = one_line(step.operation);
    if (!step.object.empty()) told += " " + one_line(step.object);
    if (!step.value.empty()) told += (step.object.empty() ? " " : ": ") + one_line(step.value);
    const auto from = static_cast<std::size_t>(std::max(step.read_from, 0));
    const bool others = step.read_from >= 0 && trace_[from].thread != step.thread;
    if (others && step.operation == "load") {
      told +=
          ", from " + one_line(trace_[from].thread) + " (step " + std::to_string(from + 1) + ")";
    }
    const auto& turning = failure_.turning;
    const int at = static_cast<int>(number);
    const bool decides = turning && (turning->first == at || turning->second == at);
    add_line((decides ? "◆" : " ") + in_front(std::to_string(number + 1), 4) + "  ", step.thread,
             told, step_place(step.file, step.line));
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
    const bool stuck = is_of_nobody(failure_.kind) && end.state == "blocked";
    if (!stuck && end.state != "failed") return;
    std::string told = "✗ " + std::string(stuck ? "waits: " : "fails here");
    if (stuck) told += one_line(end.operation) + " " + one_line(end.object);
    for (const std::string& holder : end.holders) {
      const bool joins = holder == end.object;
      if (stuck && !joins) told += ", held by " + one_line(holder);
    }
    add_line("       ", end.thread, told, step_place(end.file, end.line));
  }

  void add_decision() {
    const auto& turning = failure_.turning;
    if (turning && turning->first >= 0 && turning->second >= 0) {
      text_ += "  ◆ in the nearest run that passes, step " + std::to_string(turning->second + 1) +
               " comes before step " + std::to_string(turning->first + 1) + "\n";
    }
    if (!failure_.minimised.empty()) {
      text_ += "  shown is the simplest run found: " + failure_.minimised + "\n";
    }
  }

  const FailureReport& failure_;
  const std::vector<TraceStep>& trace_;
  std::size_t names_ = 4;
  std::string text_;
};

}  // namespace

std::string by_hand_story(const FailureReport& failure) { return Story(failure).text(); }

}  // namespace mcheck
