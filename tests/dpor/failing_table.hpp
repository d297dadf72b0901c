// SPDX-License-Identifier: MIT
// Table programs that fail: in a deadlock, or in a final state that counts as a failure.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dpor/trials.hpp"
#include "engine/search/execution.hpp"
#include "tests/support/plainest.hpp"
#include "tests/support/table_executor.hpp"

namespace failing {

// A program, and the failure in question.
struct Subject {
  table::Program program;
  std::string bad_end;  // the text of a final state; empty: a deadlock

  // The failure; and an execution without any.
  [[nodiscard]] table::Ends fails() const;
  [[nodiscard]] table::Ends passes() const;
};

// A program of that seed that fails in some of its schedules, of at most `limit`, and passes in
// others.
[[nodiscard]] std::optional<Subject> random_subject(std::uint64_t seed, std::uint64_t limit);

// Runs schedules of a failing program.
class Bench {
 public:
  explicit Bench(const Subject& subject);
  ~Bench();

  [[nodiscard]] const mcheck::Trials& trials() const { return trials_; }
  // A schedule that shows the failure, drawn by a random walk with that seed.
  [[nodiscard]] std::optional<std::vector<mcheck::Move>> found_at_random(std::uint64_t seed);
  // The schedule in the terms of the oracle.
  [[nodiscard]] std::vector<table::ScheduleStep> told(const std::vector<mcheck::Move>& moves);

 private:
  class Executor;

  const Subject& subject_;
  mcheck::Identities identities_;
  mcheck::Execution execution_{identities_};
  std::unique_ptr<Executor> executor_;
  mcheck::Trials trials_;
};

}  // namespace failing
