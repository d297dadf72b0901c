// SPDX-License-Identifier: MIT
#include "visualize/story.hpp"

#include <algorithm>

#include "engine/base/utf8.hpp"
#include "visualize/folding.hpp"
#include "visualize/words.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kMostStoryLines = 40;

class Narrator {
 public:
  explicit Narrator(const FailureReport& failure) : failure_(failure), trace_(failure.trace) {}

  std::vector<StoryLine> tell(std::size_t most) {
    std::size_t next = 0;
    for (const Told& told : told_together(failure_, most)) {
      if (next > 0) add_switch(trace_[next - 1], told.first);
      add(told);
      next = told.first + told.count;
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
      lines_.push_back({.kind = LineKind::kPreemption,
                        .thread = before.thread,
                        .text = "‖ preempted by " + one_line(next.thread)});
      return;
    }
    std::string why = one_line(next.why);
    const std::string name = one_line(before.thread) + " ";
    if (why.starts_with(name)) why.erase(0, name.size());
    if (why == "has finished") why = "finished";
    const bool waits = why.starts_with("waits");
    StoryLine line{.kind = LineKind::kSwitch,
                   .thread = before.thread,
                   .text = (waits ? "└ then " : "└ ") + why};
    if (waits) put_wait_place(before, number, line);
    lines_.push_back(std::move(line));
  }

  // The place of the wait: of the thread's next step, or of its end, unless the line above shows it
  // already.
  void put_wait_place(const TraceStep& before, std::size_t from, StoryLine& line) const {
    const auto is_its = [&](const auto& told) { return told.thread == before.thread; };
    const auto step =
        std::find_if(trace_.begin() + static_cast<std::ptrdiff_t>(from), trace_.end(), is_its);
    const auto end = std::ranges::find_if(failure_.threads, is_its);
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

  void add(const Told& told) {
    if (told.is_hidden) return;
    const TraceStep& step = trace_[told.first];
    StoryLine line{.thread = step.thread, .text = told.together, .steps = told.count};
    if (told.is_step) {
      line.number = std::to_string(told.first + 1);
      if (told.together.empty()) {
        line.text = step_text(step);
        line.note = step_note(trace_, told.first);
      }
      line.file = step.file;
      line.line = step.line;
      line.decisive = is_decisive(told.first);
      if (is_lost_notify(failure_, step)) line.kind = LineKind::kFailure;
    } else {
      line.kind = LineKind::kFolded;
      line.text = "… " + told.together;
      if (told.caller > 0) {
        line.file = step.frames[told.caller].file;
        line.line = step.frames[told.caller].line;
      }
    }
    lines_.push_back(std::move(line));
  }

  [[nodiscard]] bool is_decisive(std::size_t step) const {
    const auto& turning = failure_.turning;
    const int number = static_cast<int>(step);
    return turning && (turning->first == number || turning->second == number);
  }

  void add_ends() {
    const bool stuck = is_stuck(failure_);
    bool told = false;
    for (const ThreadEnd& end : failure_.threads) {
      const bool fails = end.thread == failure_.thread && !stuck;
      if (!fails && !(stuck && end.state == "blocked")) continue;
      told = true;
      lines_.push_back({.kind = LineKind::kFailure,
                        .thread = end.thread,
                        .text = "✗ " + (fails ? fault() : wait_text(end) + holders_text(end)),
                        .file = end.file,
                        .line = end.line});
    }
    if (told) return;
    const bool of_nobody = failure_.thread.empty();
    lines_.push_back({.kind = LineKind::kFailure,
                      .thread = of_nobody ? trace_.back().thread : failure_.thread,
                      .text = "✗ " + fault()});
  }

  // "data race: reads; T1 wrote before at ring.cpp:22"
  [[nodiscard]] std::string fault() const {
    std::string text = failure_text(failure_.kind);
    if (failure_.kind != FailureKind::kRace || failure_.stacks.size() < 2) return text;
    const std::string own = failure_.stacks[0].title;
    const std::string name = failure_.thread + " ";
    text += ": " + one_line(own.starts_with(name) ? own.substr(name.size()) : own);
    const ToldStack& other = failure_.stacks[1];
    text += "; " + one_line(other.title);
    if (other.frames.empty()) return text;
    return text + " at " + place_text(other.frames[0].file, other.frames[0].line);
  }

  const FailureReport& failure_;
  const std::vector<TraceStep>& trace_;
  std::vector<StoryLine> lines_;
};

}  // namespace

std::vector<StoryLine> story(const FailureReport& failure, bool full) {
  return Narrator(failure).tell(full ? 0 : kMostStoryLines);
}

std::string legend(const FailureReport& failure, const std::vector<StoryLine>& lines) {
  const auto has = [&](LineKind kind) {
    return std::any_of(lines.begin(), lines.end(),
                       [kind](const StoryLine& line) { return line.kind == kind; });
  };
  std::size_t steps = 0;
  for (const StoryLine& line : lines) steps += line.steps;
  std::string text;
  if (has(LineKind::kPreemption)) {
    text += "‖ preempted: it could have gone on, but the system may stop a thread at any point\n";
  }
  if (has(LineKind::kFolded)) {
    text += "… steps told together: --full shows each\n";
  } else if (steps < failure.trace.size()) {
    text += "  numbers left out: steps that tell nothing here; --full shows them\n";
  }
  return text;
}

}  // namespace mcheck
