// SPDX-License-Identifier: MIT
#include "visualize/model/step_groups.hpp"

#include <algorithm>
#include <functional>
#include <iterator>

#include "visualize/model/calls.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kMaxIterationSteps = 8;  // steps in an iteration of a loop
constexpr std::size_t kMinHiddenSteps = 3;     // fewer steps are shown
constexpr std::size_t kShownRunGroups = 7;     // groups; longer runs are folded
constexpr std::size_t kRunEndGroups = 2;       // groups shown at each end of a longer run

class StepGrouper {
 public:
  explicit StepGrouper(const FailureReport& failure)
      : failure_(failure), trace_(failure.trace), calls_(failure.trace) {
    for (std::size_t step = 0; step < trace_.size(); ++step) groups_.push_back({.first = step});
  }

  void merge_waits() { for_each_run(&StepGrouper::waits); }
  void hide_library_steps();
  void fold_loops() { for_each_run(&StepGrouper::loops); }
  void fold_calls() { for_each_run(&StepGrouper::outer_calls); }
  void fold_runs() { for_each_run(&StepGrouper::run_middle); }
  void cut_middle(std::size_t limit);
  // Including a line for each switch.
  [[nodiscard]] std::size_t lines() const;
  [[nodiscard]] std::vector<StepGroup> take() { return std::move(groups_); }

 private:
  using Iterator = std::vector<StepGroup>::const_iterator;

  [[nodiscard]] const TraceStep& step(const StepGroup& group) const { return trace_[group.first]; }
  [[nodiscard]] bool can_merge(const StepGroup& group) const;
  [[nodiscard]] bool equal(const StepGroup& a, const StepGroup& b) const;
  [[nodiscard]] std::size_t repetitions(Iterator begin, Iterator end, std::size_t length) const;
  [[nodiscard]] bool is_wait(Iterator at, Iterator end) const;
  [[nodiscard]] std::string changes_text(Iterator begin, Iterator end) const;
  void for_each_run(void (StepGrouper::*fold)(Iterator, Iterator));
  void waits(Iterator begin, Iterator end);
  void library_steps(Iterator begin, Iterator end);
  void loops(Iterator begin, Iterator end);
  void outer_calls(Iterator begin, Iterator end) { calls(begin, end, 1); }
  void calls(Iterator begin, Iterator end, std::size_t depth);
  void call(Iterator begin, Iterator end, std::size_t depth);
  void run_middle(Iterator begin, Iterator end);
  StepGroup& merge(Iterator begin, Iterator end, std::string words);

  const FailureReport& failure_;
  const std::vector<TraceStep>& trace_;
  Calls calls_;
  std::vector<StepGroup> groups_;
  std::vector<StepGroup> next_groups_;  // the groups that replace `groups_`
};

// A single step that may be merged with others.
bool StepGrouper::can_merge(const StepGroup& group) const {
  if (group.count > 1 || is_call_of_test(step(group))) return false;
  if (group.first + 1 == trace_.size() && !step(group).file.empty()) return false;
  const auto& decisive_step = failure_.decisive_step;
  const int number = static_cast<int>(group.first);
  if (decisive_step && (decisive_step->first == number || decisive_step->second == number))
    return false;
  return !is_lost_notify(failure_, step(group));
}

void StepGrouper::for_each_run(void (StepGrouper::*fold)(Iterator, Iterator)) {
  next_groups_.clear();
  for (auto begin = groups_.cbegin(); begin != groups_.cend();) {
    const auto end = std::find_if(begin, groups_.cend(), [&](const StepGroup& group) {
      return step(group).thread != step(*begin).thread;
    });
    (this->*fold)(begin, end);
    begin = end;
  }
  groups_ = std::move(next_groups_);
}

StepGroup& StepGrouper::merge(Iterator begin, Iterator end, std::string words) {
  StepGroup group{
      .first = begin->first, .count = 0, .merged = std::move(words), .shown_as_step = false};
  for (; begin != end; ++begin) group.count += begin->count;
  next_groups_.push_back(std::move(group));
  return next_groups_.back();
}

// A wait also unlocks its mutex.
bool StepGrouper::is_wait(Iterator at, Iterator end) const {
  if (step(*at).operation != "wait" || at + 1 == end) return false;
  const TraceStep& unlock = step(at[1]);
  return unlock.operation == "unlock" && unlock.line == step(*at).line &&
         unlock.file == step(*at).file;
}

void StepGrouper::waits(Iterator begin, Iterator end) {
  for (; begin != end; ++begin) {
    if (!is_wait(begin, end)) {
      next_groups_.push_back(*begin);
      continue;
    }
    const std::string words =
        step_text(step(*begin)) + ", unlocking " + plain_name(step(begin[1]).object);
    merge(begin, begin + 2, words).shown_as_step = true;
    ++begin;
  }
}

void StepGrouper::hide_library_steps() {
  const bool any = std::any_of(trace_.begin(), trace_.end(),
                               [](const TraceStep& each) { return !each.file.empty(); });
  if (any) for_each_run(&StepGrouper::library_steps);  // otherwise there is no debug information
}

void StepGrouper::library_steps(Iterator begin, Iterator end) {
  while (begin != end) {
    const auto after = std::find_if(begin, end, [this](const StepGroup& group) {
      return !step(group).file.empty() || !can_merge(group);
    });
    if (after == begin) {
      next_groups_.push_back(*begin++);
      continue;
    }
    merge(begin, after, "").is_hidden = true;
    begin = after;
  }
}

bool StepGrouper::equal(const StepGroup& a, const StepGroup& b) const {
  return can_merge(a) && can_merge(b) && calls_.same_stack(a.first, b.first) &&
         step_text(step(a)) == step_text(step(b));
}

// How many further iterations of that length equal the first one.
std::size_t StepGrouper::repetitions(Iterator begin, Iterator end, std::size_t length) const {
  const auto limit = static_cast<std::size_t>(end - begin);
  std::size_t matching = 0;
  while (matching + length < limit &&
         equal(begin[static_cast<std::ptrdiff_t>(matching)],
               begin[static_cast<std::ptrdiff_t>(matching + length)])) {
    ++matching;
  }
  return matching / length;
}

void StepGrouper::loops(Iterator begin, Iterator end) {
  while (begin != end) {
    std::size_t length = 1;
    while (length <= kMaxIterationSteps &&
           repetitions(begin, end, length) * length < kMinHiddenSteps)
      ++length;
    if (length > kMaxIterationSteps) {
      next_groups_.push_back(*begin++);
      continue;
    }
    const std::size_t times = repetitions(begin, end, length);
    const auto rest = begin + static_cast<std::ptrdiff_t>(length);
    const auto after = rest + static_cast<std::ptrdiff_t>(times * length);
    next_groups_.insert(next_groups_.end(), begin, rest);
    const std::string what =
        length == 1 ? "the same" : "these " + std::to_string(length) + " steps";
    merge(rest, after, what + " " + counted(times, "time") + " more");
    begin = after;
  }
}

// The values that the call leaves in memory that it changed: ": head = block#2".
std::string StepGrouper::changes_text(Iterator begin, Iterator end) const {
  constexpr std::size_t kMaxChanges = 2;
  std::vector<std::pair<std::string, std::string>> changed;
  for (; begin != end; ++begin) {
    const TraceStep& each = step(*begin);
    if (each.value.find("→") == std::string::npos || each.state.empty()) continue;
    std::erase_if(changed, [&](const auto& known) { return known.first == each.object; });
    changed.emplace_back(each.object, each.state);
  }
  std::string text;
  for (std::size_t i = changed.size() - std::min(changed.size(), kMaxChanges); i < changed.size();
       ++i) {
    text += (text.empty() ? ": " : ", ") + plain_name(changed[i].first) + " = " + changed[i].second;
  }
  return text;
}

void StepGrouper::calls(Iterator begin, Iterator end, std::size_t depth) {
  while (begin != end) {
    const auto after = std::find_if(begin, end, [&](const StepGroup& group) {
      return !can_merge(group) || !calls_.same_call(begin->first, group.first, depth);
    });
    if (after == begin) {
      next_groups_.push_back(*begin++);
      continue;
    }
    call(begin, after, depth);
    begin = after;
  }
}

// Steps of one call: all of them, or a part with a switch before or after it.
void StepGrouper::call(Iterator begin, Iterator end, std::size_t depth) {
  if (!calls_.is_whole_call(begin->first, (end - 1)->first, depth))
    return calls(begin, end, depth + 1);
  const auto steps = static_cast<std::uint64_t>(end - begin);
  if (steps < 2) {
    next_groups_.push_back(*begin);
    return;
  }
  const std::string function = short_function(calls_.frame(begin->first, depth)->function);
  merge(begin, end, function + ", " + counted(steps, "step") + changes_text(begin, end)).caller =
      step(*begin).frames.size() - depth;
}

void StepGrouper::run_middle(Iterator begin, Iterator end) {
  const auto length = static_cast<std::size_t>(end - begin);
  const auto first = begin + static_cast<std::ptrdiff_t>(std::min(length, kRunEndGroups));
  const auto last = end - static_cast<std::ptrdiff_t>(std::min(length, kRunEndGroups));
  const bool plain =
      length > kShownRunGroups && std::all_of(first, last, [this](const StepGroup& group) {
        return group.count > 1 || can_merge(group);
      });
  if (!plain) {
    next_groups_.insert(next_groups_.end(), begin, end);
    return;
  }
  next_groups_.insert(next_groups_.end(), begin, first);
  StepGroup& group = merge(first, last, "");
  group.merged = counted(group.count, "more step");
  next_groups_.insert(next_groups_.end(), last, end);
}

std::size_t StepGrouper::lines() const {
  std::size_t switches = 0;
  for (std::size_t i = 1; i < groups_.size(); ++i) {
    switches += step(groups_[i]).thread != step(groups_[i - 1]).thread ? 1 : 0;
  }
  const auto hidden = std::count_if(groups_.begin(), groups_.end(),
                                    [](const StepGroup& group) { return group.is_hidden; });
  return groups_.size() + switches - static_cast<std::size_t>(hidden);
}

// The end shows the failure, so it gets two thirds.
void StepGrouper::cut_middle(std::size_t limit) {
  const std::size_t kept = limit * groups_.size() / lines();
  const auto first = groups_.cbegin() + static_cast<std::ptrdiff_t>(kept / 3);
  const auto last = groups_.cend() - static_cast<std::ptrdiff_t>(kept - kept / 3);
  next_groups_.assign(groups_.cbegin(), first);
  for (auto begin = first; begin != last;) {
    const auto after = std::find_if(begin, last, [this](const StepGroup& group) {
      return group.count == 1 && !can_merge(group);
    });
    if (after == begin) {
      next_groups_.push_back(*begin++);
      continue;
    }
    StepGroup& group = merge(begin, after, "");
    group.several_threads = true;
    group.merged = counted(group.count, "more step") + " of several threads";
    begin = after;
  }
  next_groups_.insert(next_groups_.end(), last, groups_.cend());
  groups_ = std::move(next_groups_);
}

}  // namespace

std::vector<StepGroup> group_steps(const FailureReport& failure, std::size_t limit) {
  StepGrouper grouper(failure);
  if (limit == 0) return grouper.take();
  grouper.hide_library_steps();
  grouper.merge_waits();
  grouper.fold_loops();
  if (grouper.lines() > limit) grouper.fold_calls();
  if (grouper.lines() > limit) grouper.fold_runs();
  if (grouper.lines() > limit) grouper.cut_middle(limit);
  return grouper.take();
}

bool is_call_of_test(const TraceStep& step) {
  return step.operation == "call" || step.operation == "return from";
}

bool is_lost_notify(const FailureReport& failure, const TraceStep& step) {
  return failure.kind == FailureKind::kLostWakeUp && step.value == "no thread waits" &&
         std::any_of(failure.threads.begin(), failure.threads.end(), [&](const ThreadEnd& end) {
           return end.state == "blocked" && end.object == step.object;
         });
}

}  // namespace mcheck
