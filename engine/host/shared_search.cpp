// SPDX-License-Identifier: MIT
#include "engine/host/shared_search.hpp"

#include <algorithm>
#include <chrono>

#include "engine/host/accounts.hpp"
#include "engine/host/branching.hpp"
#include "engine/host/isolation.hpp"
#include "engine/host/limit_report.hpp"
#include "engine/host/lock_order_report.hpp"
#include "engine/host/misuse_report.hpp"
#include "engine/host/retelling.hpp"
#include "engine/host/self_examination.hpp"
#include "engine/host/silence.hpp"
#include "engine/host/suppressing.hpp"
#include "engine/host/unrepeatable.hpp"
#include "engine/host/variables.hpp"
#include "engine/model/program.hpp"
#include "engine/trace/bug.hpp"

namespace mcheck {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kFirstSeconds = 0.01;  // so that a short-lived process makes progress
constexpr double kCommitSeconds = 0.25;
constexpr double kWorkToTelling = 20;  // least time for the search, compared with reporting

double since(Clock::time_point then) {
  return std::chrono::duration<double>(Clock::now() - then).count();
}

class SharedSearch {
 public:
  SharedSearch(const Subject& subject, const options& how, const Coordinator& coordinator,
               std::vector<std::string> unseen)
      : subject_(subject),
        how_(how),
        coordinator_(coordinator),
        unseen_(std::move(unseen)),
        machine_(subject.body, behaviour_of(how)),
        execution_(identities_),
        suppressing_(how.suppressions, machine_, execution_),
        strategy_(make_strategy(how_)) {
    name_places(identities_);
    identities_.byte_objects().use_whole_words();
    connect_to_watcher(machine_, coordinator.recorder);
    isolate_if_asked(machine_);
  }

  void run(const SharedStart& start) {
    executions_left_ = start.executions;
    limited_ = start.executions > 0;
    if (!start.from_the_start && !(restart({}), obey(SearchReport{}))) return;
    for (;;) {
      const SearchReport report = search();
      if (begins_again(machine_)) {
        judges_late_ |= machine_.judges_writes();
        go_back_to_last_commit();
        continue;
      }
      tell_failures(report);
      if (std::exchange(suppressed_now_, false)) {
        go_back_to_last_commit();
        continue;
      }
      if (!has_to_wait(report)) {
        commit(report, {});
        restart(outstanding());
      } else if (!obey(report)) {
        return;
      }
    }
  }

 private:
  [[nodiscard]] std::vector<std::string> remarks() {
    if (machine_.kernel_touch() && isolation_remarks_.empty()) {
      isolation_remarks_ = isolation_remarks(machine_);
    }
    std::vector<std::string> all = strategy_remarks(*strategy_, how_, limit_is_told_);
    all.insert(all.end(), isolation_remarks_.begin(), isolation_remarks_.end());
    if (how_.reuse_rooms != 0) all.push_back(reuse_remark(how_.reuse_rooms));
    return all;
  }

  [[nodiscard]] std::vector<std::string> outstanding() const {
    if (divisible() == nullptr) return {};
    return divisible()->outstanding(identities_);
  }

  void begin_anew() {
    strategy_ = make_strategy(how_);
    told_ = {};
    told_partings_.clear();
    told_occurrences_.clear();
  }

  // The shards replace all outstanding work.
  void restart(const std::vector<std::string>& parts) {
    begin_anew();
    if (divisible() == nullptr) throw UsageError("strategy '" + how_.strategy + "' has no parts");
    divisible()->start_empty();
    begins_with_ = parts;
    for (const std::string& part : parts) {
      if (divisible()->take_over(part, identities_)) continue;
      throw UsageError("strategy '" + how_.strategy + "' has no part '" + part.substr(0, 60) + "'");
    }
  }

  void go_back_to_last_commit() {
    known_in_report_ = 0;
    (void)suppressing_.news();  // they will recur
    begin_anew();
    if (begins_with_) restart(std::vector<std::string>(*begins_with_));
  }

  SearchReport search() {
    SearchOptions limits = search_options(how_, coordinator_.recorder);
    limits.stop_after = how_.stop_after == 1 ? 1u : 0u;
    limits.known_steps = suppressing_.is_empty() && is_unheard();
    limits.sections = SectionStandstills::Known::kSome;
    limits.known_ends = limits.known_steps && !known_strategy(how_.strategy).endless;
    limits.pause = [this](const SearchReport& report) { return pause(report); };
    if (!suppressing_.is_empty()) {
      limits.suppressed = [this](const Failure& failure) { return suppressing_.is_known(failure); };
    }
    limits.on_end = [this](Ending, const std::optional<Failure>&) { order_.look_at(execution_); };
    return Search(execution_, machine_.executor(), *strategy_, limits).explore();
  }

  // Between two executions: reports, or gives a shard, if due. True pauses the search.
  bool pause(const SearchReport& report) {
    FlightRecord& recorder = *coordinator_.recorder;
    if (machine_.wants_isolation() || machine_.wants_judging()) return true;
    if (machine_.wants_reuse() || recorder.stop != 0) return true;
    if (limited_ && report.executions - told_.executions >= executions_left_) return true;
    if (divisible() == nullptr) return false;
    if (has_news(report)) return true;
    if (recorder.give_away != 0) {
      recorder.give_away = 0;
      commit(report, divisible()->give_away(identities_));
    } else if (since(last_commit_) > commit_seconds_) {
      commit(report, {});
    }
    return false;
  }

  [[nodiscard]] bool has_news(const SearchReport& report) {
    if (!limit_is_told_ && !report.limits.empty()) return true;
    if (report.failures.size() == known_in_report_) return false;
    known_in_report_ = report.failures.size();
    return std::ranges::any_of(report.failures,
                               [this](const FoundFailure& found) { return !is_known(found); });
  }

  [[nodiscard]] bool is_known(const FoundFailure& found) const {
    const auto known = std::ranges::find(known_, found.failure, &Known::failure);
    return known != known_.end() && (known->certain || !found.certain);
  }

  // Afterwards program memory is not what the search left.
  void tell_failures(const SearchReport& report) {
    known_in_report_ = 0;
    if (report.divergence)
      not_repeatable_ = not_repeated(machine_, execution_, how_, *report.divergence);
    for (const FoundFailure& found : report.failures) {
      if (is_known(found)) continue;
      std::erase_if(known_, [&](const Known& known) { return known.failure == found.failure; });
      known_.push_back({.failure = found.failure, .certain = found.certain, .bug = {}});
      auto told =
          tell_failure({.subject = subject_, .how = how_, .recorder = coordinator_.recorder},
                       machine_, execution_, found, telling());
      if (auto* why = std::get_if<std::string>(&told)) {
        (found.certain ? not_repeatable_ : shown_by_none_) =
            found.certain ? *why : not_shown_alone_text(found);
        continue;
      }
      if (suppressing_.take(found.failure, std::get<FailureReport>(told))) {
        known_.pop_back();
        suppressed_now_ = true;
        continue;
      }
      news_.push_back(std::move(std::get<FailureReport>(told)));
      news_.back().execution -= told_.executions;
      news_.back().occurrences = 0;  // counted by repeated()
      known_.back().bug = bug_of(news_.back());
    }
    if (!limit_is_told_ && !report.limits.empty()) tell_first_limit(report);
    tell_warnings();
  }

  void tell_first_limit(const SearchReport& report) {
    limit_is_told_ = true;
    auto told = report_limit({.subject = subject_, .how = how_, .recorder = coordinator_.recorder},
                             machine_, execution_, report, telling());
    if (auto* limit = std::get_if<FailureReport>(&told)) {
      news_.push_back(std::move(*limit));
      news_.back().execution -= told_.executions;
    } else {
      not_repeatable_ += std::get<std::string>(told);
    }
  }

  // Each failure leaves half of the time for the next.
  [[nodiscard]] Telling telling() {
    Telling telling{.seconds = seconds_to_minimise_};
    if (known_.size() < 2 && suppressing_.is_empty()) return telling;
    if (known_.size() > 1) seconds_to_minimise_ /= 2;
    telling.is_wanted = [this](const FoundFailure& found, const FailureReport& told) {
      if (suppressing_.would_take(found.failure, told)) return false;
      return std::ranges::find(known_, bug_of(told), &Known::bug) == known_.end();
    };
    return telling;
  }

  // Further occurrences of known failures since the last call.
  [[nodiscard]] std::vector<Repeated> repeated(const SearchReport& report) {
    std::vector<Repeated> all;
    told_occurrences_.resize(report.failures.size());
    for (std::size_t i = 0; i < report.failures.size(); ++i) {
      const FoundFailure& found = report.failures[i];
      const auto known = std::ranges::find(known_, found.failure, &Known::failure);
      const std::uint64_t more = found.occurrences - told_occurrences_[i];
      if (more == 0 || known == known_.end() || known->bug.empty()) continue;
      all.push_back({.bug = known->bug, .count = more});
      told_occurrences_[i] = found.occurrences;
    }
    return all;
  }

  // Branches of executions since the last call.
  [[nodiscard]] std::vector<NamedValue> branching(const SearchReport& report) {
    constexpr std::size_t kMostTold = 50;  // enough to sum up the largest
    std::vector<std::uint64_t> news = report.partings;
    for (std::size_t i = 0; i < told_partings_.size(); ++i) news[i] -= told_partings_[i];
    told_partings_ = report.partings;
    return branching_of(execution_, news, kMostTold);
  }

  void tell_warnings() {
    const auto inversions = order_.found().subspan(inversions_told_);
    inversions_told_ = order_.found().size();
    for (Warning& warning : tell_inversions({.subject = subject_, .how = how_}, machine_,
                                            execution_, inversions, true)) {
      warnings_.push_back(std::move(warning));
    }
    const std::span misuses(machine_.defined_misuses().all);
    add_misuses(warnings_, misuses.subspan(misuses_told_));
    misuses_told_ = misuses.size();
  }

  [[nodiscard]] bool has_to_wait(const SearchReport& report) const {
    if (report.stop != SearchReport::Stop::kPaused || !not_repeatable_.empty()) return true;
    if (machine_.wants_reuse() || coordinator_.recorder->stop != 0 || !divisible()) return true;
    if (limited_ && report.executions - told_.executions >= executions_left_) return true;
    return how_.stop_after > 0 && !news_.empty();
  }

  // Other workers may have left out executions because of the bound, or not compared early exits of
  // counting loops, as long as they did not know these sites.
  [[nodiscard]] bool others_know_less() const {
    const Bounded* const bound = strategy_->capabilities().bounded;
    return (bound != nullptr && bound->bounds_by_places() && machine_.polling_places() > 0) ||
           machine_.counted_loop_sites() > 0;
  }

  // The rest of an indivisible search cannot be given to another worker.
  [[nodiscard]] bool was_cut_off(const SearchReport& report) {
    return report.stop == SearchReport::Stop::kPaused && divisible() == nullptr &&
           strategy_->exhaustive();
  }

  [[nodiscard]] Divisible* divisible() const { return strategy_->capabilities().divisible; }

  [[nodiscard]] std::string why_not_exhaustive(const SearchReport& report) {
    if (was_cut_off(report)) {
      return "stopped, and what is left of this search has no parts: --strategy trust has";
    }
    if (!machine_.unordered().empty()) return machine_.unordered();
    if (!shown_by_none_.empty()) return shown_by_none_;
    if (judges_late_) {
      return "threads share what is written without hooks, and processes learn that each for "
             "itself: --jobs 1 without a checkpoint";
    }
    if (!others_know_less()) return strategy_->why_not_exhaustive();
    if (machine_.counted_loop_sites() > 0) {
      return "a loop counts its turns, and processes learn that each for itself: --jobs 1 without "
             "a checkpoint";
    }
    return "a thread polls, and processes learn where each for itself: with a bound, take --jobs 1 "
           "without a checkpoint";
  }

  void commit(const SearchReport& report, const std::optional<std::string>& given,
              bool waits = false) {
    const Clock::time_point begin = Clock::now();
    Commit commit{.counts = counts_of(report, *strategy_),
                  .waits = waits,
                  .exhaustive = strategy_->exhaustive() && !was_cut_off(report) &&
                                !others_know_less() && !judges_late_ && shown_by_none_.empty() &&
                                machine_.unordered().empty() && !machine_.wants_reuse(),
                  .why_not_exhaustive = why_not_exhaustive(report),
                  .bound_hit = bound_hit(*strategy_),
                  .reuse_rooms = machine_.wants_reuse() ? machine_.reuse_signs().rooms() : 0,
                  .not_repeatable = not_repeatable_,
                  .failures = std::move(news_),
                  .repeated = repeated(report),
                  .warnings = std::exchange(warnings_, {}),
                  .suppressed = suppressing_.news(),
                  .branching = branching(report),
                  .assumptions = machine_.assumptions(false, identities_),
                  .remarks = remarks(),
                  .outstanding = outstanding()};
    if (divisible() != nullptr) begins_with_ = commit.outstanding;
    if (given) commit.given.push_back(*given);
    commit.assumptions.insert(commit.assumptions.end(), unseen_.begin(), unseen_.end());
    for (const Suppressed& each : suppressing_.met()) {
      commit.assumptions.push_back(assumed_harmless(each.by));
    }
    commit.counts -= told_;
    told_ += commit.counts;
    executions_left_ -= std::min(executions_left_, commit.counts.executions);
    news_.clear();
    coordinator_.commit(commit);
    last_commit_ = Clock::now();
    commit_seconds_ =
        std::max(std::min(2 * commit_seconds_, kCommitSeconds), kWorkToTelling * since(begin));
  }

  // Commits and waits for an assignment; false: the search has ended.
  bool obey(const SearchReport& report) {
    commit(report, {}, true);
    const Orders orders = coordinator_.wait();
    if (orders.end) return false;
    std::vector<std::string> parts = outstanding();
    parts.insert(parts.end(), orders.parts.begin(), orders.parts.end());
    restart(parts);
    executions_left_ = orders.executions;
    limited_ = orders.executions > 0;
    return true;
  }

  const Subject& subject_;
  const options& how_;
  const Coordinator& coordinator_;
  const std::vector<std::string> unseen_;  // assumed harmless
  Identities identities_;
  Machine machine_;
  Execution execution_;
  Suppressing suppressing_;
  std::unique_ptr<Strategy> strategy_;
  Counts told_;  // of this search
  std::uint64_t executions_left_ = 0;
  bool limited_ = false, limit_is_told_ = false;
  struct Known {
    Failure failure;
    bool certain = true;  // FoundFailure::certain
    std::string bug;      // "": the replay failed
  };
  std::vector<Known> known_;  // failures that were replayed
  bool suppressed_now_ = false;                  // a failure is newly suppressed
  std::vector<std::uint64_t> told_partings_;     // of this search, by object
  std::vector<std::uint64_t> told_occurrences_;  // of this search, by failure
  double seconds_to_minimise_ = how_.minimise;
  bool judges_late_ = false;  // earlier writes were not compared
  std::size_t known_in_report_ = 0;  // failures of this search looked at
  std::vector<FailureReport> news_;
  LockOrder order_;
  std::size_t inversions_told_ = 0, misuses_told_ = 0;
  std::vector<Warning> warnings_;  // not committed yet
  std::string not_repeatable_;
  std::string shown_by_none_;  // why a failure was not replayed
  std::vector<std::string> isolation_remarks_;
  std::optional<std::vector<std::string>> begins_with_;  // at the last commit
  Clock::time_point last_commit_ = Clock::now();
  double commit_seconds_ = kFirstSeconds;
};

}  // namespace

void share_search(const Subject& subject, const options& how, const SharedStart& start,
                  const Coordinator& coordinator) {
  if (how.progress != guarantee::none) {
    throw UsageError("--progress is for one process\n  try      no --jobs and no --checkpoint");
  }
  leave_schedules_out(known_strategy(how.strategy).reduces);
  std::vector<std::string> unseen;
  add_unseen(unseen);
  SharedSearch(subject, how, coordinator, std::move(unseen)).run(start);
}

}  // namespace mcheck
