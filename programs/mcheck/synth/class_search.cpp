// SPDX-License-Identifier: MIT
#include "programs/mcheck/synth/class_search.hpp"

#include <poll.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "programs/mcheck/supervise/signals.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck::command {
namespace {

constexpr int kWaitMs = 50;
constexpr std::uint64_t kExecutions = 20'000;  // of a test; then a part of them is sampled
constexpr double kTestSeconds = 2;
constexpr double kReportSeconds = 2;  // to simplify the schedule of a finding

double monotonic_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Of an exploration that only decides.
Invocation short_search(const Invocation& invocation) {
  Invocation search = invocation;
  search.command = Command::kExplore;
  search.jobs = 1;
  search.search.minimise = 0;
  search.search.executions = kExecutions;
  search.search.seconds = kTestSeconds;
  const Oracle oracle = invocation.synth.oracle;
  search.search.ignore_races = oracle == Oracle::kFailures || oracle == Oracle::kLinearizability;
  search.search.linearizable = oracle == Oracle::kAll || oracle == Oracle::kLinearizability;
  search.search.condition = invocation.synth.condition;
  search.search.linearizable_waits = oracle == Oracle::kLinearizability;
  return search;
}

}  // namespace

FailureKind kind_of(const Result& result) { return result.failures.front().kind; }

ClassSearch::ClassSearch(const Invocation& invocation, const ClassTable& table,
                         std::size_t class_number)
    : invocation_(invocation),
      search_(short_search(invocation)),
      table_(table),
      started_(monotonic_seconds()),
      workers_(invocation.jobs),
      generator_(table, class_number, invocation.search.seed, [this](const ClassTest& prefix) {
        return workers_.front().program->orders(prefix).behaviour();
      }) {
  for (Worker& worker : workers_) worker.program = std::make_unique<ClassProgram>(search_);
}

double ClassSearch::seconds() const { return monotonic_seconds() - started_; }

bool ClassSearch::is_out_of_budget() const {
  const SynthOptions& how = invocation_.synth;
  return stop_signal() != 0 || (how.tests > 0 && next_number_ >= how.tests) ||
         (how.seconds > 0 && seconds() > how.seconds) ||
         (tries_all_pairs_ && generator_.has_tried_pairs());
}

bool ClassSearch::counts(const Result& result) const {
  if (result.verdict != Verdict::kBug || result.failures.empty()) return false;
  const FailureKind kind = kind_of(result);
  const bool about_results =
      kind == FailureKind::kNotLinearizable || kind == FailureKind::kUnexplainedException;
  switch (invocation_.synth.oracle) {
    case Oracle::kAll: return true;
    case Oracle::kFailures:
      return kind != FailureKind::kRace && kind != FailureKind::kNotLinearizable;
    case Oracle::kRaces: return kind == FailureKind::kRace;
    case Oracle::kLinearizability: return about_results;
  }
  return false;
}

ClassOutcome ClassSearch::run(const ClassProgress& progress) {
  outcome_.obstacle = generator_.obstacle();
  outcome_.all_pairs = generator_.all_pairs();
  bool more = outcome_.obstacle.empty();
  for (;;) {
    const bool found = outcome_.finding.has_value() && !tries_all_pairs_;
    std::vector<pollfd> busy;
    for (Worker& worker : workers_) {
      // The first process also tries prefixes for the generator, between its own tests.
      const bool can_start = workers_.front().program->is_idle() && worker.program->is_idle();
      if (more && !found && can_start) more = !is_out_of_budget() && start_next(worker);
      if (!worker.program->is_idle()) busy.push_back({worker.program->descriptor(), POLLIN, 0});
    }
    if (busy.empty() && (!more || found)) break;
    bool received = false;
    for (Worker& worker : workers_) {  // this also sends requests
      if (worker.program->is_idle() || !worker.program->poll_once(0)) continue;
      receive(worker);
      received = true;
    }
    if (!received) (void)poll(busy.data(), busy.size(), kWaitMs);
    outcome_.covered_pairs = generator_.covered_pairs();
    outcome_.seconds = seconds();
    if (progress) progress(outcome_);
  }
  const SynthOptions& how = invocation_.synth;
  outcome_.finished = outcome_.exhausted || (how.tests > 0 && next_number_ >= how.tests);
  if (outcome_.finding) simplify(*outcome_.finding);
  outcome_.seconds = seconds();
  return std::move(outcome_);
}

bool ClassSearch::start_next(Worker& worker) {
  std::optional<ClassTest> test = generator_.next();
  if (!test) {
    outcome_.exhausted = true;
    return false;
  }
  worker.test = std::move(*test);
  worker.number = ++next_number_;
  worker.explores = false;
  worker.program->start_orders(worker.test);
  return true;
}

void ClassSearch::receive(Worker& worker) {
  if (worker.explores) return conclude(worker, worker.program->take_result());
  worker.orders = worker.program->take_orders();
  outcome_.orders += worker.orders.count;
  // A test whose calls misbehave in sequence shows nothing; neither does one that always blocks.
  if (!worker.orders.is_sane() || worker.orders.outcomes.empty()) {
    ++outcome_.discarded;
    if (outcome_.why_discarded.empty()) outcome_.why_discarded = worker.orders.incomplete;
    return;
  }
  worker.explores = true;
  worker.program->start_exploration(worker.test);
}

// Texts of results that do not say what the value is (engine/include/mcheck/detail/classes).
void ClassSearch::note_opaque_results(const Worker& worker) {
  const auto& outcomes = worker.orders.outcomes;
  std::size_t number = worker.test.prefix.size();
  const auto note = [&](const Calls& calls) {
    for (const CallChoice& call : calls) {
      const std::string& result = outcomes.front().results.at(number++);
      const bool is_opaque = result == "a value" || result == "a pointer" ||
                             result == "a reference" || result == "an object";
      if (is_opaque) outcome_.opaque.insert(table_.operations[call.operation].name);
    }
  };
  for (const Calls& thread : worker.test.threads) note(thread);
  note(worker.test.after);
}

void ClassSearch::conclude(Worker& worker, Result result) {
  ++outcome_.tests;
  generator_.note_explored(worker.test);
  const bool compares = search_.search.linearizable;
  if (compares) note_opaque_results(worker);
  if (compares && !worker.orders.uncompared.empty() && !search_.search.linearizable_waits) {
    ++outcome_.not_compared;
    outcome_.why_not_compared = worker.orders.uncompared;
  }
  outcome_.executions += result.executions;
  if (result.verdict == Verdict::kIncomplete || result.verdict == Verdict::kNotRepeatable) {
    ++outcome_.incomplete;
    if (outcome_.why_incomplete.empty()) outcome_.why_incomplete = result.reason;
  }
  if (result.verdict == Verdict::kBug && !counts(result)) {
    ++outcome_.incomplete;  // the search has ended at a failure of another kind
    if (outcome_.why_incomplete.empty()) outcome_.why_incomplete = failure_noun(kind_of(result));
  }
  if (!counts(result)) return;
  const std::vector<Calls>& threads = worker.test.threads;
  if (threads.size() == 2 && threads[0].size() == 1 && threads[1].size() == 1) {
    const std::string& one = table_.operations[threads[0].front().operation].name;
    const std::string& other = table_.operations[threads[1].front().operation].name;
    outcome_.unsafe_pairs.try_emplace(std::minmax(one, other), kind_of(result));
  }
  const bool is_first = !outcome_.finding || worker.number < outcome_.finding->number;
  if (!is_first) return;
  outcome_.finding = ClassFinding{.test = worker.test,
                                  .result = std::move(result),
                                  .orders = worker.orders,
                                  .number = worker.number,
                                  .seconds = seconds(),
                                  .calls_before = worker.test.call_count()};
}

// Whether the test finds the same; then it is the finding's test.
bool ClassSearch::try_simpler(ClassFinding& finding, const ClassTest& test) {
  if (stop_signal() != 0) return false;
  ClassProgram& program = *workers_.front().program;
  CallOrders orders = program.orders(test);
  if (!orders.is_sane() || orders.outcomes.empty()) return false;
  Result result = program.explore(test);
  if (!counts(result) || kind_of(result) != kind_of(finding.result)) return false;
  finding.test = test;
  finding.result = std::move(result);
  finding.orders = std::move(orders);
  return true;
}

// Removes calls, then takes earlier literals, for as long as the test finds the same. At last it is
// explored once more, for its report.
void ClassSearch::simplify(ClassFinding& finding) {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t part = finding.test.threads.size() + 2; part-- > 0;) {
      const auto calls_of = [&]() -> const Calls& {
        if (part == 0) return finding.test.prefix;
        const auto& threads = finding.test.threads;
        return part <= threads.size() ? threads[part - 1] : finding.test.after;
      };
      if (part > finding.test.threads.size() + 1) continue;  // a thread has gone
      for (std::size_t i = calls_of().size(); i-- > 0;) {
        if (i >= calls_of().size()) continue;
        const ClassTest less = without_call(finding.test, part, i);
        const bool has_object = object_under_test(less, table_) < less.prefix.size();
        if (!has_object || less.threads.size() < 2) continue;
        changed = try_simpler(finding, less) || changed;
        if (part > finding.test.threads.size() + 1) break;
      }
    }
  }
  const auto lower = [&](const auto& literals) {
    for (std::size_t i = 0; i < literals(finding.test).size(); ++i) {
      for (std::size_t number = 0; number < *literals(finding.test)[i]; ++number) {
        ClassTest simpler = finding.test;
        *literals(simpler)[i] = number;
        if (try_simpler(finding, simpler)) break;
      }
    }
  };
  lower([](ClassTest& test) { return literal_numbers(test); });
  ClassProgram& program = *workers_.front().program;
  program.search().minimise = kReportSeconds;
  ClassFinding reported = finding;
  if (try_simpler(reported, finding.test)) finding = std::move(reported);
}

}  // namespace mcheck::command
