// SPDX-License-Identifier: MIT
#include "dpor/sampling/pct.hpp"

#include <algorithm>
#include <cmath>

#include "dpor/sampling/probabilities.hpp"

namespace mcheck {

Pct::Pct(const SamplerOptions& options, std::uint32_t depth)
    : Sampler(options), depth_(depth), threads_(kMaxThreads), seen_threads_(kMaxThreads) {}

void Pct::start() {
  std::fill_n(threads_.begin(), prioritised_ids_, ThreadState{});
  step_ = 0;
  lowest_priority_ = 0;
  change_steps_.clear();
  for (std::uint32_t i = 1; i < depth_ && k_ > 0; ++i)
    change_steps_.push_back(1 + random().below(k_));
}

inline void Pct::update_priority(const View& view, ThreadId thread) {
  ThreadState& state = state_of(thread);
  if (!state.has_priority) {
    state.has_priority = true;
    prioritised_ids_ = std::max<std::size_t>(prioritised_ids_, index(thread) + 1);
    state.priority = static_cast<Priority>(random().next() >> 2) + depth_;
    if (!seen_threads_[index(thread)]) {
      seen_threads_[index(thread)] = true;
      ++n_;
      executions_with_bounds_ = 0;
    }
  }
  const std::uint32_t yields = view.execution.thread(thread).yields;
  if (yields != state.yields) {
    state.yields = yields;
    state.priority = --lowest_priority_;
    yield_seen_ = true;
  }
}

// The first of several equal ones.
template <class Entry>
inline std::size_t Pct::highest_priority(std::span<const Entry> enabled) const {
  std::size_t best = 0;
  for (std::size_t i = 1; i < enabled.size(); ++i) {
    const Priority priority = threads_[index(enabled[i].thread)].priority;
    if (priority > threads_[index(enabled[best].thread)].priority) best = i;
  }
  return best;
}

template <class Entry>
inline std::size_t Pct::choose_among(const View& view, std::span<const Entry> enabled) {
  for (const Entry& one : enabled) update_priority(view, one.thread);
  if (enabled.size() == 1) return 0;
  ++step_;
  // The i-th change gives priority d - i, whenever it comes.
  for (std::uint32_t i = 0; i < change_steps_.size(); ++i) {
    if (change_steps_[i] != step_) continue;
    state_of(enabled[highest_priority(enabled)].thread).priority =
        static_cast<Priority>(depth_ - 1 - i);
  }
  return highest_priority(enabled);
}

std::size_t Pct::choose(const View& view, std::span<const EnabledThread> enabled) {
  return choose_among(view, enabled);
}

std::size_t Pct::choose_thread(const View& view) { return choose_among(view, view.alternatives); }

// The highest thread stays the highest until the next change.
std::size_t Pct::repeats_of_choice(std::size_t alternatives) const {
  std::uint64_t next = kAnyNumber;
  if (alternatives == 1) return next;
  for (const std::uint64_t change : change_steps_) {
    if (change > step_) next = std::min(next, change - step_ - 1);
  }
  return next;
}

void Pct::note_repeats(std::size_t alternatives, std::size_t steps) {
  if (alternatives > 1) step_ += steps;
}

void Pct::learn(const Execution&, Ending) {
  ++executions_with_bounds_;
  if (step_ <= k_) return;
  k_ = step_;
  executions_with_bounds_ = 0;
}

std::vector<std::string> Pct::guarantees() const {
  const double n = static_cast<double>(std::max<std::uint64_t>(n_, 1));
  const double k = static_cast<double>(std::max<std::uint64_t>(k_, 1));
  const double p = 1 / (n * std::pow(k, depth_ - 1.0));
  const std::string bug = "a bug of depth " + std::to_string(depth_);
  const std::string formula = depth_ == 1   ? "1/n"
                              : depth_ == 2 ? "1/(n k)"
                                            : "1/(n k^" + std::to_string(depth_ - 1) + ")";
  std::vector<std::string> lines = {
      "each execution finds " + bug + " with probability at least " + formula + " = " +
          probability_text(p) + " (n = " + count_text(n_, "thread") +
          ", k = " + count_text(k_, "step") + " with several enabled threads, as far as seen)",
      "after " + count_text(executions_with_bounds_, "execution") + " with these numbers " + bug +
          " was missed with probability at most " +
          miss_probability_text(p, executions_with_bounds_)};
  if (yield_seen_) {
    lines.emplace_back(
        "threads that yield run last: a bug in which one continues at once is not covered");
  }
  return lines;
}

}  // namespace mcheck
