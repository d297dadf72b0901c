// SPDX-License-Identifier: MIT
#include "visualize/model/trace_links.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "visualize/model/wait_table.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck {
namespace {

bool is_one_of(std::string_view word, std::span<const std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

// Operations that read a value, and attempts that found a lock held.
bool reads_value(const TraceStep& step) {
  static constexpr std::array<std::string_view, 5> kReadOperations = {
      "load", "read", "compare_exchange", "exchange", "await"};
  return is_one_of(step.operation, kReadOperations) || step.operation.starts_with("fetch_") ||
         (step.operation.starts_with("try_") && step.value == "failed");
}

// The second step acquires what the first one released.
bool hands_over(const TraceStep& from, const TraceStep& to) {
  static constexpr std::array<std::string_view, 5> kReleaseOperations = {
      "unlock", "unlock_shared", "release", "call_once done", "call_once failed"};
  static constexpr std::array<std::string_view, 10> kAcquireOperations = {
      "lock",        "timed lock",        "try_lock",
      "lock_shared", "timed lock_shared", "try_lock_shared",
      "acquire",     "timed acquire",     "try_acquire",
      "call_once"};
  return is_one_of(from.operation, kReleaseOperations) &&
         is_one_of(to.operation, kAcquireOperations);
}

// The step with the last value that the failing thread read, if its failure is about values.
int last_read_step(const FailureReport& failure) {
  const bool about_values = failure.kind == FailureKind::kCheck ||
                            failure.kind == FailureKind::kAssertion ||
                            failure.kind == FailureKind::kException;
  if (!about_values) return -1;
  for (std::size_t i = failure.trace.size(); i-- > 0;) {
    const TraceStep& step = failure.trace[i];
    if (step.thread == failure.thread) return reads_value(step) ? static_cast<int>(i) : -1;
  }
  return -1;
}

class LinkBuilder {
 public:
  explicit LinkBuilder(const FailureReport& failure) : trace_(failure.trace) {
    const DecisiveSteps pair = decisive_pair(failure);
    const int last_read = last_read_step(failure);
    for (int to = 0; to < static_cast<int>(trace_.size()); ++to) {
      const TraceStep& step = at(to);
      if (to == pair.second) add(LinkKind::kDecides, pair.first, to);
      add(LinkKind::kStale, step.superseded_by, to);
      if (step.preemption) add(LinkKind::kPreempts, to - 1, to);
      add(LinkKind::kEnables, step.cause, to);
      if (reads_value(step)) {
        add(to == last_read ? LinkKind::kLastRead : LinkKind::kReads, step.read_from, to);
      } else if (in_trace(step.read_from) && hands_over(at(step.read_from), step)) {
        add(LinkKind::kEnables, step.read_from, to);
      }
      add(LinkKind::kSwitches, to - 1, to);
    }
  }

  [[nodiscard]] std::vector<StepLink> take() { return std::move(links_); }

 private:
  [[nodiscard]] const TraceStep& at(int step) const {
    return trace_[static_cast<std::size_t>(step)];
  }

  [[nodiscard]] bool in_trace(int step) const {
    return step >= 0 && step < static_cast<int>(trace_.size());
  }

  void add(LinkKind link, int from, int to) {
    if (from < 0 || from >= to || at(from).thread == at(to).thread) return;
    if (pairs_.insert({from, to}).second) links_.push_back({link, from, to});
  }

  const std::vector<TraceStep>& trace_;
  std::set<std::pair<int, int>> pairs_;
  std::vector<StepLink> links_;
};

bool is_same_step(const TraceStep& a, const TraceStep& b) {
  return a.thread == b.thread && a.operation == b.operation && a.object == b.object &&
         a.line == b.line;
}

bool in_trace(const FailureReport& failure, int step) {
  return step >= 0 && step < static_cast<int>(failure.trace.size());
}

// The thread's last plain access at that place; -1 if the access was not a step.
int step_of_access(const FailureReport& failure, const FailureSide& side) {
  for (std::size_t i = failure.trace.size(); i-- > 0;) {
    const TraceStep& step = failure.trace[i];
    const bool plain = step.operation == "read" || step.operation == "write";
    if (plain && step.thread == side.thread && step.line == side.line && step.file == side.file) {
      return static_cast<int>(i);
    }
  }
  return -1;
}

void unfold_step(std::vector<FoldedLine>& lines, std::size_t kept) {
  const auto gap = std::ranges::find_if(lines, [kept](const FoldedLine& line) {
    return line.hidden > 0 && line.step <= kept && kept < line.step + line.hidden;
  });
  if (gap == lines.end()) return;
  const FoldedLine whole = *gap;
  const std::size_t before = kept - whole.step;
  const std::size_t after = whole.hidden - before - 1;
  std::vector<FoldedLine> parts;
  if (before > 0) parts.push_back({whole.step, before, whole.one_thread});
  parts.push_back({kept, 0, true});
  if (after > 0) parts.push_back({kept + 1, after, whole.one_thread});
  lines.insert(lines.erase(gap), parts.begin(), parts.end());
}

}  // namespace

std::vector<StepLink> links_of(const FailureReport& failure) { return LinkBuilder(failure).take(); }

std::vector<FailureSide> sides_of(const FailureReport& failure) {
  if (failure.stacks.size() < 2) return {};
  const std::vector<std::string> threads = threads_of(failure);
  std::vector<FailureSide> sides;
  for (std::size_t i = 0; i < 2; ++i) {
    const ReportedStack& stack = failure.stacks[i];
    const auto thread = std::ranges::find_if(
        threads, [&](const std::string& name) { return stack.title.starts_with(name + " "); });
    if (thread == threads.end()) return {};
    FailureSide side{.thread = *thread, .text = stack.title.substr(thread->size() + 1)};
    if (!stack.frames.empty()) {
      side.file = stack.frames.front().file;
      side.line = stack.frames.front().line;
    }
    side.step = step_of_access(failure, side);
    sides.push_back(std::move(side));
  }
  if (sides[0].thread == sides[1].thread) return {};
  return sides;
}

FailureReport passing_twin(const FailureReport& failure) {
  FailureReport twin;
  if (!failure.decisive_step) return twin;
  twin.trace = failure.decisive_step->passing;
  twin.schedule = failure.decisive_step->schedule;
  return twin;
}

std::size_t common_steps(const std::vector<TraceStep>& a, const std::vector<TraceStep>& b) {
  std::size_t same = 0;
  while (same < std::min(a.size(), b.size()) && is_same_step(a[same], b[same]) &&
         a[same].value == b[same].value) {
    ++same;
  }
  return same;
}

DecisiveSteps decisive_pair(const FailureReport& failure) {
  if (!failure.decisive_step) return {};
  const DecisiveSteps pair{failure.decisive_step->first, failure.decisive_step->second};
  if (!in_trace(failure, pair.first) || !in_trace(failure, pair.second)) return {};
  return pair;
}

DecisiveSteps decisive_pair_passing(const FailureReport& failure) {
  const DecisiveSteps pair = decisive_pair(failure);
  if (pair.first < 0) return {};
  const std::vector<TraceStep>& passing = failure.decisive_step->passing;
  // A step that occurs several times is identified by its number of earlier occurrences.
  const auto step_in_twin = [&](int step) {
    const TraceStep& wanted = failure.trace[static_cast<std::size_t>(step)];
    const auto same = [&](const TraceStep& other) { return is_same_step(other, wanted); };
    auto earlier = std::ranges::count_if(failure.trace.begin(), failure.trace.begin() + step, same);
    for (std::size_t i = 0; i < passing.size(); ++i) {
      if (same(passing[i]) && earlier-- == 0) return static_cast<int>(i);
    }
    return -1;
  };
  return {step_in_twin(pair.first), step_in_twin(pair.second)};
}

std::vector<FoldedLine> folded_for_picture(const FailureReport& failure, std::size_t max_lines) {
  std::vector<FoldedLine> lines = folded(failure.trace, max_lines);
  const DecisiveSteps pair = decisive_pair(failure);
  std::vector<int> kept = {pair.first, pair.second};
  for (const FailureSide& side : sides_of(failure)) kept.push_back(side.step);
  for (const int step : kept) {
    if (step >= 0) unfold_step(lines, static_cast<std::size_t>(step));
  }
  return lines;
}

std::vector<std::string> threads_in_cycle(const FailureReport& failure) {
  return is_stuck(failure) ? wait_cycle(failure.threads) : std::vector<std::string>{};
}

std::string plain_message(const FailureReport& failure) {
  std::string message = failure.message.substr(0, failure.message.find('\n'));
  for (const std::string& said : {failure_text(failure.kind), failure_noun(failure.kind)}) {
    if (message == said) return "";
    if (message.starts_with(said + ": ")) return message.substr(said.size() + 2);
  }
  return message;
}

std::string failure_line(const FailureReport& failure) {
  const std::string text = failure_text(failure.kind);
  std::string message = plain_message(failure);
  if (message.starts_with(text)) return message;
  return message.empty() ? text : text + ": " + message;
}

}  // namespace mcheck
