// SPDX-License-Identifier: MIT
#include "dpor/sampler.hpp"

#include <algorithm>

#include "dpor/chances.hpp"

namespace mcheck {
namespace {

// The outcomes of one thread are adjacent among the alternatives. There is at least one
// alternative.
std::span<const Ready> group(std::span<const Alternative> alternatives, std::vector<Ready>& room) {
  if (room.size() < alternatives.size()) room.resize(alternatives.size());
  Ready* last = room.data();
  *last = {.thread = alternatives[0].thread, .first = 0, .outcomes = 1};
  for (std::uint32_t i = 1; i < alternatives.size(); ++i) {
    const ThreadId thread = alternatives[i].thread;
    if (last->thread != thread) *++last = {.thread = thread, .first = i};
    ++last->outcomes;
  }
  return {room.data(), last + 1};
}

bool has_outcomes(std::span<const Alternative> alternatives) {
  for (const Alternative& way : alternatives) {
    if (way.outcome > 0) return true;
  }
  return false;
}

}  // namespace

std::optional<Begin> Sampler::begin_execution() {
  in_tail_ = false;
  start();
  return Begin{.keep = 0};
}

Pick Sampler::pick(const View& view) {
  in_tail_ = in_tail_ || view.step >= tail_.begins();
  if (view.alternatives.size() == 1) {  // some strategies record even that
    const Ready only{.thread = view.alternatives[0].thread, .first = 0, .outcomes = 1};
    if (!in_tail_) (void)choose(view, {&only, 1});
    return {};
  }
  if (!in_tail_ && !has_outcomes(view.alternatives)) {
    return {.alternative = static_cast<std::uint32_t>(choose_thread(view))};
  }
  const std::span<const Ready> ready = group(view.alternatives, ready_);
  const std::size_t chosen =
      in_tail_ ? FairTail::choose(view.execution, ready) : choose(view, ready);
  const Ready& next = ready[chosen];
  data_ = data_ || next.outcomes > 1;
  const std::uint64_t outcome = next.outcomes == 1 ? 0 : random_.below(next.outcomes);
  return {.alternative = next.first + static_cast<std::uint32_t>(outcome)};
}

std::size_t Sampler::choose_thread(const View& view) {
  return choose(view, group(view.alternatives, ready_));
}

// Up to the beginning of the fair suffix.
std::size_t Sampler::lets_go(std::size_t step, std::size_t ways) const {
  if (in_tail_ || step >= tail_.begins()) return 0;
  return std::min(same_again(ways), static_cast<std::size_t>(tail_.begins() - step));
}

void Sampler::gone(std::size_t, std::size_t ways, std::size_t steps) { chosen_again(ways, steps); }

void Sampler::end_execution(const Execution& execution, Ending ending) {
  if (ending == Ending::kFinished) tail_.finished(execution.steps());
  if (ending == Ending::kFailed) ++failed_;
  if (in_tail_) ++tails_;
  learn(execution, ending);
}

std::vector<std::string> Sampler::remarks() const {
  if (failed_ > 0) return {};
  std::vector<std::string> lines = guarantees();
  if (data_) {
    lines.emplace_back(
        "data choices (who is woken, choose, failures without a reason) are drawn besides: what "
        "needs certain ones is rarer than that");
  }
  if (tails_ > 0) {
    lines.push_back("in " + count_text(tails_, "execution") +
                    " threads polled: a fair scheduler took over after " +
                    std::to_string(tail_.begins()) +
                    " steps or more, and what is guaranteed does not hold for these");
  }
  return lines;
}

}  // namespace mcheck
