// SPDX-License-Identifier: MIT
#include "visualize/folding.hpp"

#include <algorithm>
#include <functional>
#include <iterator>

#include "visualize/calls.hpp"
#include "visualize/words.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kLongestTurn = 8;       // steps in an iteration of a loop
constexpr std::size_t kLeastHidden = 3;       // fewer steps are shown
constexpr std::size_t kRepetitionsShown = 7;  // groups; longer runs are folded
constexpr std::size_t kRunEnd = 2;            // groups shown at each end of a longer run

class Folding {
 public:
  explicit Folding(const FailureReport& failure)
      : failure_(failure), trace_(failure.trace), calls_(failure.trace) {
    for (std::size_t step = 0; step < trace_.size(); ++step) told_.push_back({.first = step});
  }

  void join_waits() { in_runs(&Folding::waits); }
  void fold_nowhere();
  void fold_loops() { in_runs(&Folding::loops); }
  void fold_calls() { in_runs(&Folding::outer_calls); }
  void fold_runs() { in_runs(&Folding::middle); }
  void cut_middle(std::size_t most);
  // Including a line for each switch.
  [[nodiscard]] std::size_t lines() const;
  [[nodiscard]] std::vector<Told> take() { return std::move(told_); }

 private:
  using At = std::vector<Told>::const_iterator;

  [[nodiscard]] const TraceStep& step(const Told& told) const { return trace_[told.first]; }
  [[nodiscard]] bool is_free(const Told& told) const;
  [[nodiscard]] bool alike(const Told& a, const Told& b) const;
  [[nodiscard]] std::size_t turns(At begin, At end, std::size_t length) const;
  [[nodiscard]] bool is_wait(At at, At end) const;
  [[nodiscard]] std::string changes(At begin, At end) const;
  void in_runs(void (Folding::*fold)(At, At));
  void waits(At begin, At end);
  void nowhere(At begin, At end);
  void loops(At begin, At end);
  void outer_calls(At begin, At end) { calls(begin, end, 1); }
  void calls(At begin, At end, std::size_t depth);
  void call(At begin, At end, std::size_t depth);
  void middle(At begin, At end);
  Told& together(At begin, At end, std::string words);

  const FailureReport& failure_;
  const std::vector<TraceStep>& trace_;
  Calls calls_;
  std::vector<Told> told_;
  std::vector<Told> next_;  // the groups that replace `groups_`
};

// A single step that may be merged with others.
bool Folding::is_free(const Told& told) const {
  if (told.count > 1) return false;
  if (told.first + 1 == trace_.size() && !step(told).file.empty()) return false;
  const auto& turning = failure_.turning;
  const int number = static_cast<int>(told.first);
  if (turning && (turning->first == number || turning->second == number)) return false;
  return !is_lost_notify(failure_, step(told));
}

void Folding::in_runs(void (Folding::*fold)(At, At)) {
  next_.clear();
  for (auto begin = told_.cbegin(); begin != told_.cend();) {
    const auto end = std::find_if(begin, told_.cend(), [&](const Told& told) {
      return step(told).thread != step(*begin).thread;
    });
    (this->*fold)(begin, end);
    begin = end;
  }
  told_ = std::move(next_);
}

Told& Folding::together(At begin, At end, std::string words) {
  Told told{.first = begin->first, .count = 0, .together = std::move(words), .is_step = false};
  for (; begin != end; ++begin) told.count += begin->count;
  next_.push_back(std::move(told));
  return next_.back();
}

// A wait also unlocks its mutex.
bool Folding::is_wait(At at, At end) const {
  if (step(*at).operation != "wait" || at + 1 == end) return false;
  const TraceStep& unlock = step(at[1]);
  return unlock.operation == "unlock" && unlock.line == step(*at).line &&
         unlock.file == step(*at).file;
}

void Folding::waits(At begin, At end) {
  for (; begin != end; ++begin) {
    if (!is_wait(begin, end)) {
      next_.push_back(*begin);
      continue;
    }
    const std::string words =
        step_text(step(*begin)) + ", unlocking " + plain_name(step(begin[1]).object);
    together(begin, begin + 2, words).is_step = true;
    ++begin;
  }
}

void Folding::fold_nowhere() {
  const bool any = std::any_of(trace_.begin(), trace_.end(),
                               [](const TraceStep& each) { return !each.file.empty(); });
  if (any) in_runs(&Folding::nowhere);  // otherwise there is no debug information
}

void Folding::nowhere(At begin, At end) {
  while (begin != end) {
    const auto after = std::find_if(begin, end, [this](const Told& told) {
      return !step(told).file.empty() || !is_free(told);
    });
    if (after == begin) {
      next_.push_back(*begin++);
      continue;
    }
    together(begin, after, "").is_hidden = true;
    begin = after;
  }
}

bool Folding::alike(const Told& a, const Told& b) const {
  return is_free(a) && is_free(b) && calls_.same_stack(a.first, b.first) &&
         step_text(step(a)) == step_text(step(b));
}

// How many further iterations of that length equal the first one.
std::size_t Folding::turns(At begin, At end, std::size_t length) const {
  const auto most = static_cast<std::size_t>(end - begin);
  std::size_t same = 0;
  while (same + length < most && alike(begin[static_cast<std::ptrdiff_t>(same)],
                                       begin[static_cast<std::ptrdiff_t>(same + length)])) {
    ++same;
  }
  return same / length;
}

void Folding::loops(At begin, At end) {
  while (begin != end) {
    std::size_t length = 1;
    while (length <= kLongestTurn && turns(begin, end, length) * length < kLeastHidden) ++length;
    if (length > kLongestTurn) {
      next_.push_back(*begin++);
      continue;
    }
    const std::size_t times = turns(begin, end, length);
    const auto rest = begin + static_cast<std::ptrdiff_t>(length);
    const auto after = rest + static_cast<std::ptrdiff_t>(times * length);
    next_.insert(next_.end(), begin, rest);
    const std::string what =
        length == 1 ? "the same" : "these " + std::to_string(length) + " steps";
    together(rest, after, what + " " + counted(times, "time") + " more");
    begin = after;
  }
}

// The values that the call leaves in memory that it changed: ": head = block#2".
std::string Folding::changes(At begin, At end) const {
  constexpr std::size_t kMost = 2;
  std::vector<std::pair<std::string, std::string>> changed;
  for (; begin != end; ++begin) {
    const TraceStep& each = step(*begin);
    if (each.value.find("→") == std::string::npos || each.state.empty()) continue;
    std::erase_if(changed, [&](const auto& known) { return known.first == each.object; });
    changed.emplace_back(each.object, each.state);
  }
  std::string text;
  for (std::size_t i = changed.size() - std::min(changed.size(), kMost); i < changed.size(); ++i) {
    text += (text.empty() ? ": " : ", ") + plain_name(changed[i].first) + " = " + changed[i].second;
  }
  return text;
}

void Folding::calls(At begin, At end, std::size_t depth) {
  while (begin != end) {
    const auto after = std::find_if(begin, end, [&](const Told& told) {
      return !is_free(told) || !calls_.same(begin->first, told.first, depth);
    });
    if (after == begin) {
      next_.push_back(*begin++);
      continue;
    }
    call(begin, after, depth);
    begin = after;
  }
}

// Steps of one call: all of them, or a part with a switch before or after it.
void Folding::call(At begin, At end, std::size_t depth) {
  if (!calls_.whole(begin->first, (end - 1)->first, depth)) return calls(begin, end, depth + 1);
  const auto steps = static_cast<std::uint64_t>(end - begin);
  if (steps < 2) {
    next_.push_back(*begin);
    return;
  }
  const std::string function = short_function(calls_.frame(begin->first, depth)->function);
  together(begin, end, function + ", " + counted(steps, "step") + changes(begin, end)).caller =
      step(*begin).frames.size() - depth;
}

void Folding::middle(At begin, At end) {
  const auto length = static_cast<std::size_t>(end - begin);
  const auto first = begin + static_cast<std::ptrdiff_t>(std::min(length, kRunEnd));
  const auto last = end - static_cast<std::ptrdiff_t>(std::min(length, kRunEnd));
  const bool plain =
      length > kRepetitionsShown && std::all_of(first, last, [this](const Told& told) {
        return told.count > 1 || is_free(told);
      });
  if (!plain) {
    next_.insert(next_.end(), begin, end);
    return;
  }
  next_.insert(next_.end(), begin, first);
  Told& told = together(first, last, "");
  told.together = counted(told.count, "more step");
  next_.insert(next_.end(), last, end);
}

std::size_t Folding::lines() const {
  std::size_t switches = 0;
  for (std::size_t i = 1; i < told_.size(); ++i) {
    switches += step(told_[i]).thread != step(told_[i - 1]).thread ? 1 : 0;
  }
  const auto hidden =
      std::count_if(told_.begin(), told_.end(), [](const Told& told) { return told.is_hidden; });
  return told_.size() + switches - static_cast<std::size_t>(hidden);
}

// The end shows the failure, so it gets two thirds.
void Folding::cut_middle(std::size_t most) {
  const std::size_t kept = most * told_.size() / lines();
  const auto first = told_.cbegin() + static_cast<std::ptrdiff_t>(kept / 3);
  const auto last = told_.cend() - static_cast<std::ptrdiff_t>(kept - kept / 3);
  next_.assign(told_.cbegin(), first);
  for (auto begin = first; begin != last;) {
    const auto after = std::find_if(
        begin, last, [this](const Told& told) { return told.count == 1 && !is_free(told); });
    if (after == begin) {
      next_.push_back(*begin++);
      continue;
    }
    Told& told = together(begin, after, "");
    told.several = true;
    told.together = counted(told.count, "more step") + " of several threads";
    begin = after;
  }
  next_.insert(next_.end(), last, told_.cend());
  told_ = std::move(next_);
}

}  // namespace

std::vector<Told> told_together(const FailureReport& failure, std::size_t most) {
  Folding folding(failure);
  if (most == 0) return folding.take();
  folding.fold_nowhere();
  folding.join_waits();
  folding.fold_loops();
  if (folding.lines() > most) folding.fold_calls();
  if (folding.lines() > most) folding.fold_runs();
  if (folding.lines() > most) folding.cut_middle(most);
  return folding.take();
}

bool is_lost_notify(const FailureReport& failure, const TraceStep& step) {
  return failure.kind == FailureKind::kLostWakeUp && step.value == "nobody waits" &&
         std::any_of(failure.threads.begin(), failure.threads.end(), [&](const ThreadEnd& end) {
           return end.state == "blocked" && end.object == step.object;
         });
}

}  // namespace mcheck
