// SPDX-License-Identifier: MIT
#include "engine/host/search/search_worker.hpp"

#include <algorithm>
#include <chrono>

#include "engine/host/names/variable_names.hpp"
#include "engine/host/process/silenced_streams.hpp"
#include "engine/host/report/report_replay.hpp"
#include "engine/host/results/branching.hpp"
#include "engine/host/results/limit_report.hpp"
#include "engine/host/results/new_warnings.hpp"
#include "engine/host/results/result_counts.hpp"
#include "engine/host/schedule/forced.hpp"
#include "engine/host/search/divergence_text.hpp"
#include "engine/host/search/isolation.hpp"
#include "engine/host/search/memory_choice.hpp"
#include "engine/host/search/restarts.hpp"
#include "engine/host/search/suppression_filter.hpp"
#include "engine/host/self_check/self_check.hpp"
#include "engine/model/program.hpp"
#include "engine/runtime/verdict/schedule_notes.hpp"
#include "engine/trace/failures/bug.hpp"

namespace mcheck {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kFirstCommitSeconds = 0.01;  // so that a short-lived process makes progress
constexpr double kCommitSeconds = 0.25;
constexpr double kSearchToReporting = 20;  // least time for the search, compared with reporting

double seconds_since(Clock::time_point then) {
  return std::chrono::duration<double>(Clock::now() - then).count();
}

class SearchWorker {
 public:
  SearchWorker(const Subject& subject, const options& how, const CoordinatorLink& coordinator,
               std::vector<std::string> assumed)
      : subject_(subject),
        how_(how),
        coordinator_(coordinator),
        assumed_(std::move(assumed)),
        machine_(subject.body, behaviour_of(how)),
        execution_(identities_),
        filter_(how.suppressions, machine_, execution_),
        strategy_(make_strategy(how_)) {
    install_variable_names(identities_);
    identities_.byte_objects().use_whole_granules();
    connect_to_watcher(machine_, coordinator.recorder);
    isolate_if_requested(machine_);
    begin_memory_model(how, machine_, execution_);
  }

  void run(const WorkerStart& start) {
    executions_left_ = start.executions;
    limited_ = start.executions > 0;
    if (!start.from_the_start && !(restart_with({}), await_assignment(SearchReport{}))) return;
    for (;;) {
      const SearchReport report = search();
      if (must_restart(machine_, execution_)) {
        checks_writes_late_ |= machine_.checks_writes();
        return_to_last_commit();
        continue;
      }
      report_failures(report);
      if (std::exchange(new_suppression_, false)) {
        return_to_last_commit();
        continue;
      }
      if (!must_wait(report)) {
        commit(report, {});
        restart_with(outstanding());
      } else if (!await_assignment(report)) {
        return;
      }
    }
  }

 private:
  [[nodiscard]] std::vector<std::string> remarks() {
    if (machine_.kernel_effect() && isolation_remarks_.empty()) {
      isolation_remarks_ = isolation_remarks(machine_);
    }
    std::vector<std::string> all = strategy_remarks(*strategy_, how_, limit_reported_);
    all.insert(all.end(), isolation_remarks_.begin(), isolation_remarks_.end());
    if (how_.reuse_size_classes != 0) all.push_back(reuse_remark(how_.reuse_size_classes));
    return all;
  }

  [[nodiscard]] std::vector<std::string> outstanding() const {
    if (divisible() == nullptr) return {};
    return divisible()->outstanding(identities_);
  }

  void reset_strategy() {
    strategy_ = make_strategy(how_);
    committed_ = {};
    committed_branches_.clear();
    committed_occurrences_.clear();
  }

  // The shards replace all outstanding work.
  void restart_with(const std::vector<std::string>& shards) {
    reset_strategy();
    if (divisible() == nullptr) throw UsageError("strategy '" + how_.strategy + "' has no shards");
    divisible()->start_empty();
    last_outstanding_ = shards;
    for (const std::string& shard : shards) {
      if (divisible()->take_over(shard, identities_)) continue;
      throw UsageError("strategy '" + how_.strategy + "' does not understand shard '" +
                       shard.substr(0, 60) + "'");
    }
  }

  void return_to_last_commit() {
    seen_in_report_ = 0;
    (void)filter_.added();  // they will recur
    reset_strategy();
    if (last_outstanding_) restart_with(std::vector<std::string>(*last_outstanding_));
  }

  SearchReport search() {
    SearchOptions limits = search_options(how_, coordinator_.recorder);
    limits.stop_after = how_.stop_after == 1 ? 1u : 0u;
    limits.cached_steps = filter_.is_empty() && is_silenced() && !forces_operations();
    limits.sections = StuckSections::Coverage::kSome;
    limits.cached_ends = limits.cached_steps && !strategy_named(how_.strategy).endless;
    limits.pause = [this](const SearchReport& report) { return pause(report); };
    if (!filter_.is_empty()) {
      limits.suppressed = [this](const Failure& failure) { return filter_.is_known(failure); };
    }
    limits.on_every_end = [this](Ending, const std::optional<Failure>&) {
      note_threads(execution_);
    };
    limits.on_end = [this](Ending, const std::optional<Failure>&) {
      warnings_.look_at(execution_);
    };
    return Search(execution_, machine_.executor(), *strategy_, limits).explore();
  }

  // Between two executions: reports, or gives a shard, if due. True pauses the search.
  bool pause(const SearchReport& report) {
    FlightRecord& recorder = *coordinator_.recorder;
    if (machine_.needs_isolation() || machine_.needs_write_checks()) return true;
    if (found_waited_atomics(execution_)) return true;
    if (has_to_start_over() || recorder.stop != 0) return true;
    if (limited_ && report.executions - committed_.executions >= executions_left_) return true;
    if (divisible() == nullptr) return false;
    if (has_new_failures(report)) return true;
    if (recorder.give_shard != 0) {
      recorder.give_shard = 0;
      commit(report, divisible()->give_shard(identities_));
    } else if (seconds_since(last_commit_) > commit_seconds_) {
      commit(report, {});
    }
    return false;
  }

  [[nodiscard]] bool has_new_failures(const SearchReport& report) {
    if (has_new_limit(report) || has_new_unmet(report)) return true;
    if (report.failures.size() == seen_in_report_) return false;
    seen_in_report_ = report.failures.size();
    return std::ranges::any_of(report.failures,
                               [this](const FoundFailure& found) { return !is_known(found); });
  }

  [[nodiscard]] bool has_new_limit(const SearchReport& report) const {
    return !limit_reported_ && !report.limits.empty();
  }
  [[nodiscard]] bool has_new_unmet(const SearchReport& report) const {
    return !unmet_reported_ && report.first_unmet;
  }

  [[nodiscard]] bool is_known(const FoundFailure& found) const {
    const auto known = std::ranges::find(known_, found.failure, &Known::failure);
    return known != known_.end() && (known->certain || !found.certain);
  }

  // Afterwards program memory is not what the search left.
  void report_failures(const SearchReport& report) {
    seen_in_report_ = 0;
    if (report.divergence && !knows_waited_atomics(execution_))
      not_repeatable_ = divergence_text(machine_, execution_, how_, *report.divergence);
    for (const FoundFailure& found : report.failures) {
      if (is_known(found)) continue;
      std::erase_if(known_, [&](const Known& known) { return known.failure == found.failure; });
      known_.push_back({.failure = found.failure, .certain = found.certain, .bug = {}});
      auto reported = replay_for_report(request_, machine_, execution_, found, report_options());
      if (auto* why = std::get_if<std::string>(&reported)) {
        (found.certain ? not_repeatable_ : not_reproduced_) =
            found.certain ? *why : not_reproduced_alone_text(found);
        continue;
      }
      if (filter_.suppress(found.failure, std::get<FailureReport>(reported))) {
        known_.pop_back();
        new_suppression_ = true;
        continue;
      }
      new_failures_.push_back(std::move(std::get<FailureReport>(reported)));
      new_failures_.back().execution -= committed_.executions;
      new_failures_.back().occurrences = 0;  // counted by repeated()
      known_.back().bug = bug_key(new_failures_.back());
    }
    if (has_new_limit(report)) {
      limit_reported_ = true;
      add_report(report_limit(request_, machine_, execution_, report, StepLimitState::kUnjudged,
                              report_options()));
    }
    if (has_new_unmet(report)) {
      unmet_reported_ = true;
      add_report(
          replay_for_report(request_, machine_, execution_, *report.first_unmet, report_options()));
    }
    warnings_.report(request_, machine_, execution_);
  }

  void add_report(std::variant<FailureReport, std::string> reported) {
    if (auto* failure = std::get_if<FailureReport>(&reported)) {
      new_failures_.push_back(std::move(*failure));
      new_failures_.back().execution -= committed_.executions;
    } else {
      not_repeatable_ += std::get<std::string>(reported);
    }
  }

  // Each failure leaves half of the time for the next.
  [[nodiscard]] ReportOptions report_options() {
    ReportOptions report_options{.seconds = seconds_to_minimise_};
    if (known_.size() < 2 && filter_.is_empty()) return report_options;
    if (known_.size() > 1) seconds_to_minimise_ /= 2;
    report_options.is_wanted = [this](const FoundFailure& found, const FailureReport& reported) {
      if (filter_.would_suppress(found.failure, reported)) return false;
      return std::ranges::find(known_, bug_key(reported), &Known::bug) == known_.end();
    };
    return report_options;
  }

  // Further occurrences of known failures since the last call.
  [[nodiscard]] std::vector<RepeatedBug> repeated(const SearchReport& report) {
    std::vector<RepeatedBug> all;
    committed_occurrences_.resize(report.failures.size());
    for (std::size_t i = 0; i < report.failures.size(); ++i) {
      const FoundFailure& found = report.failures[i];
      const auto known = std::ranges::find(known_, found.failure, &Known::failure);
      const std::uint64_t more = found.occurrences - committed_occurrences_[i];
      if (more == 0 || known == known_.end() || known->bug.empty()) continue;
      all.push_back({.bug = known->bug, .count = more});
      committed_occurrences_[i] = found.occurrences;
    }
    return all;
  }

  // Branches of executions since the last call.
  [[nodiscard]] std::vector<NamedValue> branching(const SearchReport& report) {
    constexpr std::size_t kMaxReported = 50;  // enough to sum up the largest
    std::vector<std::uint64_t> added = report.branches;
    for (std::size_t i = 0; i < committed_branches_.size(); ++i) added[i] -= committed_branches_[i];
    committed_branches_ = report.branches;
    return branching_of(execution_, added, kMaxReported);
  }

  // With other workers, too.
  [[nodiscard]] bool has_to_start_over() {
    return machine_.needs_reuse() || needs_weak_memory(how_, machine_);
  }

  [[nodiscard]] bool must_wait(const SearchReport& report) {
    if (report.stop != SearchReport::Stop::kPaused || !not_repeatable_.empty()) return true;
    if (has_to_start_over() || coordinator_.recorder->stop != 0 || !divisible()) return true;
    if (limited_ && report.executions - committed_.executions >= executions_left_) return true;
    return how_.stop_after > 0 && !new_failures_.empty();
  }

  // The rest of an indivisible search cannot be given to another worker.
  [[nodiscard]] bool was_interrupted(const SearchReport& report) {
    return report.stop == SearchReport::Stop::kPaused && divisible() == nullptr &&
           strategy_->exhaustive();
  }

  [[nodiscard]] Divisible* divisible() const { return strategy_->capabilities().divisible; }

  // Why not all executions were explored, although the strategy explores them all; or empty.
  [[nodiscard]] std::string obstacle(const SearchReport& report) {
    if (was_interrupted(report)) {
      return "stopped, and the rest of this search cannot be divided into shards: --strategy trust "
             "can";
    }
    if (!machine_.unexplored_orders().empty()) return machine_.unexplored_orders();
    if (!not_reproduced_.empty()) return not_reproduced_;
    if (checks_writes_late_) {
      return "threads share data that uninstrumented code writes, and each process finds that out "
             "by itself: --jobs 1 without a checkpoint";
    }
    return reason_for_private_sites(machine_, execution_, *strategy_);
  }

  void commit(const SearchReport& report, const std::optional<std::string>& shards_given,
              bool is_waiting = false) {
    const Clock::time_point begin = Clock::now();
    const std::string why = obstacle(report);
    Commit commit{
        .counts = counts_of(report, *strategy_),
        .is_waiting = is_waiting,
        .exhaustive = strategy_->exhaustive() && why.empty() && !has_to_start_over(),
        .why_not_exhaustive = why.empty() ? strategy_->why_not_exhaustive() : why,
        .bound_hit = bound_hit(*strategy_),
        .reuse_size_classes = machine_.needs_reuse() ? machine_.reuse_evidence().sizes() : 0,
        .needs_weak_memory = needs_weak_memory(how_, machine_),
        .not_repeatable = not_repeatable_,
        .failures = std::move(new_failures_),
        .repeated = repeated(report),
        .warnings = warnings_.take(),
        .suppressed = filter_.added(),
        .branching = branching(report),
        .assumptions = machine_.assumptions(false, execution_),
        .remarks = remarks(),
        .schedule_use = schedule_use(),
        .outstanding = outstanding()};
    if (divisible() != nullptr) last_outstanding_ = commit.outstanding;
    if (shards_given) commit.shards_given.push_back(*shards_given);
    commit.assumptions.insert(commit.assumptions.end(), assumed_.begin(), assumed_.end());
    for (const Suppressed& each : filter_.matched()) {
      commit.assumptions.push_back(assumed_harmless(each.by));
    }
    commit.counts -= committed_;
    committed_ += commit.counts;
    executions_left_ -= std::min(executions_left_, commit.counts.executions);
    new_failures_.clear();
    coordinator_.commit(commit);
    last_commit_ = Clock::now();
    commit_seconds_ = std::max(std::min(2 * commit_seconds_, kCommitSeconds),
                               kSearchToReporting * seconds_since(begin));
  }

  // Commits and waits for an assignment; false: the search has ended.
  bool await_assignment(const SearchReport& report) {
    commit(report, {}, true);
    const Assignment assignment = coordinator_.wait();
    if (assignment.end) return false;
    std::vector<std::string> shards = outstanding();
    shards.insert(shards.end(), assignment.shards.begin(), assignment.shards.end());
    restart_with(shards);
    executions_left_ = assignment.executions;
    limited_ = assignment.executions > 0;
    return true;
  }

  const Subject& subject_;
  const options& how_;
  const CoordinatorLink& coordinator_;
  const SearchRequest request_{.subject = subject_, .how = how_, .recorder = coordinator_.recorder};
  const std::vector<std::string> assumed_;  // assumed harmless
  Identities identities_;
  Machine machine_;
  Execution execution_;
  SuppressionFilter filter_;
  std::unique_ptr<Strategy> strategy_;
  Counts committed_;  // of this search
  std::uint64_t executions_left_ = 0;
  bool limited_ = false, limit_reported_ = false, unmet_reported_ = false;
  struct Known {
    Failure failure;
    bool certain = true;  // FoundFailure::certain
    std::string bug;      // "": the replay failed
  };
  std::vector<Known> known_;      // failures that were replayed
  bool new_suppression_ = false;  // a failure is newly suppressed
  std::vector<std::uint64_t> committed_branches_, committed_occurrences_;  // by object, failure
  double seconds_to_minimise_ = how_.minimise;
  bool checks_writes_late_ = false;  // earlier writes were not compared
  std::size_t seen_in_report_ = 0;   // failures of this search looked at
  std::vector<FailureReport> new_failures_;
  NewWarnings warnings_;
  std::string not_repeatable_;
  std::string not_reproduced_;  // why a failure was not replayed
  std::vector<std::string> isolation_remarks_;
  std::optional<std::vector<std::string>> last_outstanding_;  // at the last commit
  Clock::time_point last_commit_ = Clock::now();
  double commit_seconds_ = kFirstCommitSeconds;
};

}  // namespace

void run_search_worker(const Subject& subject, const options& how, const WorkerStart& start,
                       const CoordinatorLink& coordinator) {
  if (how.progress != guarantee::none) {
    throw UsageError(
        "--progress works in one process only\n  try      no --jobs and no --checkpoint");
  }
  set_reducing(strategy_named(how.strategy).is_reduction);
  std::vector<std::string> assumed;
  add_uninstrumented_assumptions(assumed);
  force_shared_schedule_file(how);
  SearchWorker(subject, how, coordinator, std::move(assumed)).run(start);
}

}  // namespace mcheck
