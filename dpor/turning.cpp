// SPDX-License-Identifier: MIT
#include "dpor/turning.hpp"

#include <algorithm>
#include <utility>

#include "dpor/guided.hpp"
#include "dpor/state_search.hpp"
#include "engine/base/random.hpp"
#include "engine/trace/dependency.hpp"

namespace mcheck {
namespace {

// The share of the budget for the exhaustive search; the rest is for samples and pairs.
constexpr double kForEverything = 0.6;
constexpr int kSamples = 24;

// The first steps as given, the rest at random. Every other execution avoids preemptions.
class Sampled final : public Strategy {
 public:
  Sampled(const std::vector<Move>& moves, std::size_t keep, std::uint64_t seed)
      : moves_(moves), keep_(keep), random_(seed) {}

  std::optional<Begin> begin_execution() override {
    if (count_ == kSamples) return std::nullopt;
    ++count_;
    return Begin{.keep = count_ == 1 ? 0 : keep_};
  }
  Pick pick(const View& view) override {
    if (view.step < keep_) {
      const Move& move = moves_[view.step];
      const auto found = view.execution.find_alternative(move.thread, move.label);
      return {.alternative = found.value_or(Pick::kImpossible)};
    }
    std::size_t ways = view.alternatives.size();
    while (count_ % 2 == 1 && ways > 1 && view.alternatives[ways - 1].preempts) --ways;
    return {.alternative = static_cast<std::uint32_t>(ways > 1 ? random_.below(ways) : 0),
            .returns = view.step == keep_};
  }
  void end_execution(const Execution&, Ending) override {}
  [[nodiscard]] bool exhaustive() const override { return false; }

 private:
  const std::vector<Move>& moves_;
  std::size_t keep_;
  Random random_;
  int count_ = 0;
};

std::size_t common(const std::vector<Move>& a, const std::vector<Move>& b) {
  const auto apart = std::ranges::mismatch(a, b);
  return static_cast<std::size_t>(apart.in1 - a.begin());
}

// A step of another thread that depends on the decisive choice, and comes after it or would.
struct Rival {
  ThreadPlace place;
  Footprint print;
};

class Turner {
 public:
  Turner(const Trials& trials, const std::vector<Move>& failing, TrialBudget& budget)
      : trials_(trials), failing_(failing), budget_(budget), guide_(trials.execution) {
    note_rivals();
  }

  std::optional<Turning> run() {
    std::size_t open = failing_.size();
    if (!try_everything(open)) {
      sample(open);
      if (turning_.passing.empty()) return std::nullopt;
    }
    if (turning_.choice) find_pair();
    return std::move(turning_);
  }

 private:
  // REQUIRES: the last execution is the failing one.
  void note_rivals() {
    for (const Event& event : trials_.execution.events()) {
      rivals_.push_back({.place = {.thread = event.thread, .event = event.index},
                         .print = strict_footprint(event.operation, event.mode)});
      if (!event.eager) choices_.push_back(rivals_.size() - 1);
    }
    for (const ThreadRecord& record : trials_.execution.threads()) {
      if (record.status != ThreadRecord::Status::kReady) continue;
      rivals_.push_back(
          {.place = place_of(record), .print = strict_footprint(record.pending, Mode::kExclusive)});
    }
  }

  // Searches everything from the end. False: not all was tried, only what shares more than
  // `unexplored_from`.
  bool try_everything(std::size_t& open) {
    TrialBudget part = budget_.part(kForEverything);
    StateSearch search(StateSearch::Wanted::kAny, 0, guide_);
    const Trials::Outcome outcome = look_for_passing(search, part);
    budget_.spend(part.spent());
    turning_.certain = outcome != Trials::Outcome::kSpent;
    open = std::min(open, search.shared());
    return turning_.certain;
  }

  Trials::Outcome look_for_passing(Strategy& strategy, TrialBudget& budget) {
    return trials_.look(strategy, budget, [&](Ending ending, const std::optional<Failure>&) {
      if (ending != Ending::kFinished) return false;
      note_passing();
      return true;
    });
  }

  void note_passing() {
    turning_.passing = moves_of(trials_.execution);
    const std::size_t shared = common(failing_, turning_.passing);
    turning_.choice = std::min(shared, failing_.size() - 1);
  }

  bool passes_by_lot(std::size_t keep) {
    Sampled sampled(failing_, keep, keep);
    return look_for_passing(sampled, budget_) == Trials::Outcome::kFound;
  }

  // In growing strides back from the end, then between.
  void sample(std::size_t open) {
    std::size_t none_from = open + 1;  // nothing known passes that shares this much
    std::size_t stride = 1;
    for (std::size_t keep = open;; keep -= std::min(keep, stride), stride *= 2) {
      if (passes_by_lot(keep)) break;
      none_from = keep;
      if (keep == 0 || budget_.is_spent()) return;
    }
    while (*turning_.choice + 1 < none_from && !budget_.is_spent()) {
      const std::size_t middle = (*turning_.choice + none_from) / 2;
      if (middle == *turning_.choice) return;
      if (!passes_by_lot(middle)) none_from = middle;
    }
  }

  void find_pair() {
    const std::size_t turn = choices_[*turning_.choice];
    const Rival& held = rivals_[turn];
    for (std::size_t i = turn + 1; i < rivals_.size() && !budget_.is_spent(); ++i) {
      const Rival& rival = rivals_[i];
      if (rival.place.thread == held.place.thread || !conflict(held.print, rival.print)) continue;
      if (!passes_if_held(held.place, rival.place)) continue;
      turning_.instead = rival.place;
      return;
    }
  }

  bool passes_if_held(ThreadPlace held, ThreadPlace until) {
    const std::size_t turn = *turning_.choice;
    for (const std::size_t stays_from : {~std::size_t{0}, turn}) {
      Guided guided(guide_, {.stays_from = stays_from,
                             .hold = Departure::Hold{.held = held, .until = until}});
      bool passed = false;
      const auto look = [&](Ending ending, const std::optional<Failure>&) {
        passed = ending == Ending::kFinished && !guided.let_go() && has_happened(until);
        return passed;
      };
      if (trials_.look(guided, budget_, look) != Trials::Outcome::kFound) continue;
      if (common(failing_, moves_of(trials_.execution)) != turn) continue;
      note_passing();
      return true;
    }
    return false;
  }

  [[nodiscard]] bool has_happened(ThreadPlace place) const {
    return trials_.execution.has_thread(place.thread) &&
           trials_.execution.thread(place.thread).events > place.event;
  }

  const Trials& trials_;
  const std::vector<Move>& failing_;
  TrialBudget& budget_;
  Guide guide_;
  std::vector<Rival> rivals_;         // events, in order; then pending operations
  std::vector<std::size_t> choices_;  // the choices among these
  Turning turning_;
};

}  // namespace

std::optional<Turning> find_turning(const Trials& trials, const std::vector<Move>& failing,
                                    TrialBudget& budget) {
  if (!trials.shows(failing)) return std::nullopt;
  return Turner(trials, failing, budget).run();
}

}  // namespace mcheck
