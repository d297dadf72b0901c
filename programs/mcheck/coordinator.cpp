// SPDX-License-Identifier: MIT
#include "programs/mcheck/coordinator.hpp"

#include <poll.h>

#include <algorithm>

#include "programs/mcheck/autopsy.hpp"
#include "programs/mcheck/signals.hpp"
#include "visualize/words.hpp"

namespace mcheck::command {
namespace {

constexpr int kPollMs = 20;
constexpr double kKeepSeconds = 1;
constexpr double kWorkToKeeping = 20;  // writing takes at most this fraction of the time
constexpr double kWorkersEndSeconds = 2;
// If workers are killed this often without progress in between, the program is the cause.
constexpr std::size_t kMostDeathsInARow = 10;
constexpr std::ptrdiff_t kMostDeathsAtOnePlace = 3;

double since(std::chrono::steady_clock::time_point then) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - then).count();
}

// One whole search, or, by seeds, one for each worker that has executions to run.
std::deque<Beginning> beginnings_of(const Plan& plan) {
  const options& search = plan.call.request.search;
  if (!plan.by_seeds) return {Beginning{.seed = search.seed}};
  std::deque<Beginning> beginnings;
  for (unsigned n = 0; n < plan.jobs; ++n) {
    const std::uint64_t executions =
        search.executions / plan.jobs + (n < search.executions % plan.jobs ? 1 : 0);
    if (search.executions > 0 && executions == 0) break;
    beginnings.push_back({.seed = search.seed + n, .executions = executions});
  }
  return beginnings;
}

}  // namespace

Coordinator::Coordinator(const Plan& plan, Ledger ledger)
    : plan_(plan), ledger_(std::move(ledger)), before_(ledger_.counts) {
  if (ledger_.untouched) beginnings_ = beginnings_of(plan);
  queue_.assign(ledger_.outstanding.begin(), ledger_.outstanding.end());
}

Result Coordinator::run() {
  keep_now();
  while ((over_ = why_over()) == Over::kNotYet) {
    hire();
    deal();
    listen(kPollMs);
    keep_if_due();
    show();
  }
  wind_up();
  return result();
}

// --- when the search ends

Coordinator::Over Coordinator::why_over() const {
  if (program_died_ || !ledger_.not_repeatable.empty()) return Over::kBroken;
  if (has_enough_failures()) return Over::kFailures;
  if (has_enough_limits()) return Over::kLimits;
  if (has_to_begin_anew()) return Over::kReuse;
  if (is_all_done()) return Over::kDone;
  if (asked_to_stop() != 0) return Over::kInterrupted;
  const double limit = plan_.call.request.search.seconds;
  if (limit > 0 && plan_.seconds_before + since(started_) > limit) return Over::kSeconds;
  return nobody_may_go_on() ? Over::kExecutions : Over::kNotYet;
}

bool Coordinator::has_enough_failures() const {
  const std::uint64_t enough = plan_.call.request.search.stop_after;
  const auto failed = static_cast<std::uint64_t>(std::ranges::count_if(
      ledger_.failures, [](const FailureReport& failure) { return !is_limit(failure.kind); }));
  return enough > 0 && failed >= enough;
}

bool Coordinator::has_enough_limits() const {
  return plan_.call.request.search.stop_after > 0 && ledger_.counts.limit_cost >= kEnoughLimits;
}

bool Coordinator::has_to_begin_anew() const {
  return (ledger_.reuse_rooms & ~plan_.call.request.search.reuse_rooms) != 0;
}

bool Coordinator::is_all_done() const {
  return beginnings_.empty() && queue_.empty() &&
         std::ranges::none_of(workers_, [](const auto& worker) { return worker->has_work(); });
}

bool Coordinator::nobody_may_go_on() const {
  return !plan_.by_seeds && is_limited() && executions_to_grant() == 0 &&
         std::ranges::all_of(workers_, [](const auto& worker) { return worker->waits(); });
}

// The allowed executions that are not granted to a worker yet.
std::uint64_t Coordinator::executions_to_grant() const {
  std::uint64_t taken = ledger_.counts.executions;
  for (const auto& worker : workers_) taken += worker->granted();
  const std::uint64_t limit = plan_.call.request.search.executions;
  return limit - std::min(limit, taken);
}

// For one worker; small enough to leave some for the others. 0: no limit, or nothing left.
std::uint64_t Coordinator::next_grant() const {
  if (!is_limited()) return 0;
  const std::uint64_t left = executions_to_grant();
  return plan_.jobs == 1 ? left : std::min(left, left / (2 * plan_.jobs) + 100);
}

// --- who works on what

// Starts one worker at a time: a search that ends at once needs no more.
void Coordinator::hire() {
  if (workers_.size() >= plan_.jobs || (plan_.by_seeds && beginnings_.empty())) return;
  const auto on_commit = [this](const Commit& commit) { take(commit); };
  if (plan_.by_seeds) {
    const Beginning beginning = beginnings_.front();
    beginnings_.pop_front();
    workers_.push_back(
        std::make_unique<Worker>(plan_.call, beginning, beginning.executions, on_commit));
    return;
  }
  const std::uint64_t grant = next_grant();
  if (is_limited() && grant == 0) return;
  std::optional<Beginning> beginning;
  if (!beginnings_.empty()) beginning = beginnings_.front();
  beginnings_.clear();
  workers_.push_back(
      std::make_unique<Worker>(plan_.call, beginning, beginning ? grant : 0, on_commit));
}

void Coordinator::deal() {
  std::size_t hungry = 0;
  for (const auto& worker : workers_) {
    if (!worker->waits()) continue;
    feed(*worker);
    if (worker->waits()) ++hungry;
  }
  if (hungry > 0) ask_for_more(hungry);
}

void Coordinator::feed(Worker& worker) {
  if (plan_.by_seeds) return;
  const std::uint64_t grant = next_grant();
  if (is_limited() && grant == 0) return;
  std::vector<std::string> parts;
  if (!worker.has_work()) {
    const std::size_t share = (queue_.size() + 2 * plan_.jobs - 1) / (2 * plan_.jobs);
    parts.assign(queue_.begin(), queue_.begin() + static_cast<std::ptrdiff_t>(share));
    queue_.erase(queue_.begin(), queue_.begin() + static_cast<std::ptrdiff_t>(share));
    if (parts.empty()) return;
  }
  worker.go_on(parts, grant);
}

void Coordinator::ask_for_more(std::size_t hungry) {
  const auto asked = static_cast<std::size_t>(
      std::ranges::count_if(workers_, [](const auto& worker) { return worker->is_asked(); }));
  std::size_t more = hungry - std::min(hungry, asked);
  for (const auto& worker : workers_) {
    if (more == 0) return;
    if (!worker->can_be_asked() || worker->beginning()) continue;
    worker->ask_to_give_away();
    --more;
  }
}

// --- commits and ends of workers

void Coordinator::listen(int wait_ms) {
  std::vector<pollfd> watched;
  for (const auto& worker : workers_) watched.push_back({worker->descriptor(), POLLIN, 0});
  poll(watched.data(), watched.size(), wait_ms);
  for (std::size_t n = workers_.size(); n-- > 0;) {
    if (workers_[n]->turn()) bury(n);
  }
}

void Coordinator::take(const Commit& commit) {
  if (commit.counts.events > 0) deaths_in_a_row_ = 0;
  ledger_.enter(commit);
  ledger_.untouched = false;
  queue_.insert(queue_.end(), commit.given.begin(), commit.given.end());
  // One worker reports failures in the order in which it found them; of several workers, the
  // simplest failure comes first.
  if (plan_.jobs > 1) std::ranges::stable_sort(ledger_.failures, simpler);
  std::ranges::stable_partition(
      ledger_.failures, [](const FailureReport& failure) { return !is_limit(failure.kind); });
}

void Coordinator::bury(std::size_t nth) {
  const std::unique_ptr<Worker> worker = std::move(workers_[nth]);
  workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(nth));
  const Ending ending = worker->finish();
  throw_if_refused(ending, plan_.call.path);
  if (worker->beginning()) beginnings_.push_front(*worker->beginning());
  queue_.insert(queue_.begin(), worker->outstanding().begin(), worker->outstanding().end());
  if (was_an_accident(*worker, ending)) return;
  const Result died = result_of(ending, plan_.call, plan_.subject);
  for (FailureReport failure : died.failures) {
    if (is_limit(failure.kind)) ++ledger_.counts.limited;
    failure.execution = 0;
    ledger_.enter(failure);
  }
  program_died_ = true;
}

// Whether to retry: the worker was killed by another process, as far as one can tell, and not
// repeatedly at the same schedule.
bool Coordinator::was_an_accident(const Worker& worker, const Ending& ending) {
  if (!was_killed_from_outside(ending) || ++deaths_in_a_row_ >= kMostDeathsInARow) return false;
  const Recording& then = ending.recording;
  const bool at_work = worker.has_work() && !worker.waits() && then.exploring && then.in_program;
  if (!at_work || then.chosen.empty()) return true;
  deaths_.push_back(then.chosen);
  return std::ranges::count(deaths_, then.chosen) < kMostDeathsAtOnePlace;
}

// Requests the final commits of all workers, and ends them.
void Coordinator::wind_up() {
  for (const auto& worker : workers_) worker->ask_to_stop();
  const Clock::time_point asked = Clock::now();
  const auto waits = [](const auto& worker) { return worker->waits(); };
  while (!std::ranges::all_of(workers_, waits) && since(asked) < kWorkersEndSeconds) {
    listen(kPollMs);
  }
  ledger_ = ledger_now();
  queue_.clear();
  beginnings_.clear();
  workers_.clear();
  keep_now();
}

// --- state and result

Ledger Coordinator::ledger_now() const {
  Ledger ledger = ledger_;
  ledger.seconds += since(started_);
  ledger.untouched = !beginnings_.empty();
  ledger.outstanding.assign(queue_.begin(), queue_.end());
  for (const auto& worker : workers_) {
    const std::vector<std::string>& parts = worker->outstanding();
    ledger.outstanding.insert(ledger.outstanding.end(), parts.begin(), parts.end());
    if (worker->beginning()) ledger.untouched = true;
  }
  return ledger;
}

void Coordinator::keep_if_due() {
  if (since(kept_) > keep_seconds_) keep_now();
}

void Coordinator::keep_now() {
  if (!plan_.keep || has_to_begin_anew()) return;  // obsolete after a restart
  const Clock::time_point begin = Clock::now();
  plan_.keep(over_ == Over::kNotYet ? ledger_now() : ledger_);
  kept_ = Clock::now();
  keep_seconds_ = std::max(kKeepSeconds, kWorkToKeeping * since(begin));
}

void Coordinator::show() const {
  if (!plan_.call.progress) return;
  plan_.call.progress(
      {.executions = ledger_.counts.executions,
       .events = ledger_.counts.events,
       .seconds = since(started_),
       .mass = ledger_.counts.mass,
       .mass_before = before_.mass,
       .executions_before = before_.executions,
       .workers = plan_.jobs,
       .kind = workers_.empty() ? EstimateKind::kUsual : workers_.front()->estimate_kind()});
}

Result Coordinator::result() {
  const Counts& counts = ledger_.counts;
  Result result;
  result.program = plan_.subject.program;
  result.test = plan_.subject.test;
  result.arguments = plan_.subject.arguments;
  result.strategy = plan_.call.request.search.strategy;
  result.bound = plan_.by_seeds ? -1 : plan_.call.request.search.bound;
  result.bound_hit = ledger_.bound_hit;
  result.executions = counts.executions;
  result.redundant = counts.redundant;
  result.events = counts.events;
  result.restored_steps = counts.restored_steps;
  result.rerun_steps = counts.rerun_steps;
  result.known_steps = counts.known_steps;
  result.known_ends = counts.known_ends;
  result.expected_executions = ledger_.expected_executions();
  result.seconds = ledger_.seconds;
  result.failures = ledger_.failures;
  for (FailureReport& failure : result.failures) {
    if (is_limit(failure.kind)) failure.occurrences = counts.limited;
  }
  result.remarks = ledger_.remarks;
  result.warnings = ledger_.warnings;
  result.suppressed = ledger_.suppressed;
  result.branching = ledger_.most_branching();
  judge(result);
  drop_answered_warnings(result);
  return result;
}

void Coordinator::judge(Result& result) const {
  const Counts& counts = ledger_.counts;
  result.reason = why_ended();
  result.complete = over_ == Over::kDone && ledger_.exhaustive && counts.limited == 0 &&
                    ledger_.not_repeatable.empty();
  if (has_failed(result)) {
    result.verdict = Verdict::kBug;
  } else if (!ledger_.not_repeatable.empty()) {
    result.verdict = Verdict::kNotRepeatable;
    result.reason = ledger_.not_repeatable;
  } else if (counts.limited > 0) {
    const bool stopped = over_ == Over::kLimits;
    const std::string& why = ledger_.why_not_exhaustive;
    result.reason = result.bound < 0 || why.empty()
                        ? reason_for_limits(counts.limited, counts.executions, stopped)
                        : why;
  } else if (over_ == Over::kDone && !ledger_.exhaustive) {
    const std::string& why = ledger_.why_not_exhaustive;
    result.reason = why.empty() ? stopped_after_executions() : why;
  } else if (over_ == Over::kDone && counts.executions == counts.cut_off + counts.beyond_bound) {
    result.reason = reason_if_nothing_checked(counts.cut_off);
  } else if (over_ == Over::kDone) {
    result.verdict = Verdict::kVerified;
    result.assumptions = ledger_.assumptions;
  }
}

std::string Coordinator::stopped_after_executions() const {
  return "stopped after " + counted(ledger_.counts.executions, "execution");
}

// Why the search is incomplete; empty if it is complete, or was stopped on purpose.
std::string Coordinator::why_ended() const {
  switch (over_) {
    case Over::kInterrupted: return cause_of({.kind = EndKind::kInterrupted});
    case Over::kSeconds: return "stopped after " + seconds_text(plan_.call.request.search.seconds);
    case Over::kExecutions: return stopped_after_executions();
    case Over::kNotYet:
    case Over::kDone:
    case Over::kFailures:
    case Over::kLimits:
    case Over::kReuse:
    case Over::kBroken: break;
  }
  return "";
}

}  // namespace mcheck::command
