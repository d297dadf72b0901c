// SPDX-License-Identifier: MIT
#include "dpor/sampling/sampler.hpp"

#include <algorithm>

#include "dpor/sampling/probabilities.hpp"

namespace mcheck {
namespace {

// The outcomes of one thread are adjacent among the alternatives. There is at least one
// alternative.
std::span<const EnabledThread> group_by_thread(std::span<const Alternative> alternatives,
                                               std::vector<EnabledThread>& buffer) {
  if (buffer.size() < alternatives.size()) buffer.resize(alternatives.size());
  EnabledThread* last = buffer.data();
  *last = {.thread = alternatives[0].thread, .first_alternative = 0, .outcomes = 1};
  for (std::uint32_t i = 1; i < alternatives.size(); ++i) {
    const ThreadId thread = alternatives[i].thread;
    if (last->thread != thread) *++last = {.thread = thread, .first_alternative = i};
    ++last->outcomes;
  }
  return {buffer.data(), last + 1};
}

bool has_data_choices(std::span<const Alternative> alternatives) {
  for (const Alternative& alternative : alternatives) {
    if (alternative.outcome > 0) return true;
  }
  return false;
}

}  // namespace

std::optional<Begin> Sampler::begin_execution() {
  in_fair_suffix_ = false;
  start();
  return Begin{.keep = 0};
}

Pick Sampler::pick(const View& view) {
  in_fair_suffix_ = in_fair_suffix_ || view.step >= fair_suffix_.begin_step();
  if (view.alternatives.size() == 1) {  // some strategies record even that
    const EnabledThread only{
        .thread = view.alternatives[0].thread, .first_alternative = 0, .outcomes = 1};
    if (!in_fair_suffix_) (void)choose(view, {&only, 1});
    return {};
  }
  if (!in_fair_suffix_ && !has_data_choices(view.alternatives)) {
    return {.alternative = static_cast<std::uint32_t>(choose_thread(view))};
  }
  const std::span<const EnabledThread> enabled = group_by_thread(view.alternatives, enabled_);
  const std::size_t chosen =
      in_fair_suffix_ ? FairSuffix::choose(view.execution, enabled) : choose(view, enabled);
  const EnabledThread& next = enabled[chosen];
  data_choice_seen_ = data_choice_seen_ || next.outcomes > 1;
  const std::uint64_t outcome = next.outcomes == 1 ? 0 : random_.below(next.outcomes);
  return {.alternative = next.first_alternative + static_cast<std::uint32_t>(outcome)};
}

std::size_t Sampler::choose_thread(const View& view) {
  return choose(view, group_by_thread(view.alternatives, enabled_));
}

// Up to the beginning of the fair suffix.
std::size_t Sampler::grant_run_ahead(std::size_t step, std::size_t alternatives) const {
  if (in_fair_suffix_ || step >= fair_suffix_.begin_step()) return 0;
  return std::min(repeats_of_choice(alternatives),
                  static_cast<std::size_t>(fair_suffix_.begin_step() - step));
}

void Sampler::note_run_ahead(std::size_t, std::size_t alternatives, std::size_t steps) {
  note_repeats(alternatives, steps);
}

void Sampler::end_execution(const Execution& execution, Ending ending) {
  if (ending == Ending::kFinished) fair_suffix_.note_finished(execution.steps());
  if (ending == Ending::kFailed) ++failed_executions_;
  if (in_fair_suffix_) ++fair_suffixes_;
  weak_memory_ = execution.weak_memory() != nullptr;
  learn(execution, ending);
}

std::vector<std::string> Sampler::remarks() const {
  if (failed_executions_ > 0) return {};
  std::vector<std::string> lines = guarantees();
  if (data_choice_seen_) {
    lines.push_back("data choices (which waiter is woken, choose, spurious failures" +
                    std::string(weak_memory_ ? ", which value a load reads" : "") +
                    ") are also drawn: a bug that needs certain ones is rarer than that");
  }
  if (fair_suffixes_ > 0) {
    lines.push_back("in " + count_text(fair_suffixes_, "execution") +
                    " threads spun: a fair scheduler took over after " +
                    std::to_string(fair_suffix_.begin_step()) +
                    " steps or more, and the guarantee does not hold for these");
  }
  return lines;
}

}  // namespace mcheck
