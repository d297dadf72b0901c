// SPDX-License-Identifier: MIT
// A search by several processes. The coordinator explores nothing: it hands out shards, adds up
// what the workers commit, and moves shards from busy workers to idle ones. If a worker dies,
// another one repeats what it had not committed, so that every execution counts exactly once.
//
//   Idea    A shard is a line of text that only the strategy understands
//           (engine/search/strategy.hpp). Unassigned shards wait in a queue. Idle workers take from
//           it; if it is empty, a busy worker is asked to give away a shard.
//   Limits  A randomised strategy without shards runs with another seed in each worker.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/trace/result.hpp"
#include "engine/trace/schedule.hpp"
#include "programs/mcheck/ledger.hpp"
#include "programs/mcheck/worker.hpp"

namespace mcheck::command {

struct Plan {
  Call call;                                     // what every worker runs
  Schedule subject;                              // program, test, arguments and options
  unsigned jobs = 1;                             // number of workers
  bool by_seeds = false;                         // otherwise by shards
  double seconds_before = 0;                     // part of the time limit that was used before
  std::function<void(const Ledger&)> keep = {};  // about once a second; may be empty
};

class Coordinator {
 public:
  Coordinator(const Plan& plan, Ledger ledger);

  // Searches until the end or a limit. Throws UsageError and InternalError.
  [[nodiscard]] Result run();
  // After run(): whether the result is invalid, because the program reuses freed blocks of sizes
  // that the search did not expect.
  [[nodiscard]] bool begins_anew() const { return over_ == Over::kReuse; }
  [[nodiscard]] const Ledger& ledger() const { return ledger_; }

 private:
  enum class Over {
    kNotYet,
    kDone,
    kExecutions,
    kFailures,
    kLimits,
    kSeconds,
    kInterrupted,
    kReuse,
    kBroken
  };

  [[nodiscard]] Over why_over() const;
  [[nodiscard]] bool is_all_done() const;
  [[nodiscard]] bool has_to_begin_anew() const;
  [[nodiscard]] bool nobody_may_go_on() const;
  [[nodiscard]] bool has_enough_failures() const;
  [[nodiscard]] bool has_enough_limits() const;

  void hire();
  void deal();
  void feed(Worker& worker);
  void ask_for_more(std::size_t hungry);
  void listen(int wait_ms);
  void bury(std::size_t nth);
  [[nodiscard]] bool was_an_accident(const Worker& worker, const Ending& ending);
  void take(const Commit& commit);
  void keep_if_due();
  void keep_now();
  void show() const;
  void wind_up();

  [[nodiscard]] bool is_limited() const { return plan_.call.request.search.executions > 0; }
  [[nodiscard]] std::uint64_t executions_to_grant() const;
  [[nodiscard]] std::uint64_t next_grant() const;
  [[nodiscard]] Ledger ledger_now() const;
  [[nodiscard]] double seconds() const;
  [[nodiscard]] Result result();
  void judge(Result& result) const;
  [[nodiscard]] std::string why_ended() const;
  [[nodiscard]] std::string stopped_after_executions() const;

  using Clock = std::chrono::steady_clock;

  const Plan& plan_;
  Ledger ledger_;        // committed results; outstanding shards only at the start
  const Counts before_;  // of earlier runs of the command
  Over over_ = Over::kNotYet;
  std::deque<Beginning> beginnings_;
  std::deque<std::string> queue_;  // in order
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::vector<std::uint16_t>> deaths_;  // schedules at which workers were killed
  std::size_t deaths_in_a_row_ = 0;                 // since the last progress
  bool program_died_ = false;
  Clock::time_point started_ = Clock::now();
  Clock::time_point kept_{};
  double keep_seconds_ = 0;
};

}  // namespace mcheck::command
