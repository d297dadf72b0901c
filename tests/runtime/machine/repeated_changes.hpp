// SPDX-License-Identifier: MIT
// What a thread of a program for mcheck does to an atomic repeatedly is only noted, and logged
// later (search/execution/repeated_step.hpp). The result must be the same as if each step
// suspended: every event and every version, and what the program sees.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "dpor/registry.hpp"
#include "engine/platform/processor/raw_copy.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/runtime/machine/run_ahead.hpp"
#include "engine/search/driver/search.hpp"

namespace repeating {

using mcheck::Word;

inline constexpr int kMany = 300;  // more than are noted before they are logged

// Survives restoring: the largest number of steps that were noted at once.
class BatchSize {
 public:
  void sample() { largest_ = std::max(largest_, mcheck::repeated_change->count); }
  [[nodiscard]] unsigned largest() const { return largest_; }

 private:
  unsigned largest_ = 0;
};
using Body = std::function<void(BatchSize&)>;

struct Found {
  mcheck::SearchReport report;
  std::vector<Word> log;  // of all executions
  unsigned batch = 0;
};

inline void append(const mcheck::Execution& execution, std::vector<Word>& log) {
  for (const mcheck::Event& event : execution.events()) {
    const mcheck::Operation& operation = event.operation;
    log.insert(log.end(), {static_cast<Word>(operation.kind),
                           static_cast<Word>(operation.order),
                           static_cast<Word>(operation.failure_order),
                           operation.bytes,
                           operation.may_fail,
                           index(operation.object),
                           operation.a,
                           operation.b,
                           index(event.thread),
                           static_cast<Word>(event.mode),
                           event.failed,
                           event.eager,
                           event.preempts,
                           event.way,
                           event.index,
                           event.label,
                           event.result,
                           event.version_before,
                           event.version_after,
                           event.cause,
                           event.alternatives,
                           event.chosen});
  }
  for (const mcheck::Version& version : execution.versions()) {
    log.insert(log.end(), {version.value, version.extra, index(version.object), version.writer,
                           version.previous, version.destroyed});
  }
  log.insert(log.end(), {execution.events().size(), execution.steps(), execution.preemptions()});
}

struct How {
  bool inline_scheduling = true;
  std::uint64_t steps = 20'000;
  double patience = 2;
};

inline Found search(const Body& body, const char* strategy, const How& how) {
  BatchSize batch;
  Found found;
  mcheck::Identities identities;
  mcheck::Machine machine([&] { body(batch); }, {.patience = how.patience, .ignore_leaks = true});
  mcheck::Execution execution(identities);
  const auto chosen = mcheck::find_strategy(strategy)->make({.seed = 3, .steps = how.steps});
  mcheck::SearchOptions options;
  options.executions = 30;
  options.steps = how.steps;
  options.stop_after = 0;
  options.count_classes = true;
  options.fingerprint_traces = true;
  options.inline_scheduling = how.inline_scheduling;
  options.on_every_end = [&](mcheck::Ending, const std::optional<mcheck::Failure>&) {
    append(execution, found.log);
  };
  found.report = mcheck::Search(execution, machine, *chosen, options).explore();
  found.batch = batch.largest();
  return found;
}

// The largest number of steps that were noted at once.
inline unsigned require_same(const Body& body, const char* strategy, How how = {}) {
  INFO(strategy);
  const Found with = search(body, strategy, how);
  how.inline_scheduling = false;
  const Found without = search(body, strategy, how);
  REQUIRE(with.report.stop == without.report.stop);
  REQUIRE(with.report.executions == without.report.executions);
  CHECK(with.report.classes == without.report.classes);
  CHECK(with.report.events == without.report.events);
  CHECK(with.report.traces == without.report.traces);
  REQUIRE(with.log.size() == without.log.size());
  CHECK(std::ranges::equal(with.log, without.log));
  REQUIRE(with.report.failures.size() == without.report.failures.size());
  for (std::size_t i = 0; i < with.report.failures.size(); ++i) {
    CHECK(with.report.failures[i].failure.kind == without.report.failures[i].failure.kind);
    CHECK(with.report.failures[i].failure.message == without.report.failures[i].failure.message);
    CHECK(with.report.failures[i].schedules.size() == without.report.failures[i].schedules.size());
  }
  CHECK(without.batch == 0);
  return with.batch;
}

inline void require_same_by_all(const Body& body, const How& how = {}) {
  unsigned batch = 0;
  for (const char* strategy : {"dfs", "optimal", "trust", "random", "pct", "pos"}) {
    batch = std::max(batch, require_same(body, strategy, how));
  }
  if (!mcheck::kAddressSanitizer) CHECK(batch > 1);  // else this would test nothing
}

}  // namespace repeating
