// SPDX-License-Identifier: MIT
#include "programs/mcheck/search/coordinator.hpp"

#include <poll.h>

#include <algorithm>

#include "programs/mcheck/supervise/crash_report.hpp"
#include "programs/mcheck/supervise/signals.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck::command {
namespace {

constexpr int kPollMs = 20;
constexpr double kSaveSeconds = 1;
constexpr double kWorkToSaving = 20;  // writing takes at most this fraction of the time
constexpr double kWorkerStopSeconds = 2;
// If workers are killed this often without progress in between, the program is the cause.
constexpr std::size_t kMaxConsecutiveKills = 10;
constexpr std::ptrdiff_t kMaxKillsAtOneSchedule = 3;

double seconds_since(std::chrono::steady_clock::time_point then) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - then).count();
}

// One whole search, or, by seeds, one for each worker that has executions to run.
std::deque<WholeSearch> whole_searches_of(const SharedSearchPlan& plan) {
  const options& search = plan.call.request.search;
  if (!plan.by_seeds) return {WholeSearch{.seed = search.seed}};
  std::deque<WholeSearch> whole_searches;
  for (unsigned n = 0; n < plan.jobs; ++n) {
    const std::uint64_t executions =
        search.executions / plan.jobs + (n < search.executions % plan.jobs ? 1 : 0);
    if (search.executions > 0 && executions == 0) break;
    whole_searches.push_back({.seed = search.seed + n, .executions = executions});
  }
  return whole_searches;
}

}  // namespace

Coordinator::Coordinator(const SharedSearchPlan& plan, SearchState state)
    : plan_(plan), state_(std::move(state)), earlier_counts_(state_.counts) {
  if (state_.not_started) whole_searches_ = whole_searches_of(plan);
  unassigned_shards_.assign(state_.outstanding.begin(), state_.outstanding.end());
}

Result Coordinator::run() {
  save_now();
  while ((stop_reason_ = find_stop_reason()) == StopReason::kRunning) {
    start_worker();
    assign_work();
    poll_workers(kPollMs);
    save_if_due();
    report_progress();
  }
  stop_workers();
  return result();
}

// --- when the search ends

Coordinator::StopReason Coordinator::find_stop_reason() const {
  if (program_died_ || !state_.not_repeatable.empty()) return StopReason::kBroken;
  if (is_failure_limit_reached()) return StopReason::kFailures;
  if (is_limit_cost_reached()) return StopReason::kLimits;
  if (must_restart()) return StopReason::kRestart;
  if (is_all_done()) return StopReason::kDone;
  if (stop_signal() != 0) return StopReason::kInterrupted;
  const double limit = plan_.call.request.search.seconds;
  if (limit > 0 && plan_.seconds_before + seconds_since(started_) > limit)
    return StopReason::kSeconds;
  return is_execution_limit_reached() ? StopReason::kExecutions : StopReason::kRunning;
}

bool Coordinator::is_failure_limit_reached() const {
  const std::uint64_t enough = plan_.call.request.search.stop_after;
  const auto failed = static_cast<std::uint64_t>(std::ranges::count_if(
      state_.failures, [](const FailureReport& failure) { return !is_provisional(failure.kind); }));
  return enough > 0 && failed >= enough;
}

bool Coordinator::is_limit_cost_reached() const {
  return plan_.call.request.search.stop_after > 0 && state_.counts.limit_cost >= kMaxLimitCost;
}

bool Coordinator::must_restart() const {
  const options& search = plan_.call.request.search;
  return (state_.reuse_size_classes & ~search.reuse_size_classes) != 0 ||
         (state_.weak_memory && search.memory == memory_model::automatic);
}

bool Coordinator::is_all_done() const {
  return whole_searches_.empty() && unassigned_shards_.empty() &&
         std::ranges::none_of(workers_, [](const auto& worker) { return worker->has_work(); });
}

bool Coordinator::is_execution_limit_reached() const {
  return !plan_.by_seeds && is_limited() && executions_to_grant() == 0 &&
         std::ranges::all_of(workers_, [](const auto& worker) { return worker->is_waiting(); });
}

// The allowed executions that are not granted to a worker yet.
std::uint64_t Coordinator::executions_to_grant() const {
  std::uint64_t taken = state_.counts.executions;
  for (const auto& worker : workers_) taken += worker->remaining_executions();
  const std::uint64_t limit = plan_.call.request.search.executions;
  return limit - std::min(limit, taken);
}

// For one worker; small enough to leave some for the others. 0: no limit, or nothing left.
std::uint64_t Coordinator::next_grant() const {
  if (!is_limited()) return 0;
  const std::uint64_t left = executions_to_grant();
  return plan_.jobs == 1 ? left : std::min(left, left / (std::uint64_t{2} * plan_.jobs) + 100);
}

// --- who works on what

// Starts one worker at a time: a search that ends at once needs no more.
void Coordinator::start_worker() {
  if (workers_.size() >= plan_.jobs || (plan_.by_seeds && whole_searches_.empty())) return;
  const auto on_commit = [this](const Commit& commit) { handle_commit(commit); };
  if (plan_.by_seeds) {
    const WholeSearch whole_search = whole_searches_.front();
    whole_searches_.pop_front();
    workers_.push_back(
        std::make_unique<Worker>(plan_.call, whole_search, whole_search.executions, on_commit));
    return;
  }
  const std::uint64_t grant = next_grant();
  if (is_limited() && grant == 0) return;
  std::optional<WholeSearch> whole_search;
  if (!whole_searches_.empty()) whole_search = whole_searches_.front();
  whole_searches_.clear();
  workers_.push_back(
      std::make_unique<Worker>(plan_.call, whole_search, whole_search ? grant : 0, on_commit));
}

void Coordinator::assign_work() {
  std::size_t idle_workers = 0;
  for (const auto& worker : workers_) {
    if (!worker->is_waiting()) continue;
    assign_shards(*worker);
    if (worker->is_waiting()) ++idle_workers;
  }
  if (idle_workers > 0) request_shards(idle_workers);
}

void Coordinator::assign_shards(Worker& worker) {
  if (plan_.by_seeds) return;
  const std::uint64_t grant = next_grant();
  if (is_limited() && grant == 0) return;
  std::vector<std::string> shards;
  if (!worker.has_work()) {
    const std::size_t parts = std::size_t{2} * plan_.jobs;
    const std::size_t share = (unassigned_shards_.size() + parts - 1) / parts;
    shards.assign(unassigned_shards_.begin(),
                  unassigned_shards_.begin() + static_cast<std::ptrdiff_t>(share));
    unassigned_shards_.erase(unassigned_shards_.begin(),
                             unassigned_shards_.begin() + static_cast<std::ptrdiff_t>(share));
    if (shards.empty()) return;
  }
  worker.resume(shards, grant);
}

void Coordinator::request_shards(std::size_t idle_workers) {
  const auto asked = static_cast<std::size_t>(std::ranges::count_if(
      workers_, [](const auto& worker) { return worker->is_shard_requested(); }));
  std::size_t more = idle_workers - std::min(idle_workers, asked);
  for (const auto& worker : workers_) {
    if (more == 0) return;
    if (!worker->can_give_shard() || worker->whole_search()) continue;
    worker->request_shard();
    --more;
  }
}

// --- commits and ends of workers

void Coordinator::poll_workers(int wait_ms) {
  std::vector<pollfd> watched;
  for (const auto& worker : workers_) watched.push_back({worker->descriptor(), POLLIN, 0});
  poll(watched.data(), watched.size(), wait_ms);
  for (std::size_t n = workers_.size(); n-- > 0;) {
    if (workers_[n]->poll_once()) handle_worker_end(n);
  }
}

void Coordinator::handle_commit(const Commit& commit) {
  if (commit.counts.events > 0) consecutive_kills_ = 0;
  state_.add(commit);
  state_.not_started = false;
  unassigned_shards_.insert(unassigned_shards_.end(), commit.shards_given.begin(),
                            commit.shards_given.end());
  // One worker reports failures in the order in which it found them; of several workers, the
  // simplest failure comes first.
  if (plan_.jobs > 1) std::ranges::stable_sort(state_.failures, simpler);
  std::stable_partition(state_.failures.begin(), state_.failures.end(),
                        [](const FailureReport& failure) { return !is_provisional(failure.kind); });
}

void Coordinator::handle_worker_end(std::size_t nth) {
  const std::unique_ptr<Worker> worker = std::move(workers_[nth]);
  workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(nth));
  const SessionEnding ending = worker->finish();
  throw_if_error_answer(ending, plan_.call.path);
  if (worker->whole_search()) whole_searches_.push_front(*worker->whole_search());
  unassigned_shards_.insert(unassigned_shards_.begin(), worker->outstanding().begin(),
                            worker->outstanding().end());
  if (is_retryable_kill(*worker, ending)) return;
  const Result crash = result_from_ending(ending, plan_.call, plan_.base_schedule);
  for (FailureReport failure : crash.failures) {
    if (is_limit(failure.kind)) ++state_.counts.limited;
    failure.execution = 0;
    state_.add(failure);
  }
  program_died_ = true;
}

// Whether to retry: the worker was killed by another process, as far as one can tell, and not
// repeatedly at the same schedule.
bool Coordinator::is_retryable_kill(const Worker& worker, const SessionEnding& ending) {
  if (!was_killed_externally(ending) || ++consecutive_kills_ >= kMaxConsecutiveKills) return false;
  const Recording& then = ending.recording;
  const bool was_working =
      worker.has_work() && !worker.is_waiting() && then.exploring && then.in_program;
  if (!was_working || then.chosen.empty()) return true;
  kill_schedules_.push_back(then.chosen);
  return std::ranges::count(kill_schedules_, then.chosen) < kMaxKillsAtOneSchedule;
}

// Requests the final commits of all workers, and ends them.
void Coordinator::stop_workers() {
  for (const auto& worker : workers_) worker->request_stop();
  const Clock::time_point asked = Clock::now();
  const auto is_waiting = [](const auto& worker) { return worker->is_waiting(); };
  while (!std::ranges::all_of(workers_, is_waiting) && seconds_since(asked) < kWorkerStopSeconds) {
    poll_workers(kPollMs);
  }
  state_ = current_state();
  unassigned_shards_.clear();
  whole_searches_.clear();
  workers_.clear();
  save_now();
}

// --- state and result

SearchState Coordinator::current_state() const {
  SearchState state = state_;
  state.seconds += seconds_since(started_);
  state.not_started = !whole_searches_.empty();
  state.outstanding.assign(unassigned_shards_.begin(), unassigned_shards_.end());
  for (const auto& worker : workers_) {
    const std::vector<std::string>& shards = worker->outstanding();
    state.outstanding.insert(state.outstanding.end(), shards.begin(), shards.end());
    if (worker->whole_search()) state.not_started = true;
  }
  return state;
}

void Coordinator::save_if_due() {
  if (seconds_since(last_save_) > save_interval_seconds_) save_now();
}

void Coordinator::save_now() {
  if (!plan_.save || must_restart()) return;  // obsolete after a restart
  const Clock::time_point begin = Clock::now();
  plan_.save(stop_reason_ == StopReason::kRunning ? current_state() : state_);
  last_save_ = Clock::now();
  save_interval_seconds_ = std::max(kSaveSeconds, kWorkToSaving * seconds_since(begin));
}

void Coordinator::report_progress() const {
  if (!plan_.call.progress) return;
  plan_.call.progress(
      {.executions = state_.counts.executions,
       .events = state_.counts.events,
       .seconds = seconds_since(started_),
       .mass = state_.counts.mass,
       .mass_before = earlier_counts_.mass,
       .executions_before = earlier_counts_.executions,
       .workers = plan_.jobs,
       .kind = workers_.empty() ? EstimateKind::kUsual : workers_.front()->estimate_kind()});
}

Result Coordinator::result() {
  const Counts& counts = state_.counts;
  Result result;
  result.program = plan_.base_schedule.program;
  result.test = plan_.base_schedule.test;
  result.arguments = plan_.base_schedule.arguments;
  result.strategy = plan_.call.request.search.strategy;
  result.weak_memory = plan_.call.request.search.memory == memory_model::rc11;
  result.bound = plan_.by_seeds ? -1 : plan_.call.request.search.bound;
  result.bound_hit = state_.bound_hit;
  result.executions = counts.executions;
  result.redundant = counts.redundant;
  result.events = counts.events;
  result.restored_steps = counts.restored_steps;
  result.rerun_steps = counts.rerun_steps;
  result.cached_steps = counts.cached_steps;
  result.cached_ends = counts.cached_ends;
  result.expected_executions = state_.expected_executions();
  result.seconds = state_.seconds;
  result.failures = state_.failures;
  for (FailureReport& failure : result.failures) {
    if (is_limit(failure.kind)) failure.occurrences = counts.limited;
  }
  const bool checks_nothing = counts.executions == counts.cut_off && !state_.bound_hit;
  if (stop_reason_ != StopReason::kDone || !state_.exhaustive || !checks_nothing) {
    std::erase_if(result.failures, [](const FailureReport& failure) {
      return failure.kind == FailureKind::kUnmetSchedule;
    });
  }
  result.remarks = state_.remarks;
  add_schedule_use(result, state_.schedule_use);
  result.unfollowed = counts.unmet;
  if (const std::string unmet = unmet_remark(counts.unmet, counts.executions, ""); !unmet.empty())
    result.remarks.push_back(unmet);
  result.warnings = state_.warnings;
  result.suppressed = state_.suppressed;
  result.branching = state_.most_branching();
  set_verdict(result);
  drop_resolved_warnings(result);
  return result;
}

void Coordinator::set_verdict(Result& result) const {
  const Counts& counts = state_.counts;
  result.reason = incomplete_reason();
  result.complete = stop_reason_ == StopReason::kDone && state_.exhaustive && counts.limited == 0 &&
                    state_.not_repeatable.empty();
  if (has_failed(result)) {
    result.verdict = Verdict::kBug;
  } else if (!state_.not_repeatable.empty()) {
    result.verdict = Verdict::kNotRepeatable;
    result.reason = state_.not_repeatable;
  } else if (counts.limited > 0) {
    const bool stopped = stop_reason_ == StopReason::kLimits;
    const std::string& why = state_.why_not_exhaustive;
    result.reason = result.bound < 0 || why.empty()
                        ? reason_for_limits(counts.limited, counts.executions, stopped)
                        : why;
  } else if (stop_reason_ == StopReason::kDone && !state_.exhaustive) {
    const std::string& why = state_.why_not_exhaustive;
    result.reason = why.empty() ? stopped_after_executions_text() : why;
  } else if (stop_reason_ == StopReason::kDone &&
             counts.executions == counts.cut_off + counts.beyond_bound) {
    result.reason = reason_if_nothing_checked(counts.cut_off, counts.unmet);
  } else if (stop_reason_ == StopReason::kDone) {
    result.verdict = Verdict::kVerified;
    result.assumptions = state_.assumptions;
  }
}

std::string Coordinator::stopped_after_executions_text() const {
  return "stopped after " + counted(state_.counts.executions, "execution");
}

// Why the search is incomplete; empty if it is complete, or was stopped on purpose.
std::string Coordinator::incomplete_reason() const {
  switch (stop_reason_) {
    case StopReason::kInterrupted: return cause_of({.kind = EndKind::kInterrupted});
    case StopReason::kSeconds:
      return "stopped after " + seconds_text(plan_.call.request.search.seconds);
    case StopReason::kExecutions: return stopped_after_executions_text();
    case StopReason::kRunning:
    case StopReason::kDone:
    case StopReason::kFailures:
    case StopReason::kLimits:
    case StopReason::kRestart:
    case StopReason::kBroken: break;
  }
  return "";
}

}  // namespace mcheck::command
