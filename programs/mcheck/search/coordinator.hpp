// SPDX-License-Identifier: MIT
// A search by several processes. The coordinator explores nothing: it hands out shards, adds up
// what the workers commit, and moves shards from busy workers to idle ones. If a worker dies,
// another one repeats what it had not committed, so that every execution counts exactly once.
//
//   Idea    A shard is a line of text that only the strategy understands
//           (engine/search/strategy/strategy.hpp). Unassigned shards wait in a queue. Idle workers
//           take from it; if it is empty, a busy worker is asked to give away a shard.
//   Limits  A randomised strategy without shards runs with another seed in each worker.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/trace/protocol/schedule.hpp"
#include "engine/trace/results/result.hpp"
#include "programs/mcheck/search/search_state.hpp"
#include "programs/mcheck/search/worker.hpp"

namespace mcheck::command {

struct SharedSearchPlan {
  Call call;                                          // what every worker runs
  Schedule base_schedule;                             // program, test, arguments and options
  unsigned jobs = 1;                                  // number of workers
  bool by_seeds = false;                              // otherwise by shards
  double seconds_before = 0;                          // part of the time limit that was used before
  std::function<void(const SearchState&)> save = {};  // about once a second; may be empty
};

class Coordinator {
 public:
  Coordinator(const SharedSearchPlan& plan, SearchState state);

  // Searches until the end or a limit. Throws UsageError and InternalError.
  [[nodiscard]] Result run();
  // After run(): whether the result is invalid, because the program reuses freed blocks of sizes,
  // or atomics in ways, that the search did not expect.
  [[nodiscard]] bool needs_restart() const { return stop_reason_ == StopReason::kRestart; }
  [[nodiscard]] const SearchState& state() const { return state_; }

 private:
  enum class StopReason {
    kRunning,
    kDone,
    kExecutions,
    kFailures,
    kLimits,
    kSeconds,
    kInterrupted,
    kRestart,
    kBroken
  };

  [[nodiscard]] StopReason find_stop_reason() const;
  [[nodiscard]] bool is_all_done() const;
  [[nodiscard]] bool must_restart() const;
  [[nodiscard]] bool is_execution_limit_reached() const;
  [[nodiscard]] bool is_failure_limit_reached() const;
  [[nodiscard]] bool is_limit_cost_reached() const;

  void start_worker();
  void assign_work();
  void assign_shards(Worker& worker);
  void request_shards(std::size_t idle_workers);
  void poll_workers(int wait_ms);
  void handle_worker_end(std::size_t nth);
  [[nodiscard]] bool is_retryable_kill(const Worker& worker, const SessionEnding& ending);
  void handle_commit(const Commit& commit);
  void save_if_due();
  void save_now();
  void report_progress() const;
  void stop_workers();

  [[nodiscard]] bool is_limited() const { return plan_.call.request.search.executions > 0; }
  [[nodiscard]] std::uint64_t executions_to_grant() const;
  [[nodiscard]] std::uint64_t next_grant() const;
  [[nodiscard]] SearchState current_state() const;
  [[nodiscard]] Result result();
  void set_verdict(Result& result) const;
  [[nodiscard]] std::string incomplete_reason() const;
  [[nodiscard]] std::string stopped_after_executions_text() const;

  using Clock = std::chrono::steady_clock;

  const SharedSearchPlan& plan_;
  SearchState state_;            // committed results; outstanding shards only at the start
  const Counts earlier_counts_;  // of earlier runs of the command
  StopReason stop_reason_ = StopReason::kRunning;
  std::deque<WholeSearch> whole_searches_;
  std::deque<std::string> unassigned_shards_;  // in order
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::vector<std::uint16_t>>
      kill_schedules_;                 // schedules at which workers were killed
  std::size_t consecutive_kills_ = 0;  // since the last progress
  bool program_died_ = false;
  Clock::time_point started_ = Clock::now();
  Clock::time_point last_save_{};
  double save_interval_seconds_ = 0;
};

}  // namespace mcheck::command
