// SPDX-License-Identifier: MIT
#include "dpor/pct.hpp"

#include <algorithm>
#include <cmath>

#include "dpor/chances.hpp"

namespace mcheck {

Pct::Pct(const SamplerOptions& options, std::uint32_t depth)
    : Sampler(options), depth_(depth), threads_(kMaxThreads), known_(kMaxThreads) {}

void Pct::start() {
  std::fill_n(threads_.begin(), drawn_, ThreadState{});
  step_ = 0;
  lowest_ = 0;
  changes_.clear();
  for (std::uint32_t i = 1; i < depth_ && k_ > 0; ++i) changes_.push_back(1 + random().below(k_));
}

inline void Pct::draw_or_demote(const View& view, ThreadId thread) {
  ThreadState& state = state_of(thread);
  if (!state.drawn) {
    state.drawn = true;
    drawn_ = std::max<std::size_t>(drawn_, index(thread) + 1);
    state.priority = static_cast<Priority>(random().next() >> 2) + depth_;
    if (!known_[index(thread)]) {
      known_[index(thread)] = true;
      ++n_;
      executions_ = 0;
    }
  }
  const std::uint32_t yields = view.execution.thread(thread).yields;
  if (yields != state.yields) {
    state.yields = yields;
    state.priority = --lowest_;
    yielded_ = true;
  }
}

// The first of several equal ones.
template <class One>
inline std::size_t Pct::highest(std::span<const One> ready) const {
  std::size_t best = 0;
  for (std::size_t i = 1; i < ready.size(); ++i) {
    const Priority priority = threads_[index(ready[i].thread)].priority;
    if (priority > threads_[index(ready[best].thread)].priority) best = i;
  }
  return best;
}

template <class One>
inline std::size_t Pct::choose_among(const View& view, std::span<const One> ready) {
  for (const One& one : ready) draw_or_demote(view, one.thread);
  if (ready.size() == 1) return 0;
  ++step_;
  // The i-th change gives priority d - i, whenever it comes.
  for (std::uint32_t i = 0; i < changes_.size(); ++i) {
    if (changes_[i] != step_) continue;
    state_of(ready[highest(ready)].thread).priority = static_cast<Priority>(depth_ - 1 - i);
  }
  return highest(ready);
}

std::size_t Pct::choose(const View& view, std::span<const Ready> ready) {
  return choose_among(view, ready);
}

std::size_t Pct::choose_thread(const View& view) { return choose_among(view, view.alternatives); }

// The highest thread stays the highest until the next change.
std::size_t Pct::same_again(std::size_t ways) const {
  std::uint64_t next = kAnyNumber;
  if (ways == 1) return next;
  for (const std::uint64_t change : changes_) {
    if (change > step_) next = std::min(next, change - step_ - 1);
  }
  return next;
}

void Pct::chosen_again(std::size_t ways, std::size_t steps) {
  if (ways > 1) step_ += steps;
}

void Pct::learn(const Execution&, Ending) {
  ++executions_;
  if (step_ <= k_) return;
  k_ = step_;
  executions_ = 0;
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
          chance_text(p) + " (n = " + count_text(n_, "thread") + ", k = " + count_text(k_, "step") +
          " at which several could go on, as far as seen)",
      "after " + count_text(executions_, "execution") + " with these numbers " + bug +
          " was missed with probability at most " + missed_text(p, executions_)};
  if (yielded_) {
    lines.emplace_back(
        "threads that yield come last: a bug in which one goes on at once is none of these");
  }
  return lines;
}

}  // namespace mcheck
