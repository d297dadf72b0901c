// SPDX-License-Identifier: MIT
#include "dpor/minimise/decisive_pair.hpp"

#include <algorithm>
#include <utility>

#include "dpor/minimise/neighbour_search.hpp"
#include "dpor/minimise/state_search.hpp"
#include "engine/base/random.hpp"
#include "engine/trace/order/dependency.hpp"

namespace mcheck {
namespace {

// The share of the budget for the exhaustive search; the rest is for samples and pairs.
constexpr double kExhaustiveShare = 0.6;
constexpr int kSamples = 24;

// The first steps as given, the rest at random. Every other execution avoids preemptions.
class SampledSuffixes final : public Strategy {
 public:
  SampledSuffixes(const std::vector<Transition>& transitions, std::size_t keep, std::uint64_t seed)
      : moves_(transitions), keep_(keep), random_(seed) {}

  std::optional<Begin> begin_execution() override {
    if (executions_ == kSamples) return std::nullopt;
    ++executions_;
    return Begin{.keep = executions_ == 1 ? 0 : keep_};
  }
  Pick pick(const View& view) override {
    if (view.step < keep_) {
      const Transition& transition = moves_[view.step];
      const auto found = view.execution.find_alternative(transition.thread, transition.label);
      return {.alternative = found.value_or(Pick::kImpossible)};
    }
    std::size_t count = view.alternatives.size();
    while (executions_ % 2 == 1 && count > 1 && view.alternatives[count - 1].preempts) --count;
    return {.alternative = static_cast<std::uint32_t>(count > 1 ? random_.below(count) : 0),
            .returns = view.step == keep_};
  }
  void end_execution(const Execution&, Ending) override {}
  [[nodiscard]] bool exhaustive() const override { return false; }

 private:
  const std::vector<Transition>& moves_;
  std::size_t keep_;
  Random random_;
  int executions_ = 0;
};

std::size_t common_prefix_length(const std::vector<Transition>& a,
                                 const std::vector<Transition>& b) {
  const auto mismatch = std::ranges::mismatch(a, b);
  return static_cast<std::size_t>(mismatch.in1 - a.begin());
}

// A step of another thread that depends on the decisive choice, and comes after it or would.
struct Rival {
  ThreadPosition position;
  Footprint footprint;
};

class DecisivePairFinder {
 public:
  DecisivePairFinder(const TrialRuns& trial_runs, const std::vector<Transition>& failing,
                     TrialBudget& budget)
      : trial_runs_(trial_runs),
        failing_(failing),
        budget_(budget),
        reference_(trial_runs.execution) {
    collect_rivals();
  }

  std::optional<DecisivePair> run() {
    std::size_t unexplored_from = failing_.size();
    if (!search_everything(unexplored_from)) {
      sample(unexplored_from);
      if (result_.passing.empty()) return std::nullopt;
    }
    if (result_.choice) find_rival();
    return std::move(result_);
  }

 private:
  // REQUIRES: the last execution is the failing one.
  void collect_rivals() {
    for (const Event& event : trial_runs_.execution.events()) {
      rivals_.push_back({.position = {.thread = event.thread, .event = event.index},
                         .footprint = strict_footprint(event.operation, event.mode)});
      if (!event.eager) choices_.push_back(rivals_.size() - 1);
    }
    for (const ThreadRecord& record : trial_runs_.execution.threads()) {
      if (record.status != ThreadRecord::Status::kReady) continue;
      rivals_.push_back({.position = thread_position(record),
                         .footprint = strict_footprint(record.pending, Mode::kExclusive)});
    }
  }

  // Searches everything from the end. False: not all was tried, only what shares more than
  // `unexplored_from`.
  bool search_everything(std::size_t& unexplored_from) {
    TrialBudget part = budget_.part(kExhaustiveShare);
    StateSearch search(StateSearch::Goal::kAny, 0, reference_);
    const TrialRuns::Outcome outcome = search_for_passing(search, part);
    budget_.spend(part.spent());
    result_.certain = outcome != TrialRuns::Outcome::kBudgetSpent;
    unexplored_from = std::min(unexplored_from, search.shared_steps());
    return result_.certain;
  }

  TrialRuns::Outcome search_for_passing(Strategy& strategy, TrialBudget& budget) {
    return trial_runs_.run_until_match(strategy, budget,
                                       [&](Ending ending, const std::optional<Failure>&) {
                                         if (ending != Ending::kFinished) return false;
                                         set_passing();
                                         return true;
                                       });
  }

  void set_passing() {
    result_.passing = transitions_of(trial_runs_.execution);
    const std::size_t shared_steps = common_prefix_length(failing_, result_.passing);
    result_.choice = std::min(shared_steps, failing_.size() - 1);
  }

  bool passes_in_sample(std::size_t keep) {
    SampledSuffixes suffixes(failing_, keep, keep);
    return search_for_passing(suffixes, budget_) == TrialRuns::Outcome::kFound;
  }

  // In growing strides back from the end, then between.
  void sample(std::size_t unexplored_from) {
    std::size_t none_from = unexplored_from + 1;  // nothing known passes that shares this much
    std::size_t stride = 1;
    for (std::size_t keep = unexplored_from;; keep -= std::min(keep, stride), stride *= 2) {
      if (passes_in_sample(keep)) break;
      none_from = keep;
      if (keep == 0 || budget_.is_spent()) return;
    }
    while (*result_.choice + 1 < none_from && !budget_.is_spent()) {
      const std::size_t middle = (*result_.choice + none_from) / 2;
      if (middle == *result_.choice) return;
      if (!passes_in_sample(middle)) none_from = middle;
    }
  }

  void find_rival() {
    const std::size_t decisive_choice = choices_[*result_.choice];
    const Rival& held = rivals_[decisive_choice];
    for (std::size_t i = decisive_choice + 1; i < rivals_.size() && !budget_.is_spent(); ++i) {
      const Rival& rival = rivals_[i];
      if (rival.position.thread == held.position.thread ||
          !conflict(held.footprint, rival.footprint))
        continue;
      if (!passes_if_held(held.position, rival.position)) continue;
      result_.rival_step = rival.position;
      return;
    }
  }

  bool passes_if_held(ThreadPosition held, ThreadPosition until) {
    const std::size_t decisive_choice = *result_.choice;
    for (const std::size_t no_preemption_from : {~std::size_t{0}, decisive_choice}) {
      NeighbourSearch neighbour(reference_,
                                {.no_preemption_from = no_preemption_from,
                                 .hold = Deviation::Hold{.held = held, .until = until}});
      bool passed = false;
      const auto matches = [&](Ending ending, const std::optional<Failure>&) {
        passed =
            ending == Ending::kFinished && !neighbour.released_early() && has_been_performed(until);
        return passed;
      };
      if (trial_runs_.run_until_match(neighbour, budget_, matches) != TrialRuns::Outcome::kFound)
        continue;
      if (common_prefix_length(failing_, transitions_of(trial_runs_.execution)) != decisive_choice)
        continue;
      set_passing();
      return true;
    }
    return false;
  }

  [[nodiscard]] bool has_been_performed(ThreadPosition position) const {
    return trial_runs_.execution.has_thread(position.thread) &&
           trial_runs_.execution.thread(position.thread).events > position.event;
  }

  const TrialRuns& trial_runs_;
  const std::vector<Transition>& failing_;
  TrialBudget& budget_;
  ReferenceExecution reference_;
  std::vector<Rival> rivals_;         // events, in order; then pending operations
  std::vector<std::size_t> choices_;  // the choices among these
  DecisivePair result_;
};

}  // namespace

std::optional<DecisivePair> find_decisive_pair(const TrialRuns& trial_runs,
                                               const std::vector<Transition>& failing,
                                               TrialBudget& budget) {
  if (!trial_runs.reproduces(failing)) return std::nullopt;
  return DecisivePairFinder(trial_runs, failing, budget).run();
}

}  // namespace mcheck
